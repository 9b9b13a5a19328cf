import { randomUUIDv7 } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Db } from '../postgres/database.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The bare address that answers go to; without it they go to the sender. */
  replyTo?: string;
}

/** A way to hand mail over; which one is decided once, at start. */
export interface Mailer {
  /** Resolves when the mail was accepted; rejects when it was not. */
  deliver(mail: Mail): Promise<void>;
  close(): void;
}

/** Queued mails that one instance hands over at a time. */
export const QUEUED_AT_ONCE = 5;

/** Connections that queued mail leaves free, for codes, whose callers wait (R-mail-7). */
const FREE_CONNECTIONS = 3;

/**
 * The mailer that hands mail to an SMTP server. A server that hangs counts as one that refused.
 * @param requiresTls whether password and mail go encrypted or not at all: without STARTTLS nothing is sent.
 */
export function createSmtpMailer(smtpUrl: string, from: string, requiresTls = false): Mailer {
  const transport = createTransport(
    {
      url: requiresTls ? withoutTlsParameters(smtpUrl) : smtpUrl,
      pool: true,
      maxConnections: QUEUED_AT_ONCE + FREE_CONNECTIONS,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 10_000,
      ...(requiresTls && { requireTLS: true, tls: { minVersion: 'TLSv1.2' } }),
    },
    { from },
  );
  return {
    deliver: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}

/** Parameters of an address count more than the options beside it. */
function withoutTlsParameters(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const names = [...url.searchParams.keys()].filter((name) => /^(ignoreTLS|requireTLS|secure|tls\..*)$/i.test(name));
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/** The mailer that keeps mail in the database, where the local mailbox shows it (R-mail-1). */
export function createMailboxMailer(db: Db): Mailer {
  return {
    deliver: async (mail) => {
      await db
        .insertInto('outgoing_mail')
        .values({
          id: randomUUIDv7(),
          to_address: mail.to.toLowerCase(),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
        })
        .execute();
    },
    close: () => {},
  };
}
