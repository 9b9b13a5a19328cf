import { beyondAscii } from '@anupalan/contract/wire/mail-address';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Milliseconds between two questions: a mail server is replaced, or was away at the start. */
const ASKED_EVERY_MS = 10 * 60_000;

const PATIENCE_MS = 5_000;

interface SmtpServer {
  readonly smtpUrl: string;
  /** Whether nothing is sent without STARTTLS, as in `createSmtpMailer`. */
  readonly requiresTls: boolean;
}

/**
 * Has addresses with letters beyond ASCII taken while the mail server says SMTPUTF8 (R-accounts-73).
 * @returns ends the asking
 */
export function followSmtpUtf8(server: SmtpServer): () => void {
  const ask = async () => {
    const answer = await saysSmtpUtf8(server);
    // A server that is away says nothing new.
    if (answer !== null) beyondAscii.taken = answer;
  };
  void ask();
  const timer = setInterval(() => void ask(), ASKED_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Whether a mail server says SMTPUTF8 to its EHLO, the one behind STARTTLS where it has that; null when it is away. */
export function saysSmtpUtf8({ smtpUrl, requiresTls }: SmtpServer): Promise<boolean | null> {
  const { auth: _, ...options } = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({
    ...options,
    ...(requiresTls && { requireTLS: true }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return new Promise((resolve) => {
    connection.once('error', () => resolve(null));
    connection.once('end', () => resolve(null));
    connection.connect((error) => {
      resolve(error ? null : /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse)));
      if (error) connection.close();
      else connection.quit();
    });
  });
}
