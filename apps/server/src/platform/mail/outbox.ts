import { randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Job, Queue } from '../jobs/jobs.ts';
import type { Db } from '../postgres/database.ts';
import type { DB } from '../postgres/database-schema.ts';
import { type Mail, type Mailer, PATIENCE_MS, QUEUED_AT_ONCE } from './mailer.ts';

const QUEUE = 'deliver-mail';

/** Seconds that handing a mail over takes at most, and some: a mail server that hangs is given up before. */
const LOST_AFTER_SECONDS = PATIENCE_MS / 1_000 + 60;

/** Seconds after which another instance hands over what a killed one had begun. */
const SILENT_AFTER_SECONDS = 60;

const WaitingMail = z.object({
  /** Absent in mail that a version before queued. */
  id: z.uuid().exactOptional(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string().exactOptional(),
  attachment: z.object({ name: z.string(), mediaType: z.string(), base64: z.string() }).exactOptional(),
});

/** The priorities of queued mail: what can wait leaves when nothing else waits (R-mail-7). */
const PRIORITIES = { usual: 0, last: -1 } as const;

/**
 * Queues mail that nobody waits for: it is sent if and only if the transaction commits (R-mail-4), and at once then
 * (R-mail-7). The job queue keeps it until the mailer has accepted it, through restarts and for about a day of
 * failures.
 */
export async function enqueueMail(
  trx: Transaction<DB>,
  jobs: Queue,
  mail: Mail,
  turn: keyof typeof PRIORITIES = 'usual',
): Promise<void> {
  await jobs.enqueue(trx, QUEUE, { ...mail, id: randomUUIDv7() }, PRIORITIES[turn]);
}

/**
 * Deletes mail to an address and mail to support that was written from it: waiting, handed over and in the local
 * mailbox (R-users-22).
 */
export async function forgetMail(trx: Transaction<DB>, jobs: Queue, address: string): Promise<void> {
  // The local mailbox has mail to support, with its sender on a line of its own.
  await sql`
    delete from outgoing_mail
    where to_address = ${address} or ${address} = any(string_to_array(text, E'\n'))`.execute(trx);
  await jobs.forget(trx, QUEUE, { to: address });
  await jobs.forget(trx, QUEUE, { replyTo: address });
}

/** Deletes what the local mailbox got so many days ago or earlier. */
export async function deleteOldMail(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('outgoing_mail')
    .where('sent_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

/** Deletes mails to these addresses with these subjects from the local mailbox. */
export async function forgetMailAbout(
  trx: Transaction<DB>,
  addresses: readonly string[],
  subjects: readonly string[],
): Promise<void> {
  await sql`
    delete from outgoing_mail
    where to_address = any(${addresses}::text[]) and subject = any(${subjects}::text[])`.execute(trx);
}

/** The job that hands over the mail that `enqueueMail` queued. */
export function createMailDelivery(mailer: Mailer): Job {
  return {
    queue: QUEUE,
    atOnce: QUEUED_AT_ONCE,
    lostAfterSeconds: LOST_AFTER_SECONDS,
    silentAfterSeconds: SILENT_AFTER_SECONDS,
    run: (data) => mailer.deliver(WaitingMail.parse(data), AbortSignal.timeout(PATIENCE_MS)),
  };
}
