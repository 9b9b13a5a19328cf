import { randomUUIDv7 } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Db } from '../postgres/database.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * The bare address of the person who wrote it, to whom answers go. Without it nobody did: answers go to the sender, and
   * its headers say that a program sends it (R-mail-22).
   */
  replyTo?: string;
  /** The file that goes with it. */
  attachment?: MailAttachment;
  /** A UUID of queued mail, in its Message-ID: the mail log, and who gets it, know its tries as those of one mail. */
  id?: string;
  /** Of one of the many that go out because of what is due. */
  message?: MessageOfMany;
}

/** A file that goes with a mail; small, as it waits in the job queue. */
export interface MailAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** What makes a mail one of many (R-messages-8). */
export interface MessageOfMany {
  /** A UUID, in the Message-ID: the same message handed over twice is the same mail. */
  readonly id: string;
  /** The address that switches its kind off by one POST (RFC 8058); absent for kinds that nobody switches off. */
  readonly unsubscribe?: string;
}

/** A way to hand mail over; which one is decided once, at start. */
export interface Mailer {
  /** Resolves when the mail was accepted; rejects when it was not, or when `signal` gave it up. */
  deliver(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Queued mails that one instance hands over at a time. */
export const QUEUED_AT_ONCE = 5;

/** Codes that one instance hands over at a time, whose callers wait, on connections of their own (R-mail-7). */
const CODES_AT_ONCE = 8;

/** Messages of many that one instance hands over at a time, on connections of their own (R-mail-7). */
export const MESSAGES_AT_ONCE = 10;

/**
 * Milliseconds of silence after which a mail server has given up a mail that nobody waits for. Relays read a mail before
 * they answer its end: whoever gives up while they do so sends it again, and it arrives twice (RFC 5321, 4.5.3.2.6).
 */
const UNHURRIED_SILENCE_MS = 5 * 60_000;

/** Milliseconds after which such a mail is given up even if the mail server says something now and then. */
export const PATIENCE_MS = UNHURRIED_SILENCE_MS + 60_000;

/** Milliseconds of silence for codes, whose callers wait. */
const SILENCE_MS = 10_000;

/** What tests set otherwise. */
interface SmtpOptions {
  readonly requiresTls?: boolean;
  readonly silenceMs?: number;
}

/**
 * The mailer that hands mail to an SMTP server. A server that hangs counts as one that refused.
 * @param requiresTls whether password and mail go encrypted or not at all: without STARTTLS nothing is sent.
 */
export function createSmtpMailer(
  smtpUrl: string,
  from: string,
  { requiresTls = false, silenceMs = SILENCE_MS }: SmtpOptions = {},
): Mailer {
  const open = (connections: object) =>
    createTransport(
      {
        url: requiresTls ? withoutTlsParameters(smtpUrl) : smtpUrl,
        pool: true,
        connectionTimeout: 5_000,
        greetingTimeout: 5_000,
        socketTimeout: silenceMs,
        ...(requiresTls && { requireTLS: true, tls: { minVersion: 'TLSv1.2' } }),
        ...connections,
      },
      { from },
    );
  // Whoever queues mail knows better when to try again: only a connection that was idle is replaced.
  const unhurried = { maxRequeues: 1, socketTimeout: UNHURRIED_SILENCE_MS };
  const codes = open({ maxConnections: CODES_AT_ONCE });
  const queued = open({ maxConnections: QUEUED_AT_ONCE, ...unhurried });
  const many = open({ maxConnections: MESSAGES_AT_ONCE, ...unhurried });
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    deliver: async ({ message, id, attachment, ...content }, signal) => {
      const attached = attachment && { attachments: [attach(attachment)] };
      const headers = content.replyTo === undefined ? BY_PROGRAM : {};
      const mail = { ...content, ...attached, headers, ...(signal && { signal }) };
      if (message) {
        const described = { messageId: `<${message.id}@${domain}>`, headers: { ...headers, ...switchingOff(message) } };
        await many.sendMail({ ...mail, ...described });
      } else if (id) await queued.sendMail({ ...mail, messageId: `<${id}@${domain}>` });
      else await codes.sendMail(mail);
    },
    close: () => {
      for (const pool of [codes, queued, many]) pool.close();
    },
  };
}

function attach({ name, mediaType, base64 }: MailAttachment) {
  return { filename: name, contentType: mediaType, content: base64, encoding: 'base64' };
}

/** The headers by which holiday responders leave a mail of no person alone (RFC 3834, and those of Exchange; R-mail-22). */
const BY_PROGRAM = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** The headers that switch the kind of a message off (R-messages-8); a signer at the mail server signs them as they are. */
function switchingOff({ unsubscribe }: MessageOfMany): SendMailOptions['headers'] & object {
  if (unsubscribe === undefined) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
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
          id: mail.message?.id ?? mail.id ?? randomUUIDv7(),
          to_address: mail.to.toLowerCase(),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachment: mail.attachment ? JSON.stringify(mail.attachment) : null,
        })
        // What is handed over twice is the same mail.
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
    close: () => {},
  };
}
