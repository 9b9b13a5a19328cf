import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from './database-schema.ts';
import type { Job, Queue } from './jobs.ts';
import type { Mail, Mailer } from './mailer.ts';

const QUEUE = 'deliver-mail';

const WaitingMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string().exactOptional(),
});

/**
 * Sends mail that nobody waits for: if and only if the transaction commits. The job queue keeps it until the mailer has
 * accepted it, through restarts and for about a day of failures.
 */
export async function enqueueMail(trx: Transaction<DB>, jobs: Queue, mail: Mail): Promise<void> {
  await jobs.enqueue(trx, QUEUE, mail);
}

/** Forgets mail to some addresses, or written from them: what waits, and what the queue remembers having handed over. */
export async function forgetMail(trx: Transaction<DB>, addresses: readonly string[]): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(trx);
  if (!rows[0]?.there) return;
  await sql`
    delete from pgboss.job
    where name = ${QUEUE} and array[data ->> 'to', data ->> 'replyTo'] && ${addresses}::text[]`.execute(trx);
}

/** Hands over what `enqueueMail` left. */
export function createMailDelivery(mailer: Mailer): Job {
  return { queue: QUEUE, run: (data) => mailer.deliver(WaitingMail.parse(data)) };
}
