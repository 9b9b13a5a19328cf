import { z } from 'zod';
import { hideAddresses } from '../../platform/process/log.ts';
import type { Outcome } from './commands-note.ts';

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
  if (command === 'RCPT TO') return isForGood && !isAboutUs(response) ? 'refused' : 'delayed';
  if (command === 'DATA') return isForGood ? 'failed' : 'delayed';
  // Greeting, sign-in or sender: nothing that this message has and others haven't.
  return 'away';
}

/**
 * Whether an answer is about us and not about the address: the sender isn't trusted (RFC 3463, x.7.x) or unknown (x.1.7,
 * x.1.8), or the mail server isn't set up to take mail from us for others. "Unknown in relay recipient table" is what
 * Postfix says of an address that isn't there.
 */
function isAboutUs(response: string): boolean {
  return (
    /^\d{3}[ -]\d\.(7\.\d+|1\.[78]\b)/.test(response) ||
    /relay(?! recipient)|sender|authenticat/i.test(hideAddresses(response))
  );
}

/** What became of a message, and of one that was refused, what becomes of it if the refusal isn't believed. */
export interface Judged {
  readonly outcome: Outcome;
  readonly otherwise?: Outcome;
}

/** What an instance knows of its mail server: whether it took mail for nobody since it refused several in a row. */
export interface Relay {
  refusesAll: boolean;
}

/**
 * Refusals of a batch, kept until they are believed: a mail server that refuses `most` different addresses in a row has
 * something against us and not against them. They are tried again, and so are all that it refuses until it takes mail
 * for somebody (R-messages-12).
 */
export function doubtRefusals(relay: Relay, most: number) {
  let doubted: Judged[] = [];
  const settle = () => {
    const settled = doubted.map(({ outcome, otherwise }) => (relay.refusesAll && otherwise) || outcome);
    doubted = [];
    return settled;
  };
  return {
    /** @returns what is to be noted now. */
    weigh: (judged: Judged): Outcome[] => {
      if (judged.otherwise === undefined) {
        if (judged.outcome.state !== 'sent') return [judged.outcome];
        const settled = settle();
        relay.refusesAll = false;
        return [...settled, judged.outcome];
      }
      doubted.push(judged);
      const addresses = new Set(doubted.map(({ outcome }) => ('address' in outcome ? outcome.address : outcome.id)));
      if (addresses.size >= most) relay.refusesAll = true;
      return relay.refusesAll ? settle() : [];
    },
    /** @returns what is to be noted at the end of the batch. */
    settle,
  };
}

/** What a failure is kept as: the server's answer, else the error's text, on one short line without addresses. */
export function describeFailure(error: unknown): string {
  const parsed = MailError.safeParse(error);
  const text = (parsed.success && parsed.data.response) || (error instanceof Error ? error.message : String(error));
  return hideAddresses(text).replace(/\s+/g, ' ').slice(0, 300);
}
