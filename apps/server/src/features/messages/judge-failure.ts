import { z } from 'zod';
import { hideAddresses } from '../../platform/process/log.ts';

/**
 * What a failed hand-over means (R-messages-6, R-messages-12): the address takes no mail; the mail server takes this
 * message from nobody; it is tried again; or the mail server itself is away, throttles or won't have us, which all
 * messages wait for.
 */
export type Failure = 'refused' | 'failed' | 'delayed' | 'away';

/** What the mailer's errors carry: the code of the answer, and the command that it answers. */
const MailError = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
});

/** A server that says this closes the connection, whatever it was asked (RFC 5321, 4.2.1). */
const CLOSING = 421;

export function judgeFailure(error: unknown): Failure {
  const parsed = MailError.safeParse(error);
  const { code, command, responseCode, response = '' } = parsed.success ? parsed.data : {};
  // An address that no server could be told.
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  // More bytes than the server says it takes.
  if (code === 'EMESSAGE' && responseCode === undefined) return 'failed';
  if (responseCode === undefined || responseCode === CLOSING) return 'away';
  const isForGood = responseCode >= 500;
  if (command === 'RCPT TO') return isForGood && !isAboutSender(response) ? 'refused' : 'delayed';
  if (command === 'DATA') return isForGood ? 'failed' : 'delayed';
  // Greeting, sign-in or sender: nothing that this message has and others haven't.
  return 'away';
}

/** Whether an answer says that the sender isn't trusted (RFC 3463, x.7.x), which is no fault of the address. */
function isAboutSender(response: string): boolean {
  return /^\d{3}[ -]\d\.7\.\d+/.test(response);
}

/** What a failure is kept as: the server's answer, else the error's text, on one short line without addresses. */
export function describeFailure(error: unknown): string {
  const parsed = MailError.safeParse(error);
  const text = (parsed.success && parsed.data.response) || (error instanceof Error ? error.message : String(error));
  return hideAddresses(text).replace(/\s+/g, ' ').slice(0, 300);
}
