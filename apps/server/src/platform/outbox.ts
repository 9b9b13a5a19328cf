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

/** Forgets mail to an address, or written from it: what waits, what was handed over and what the local mailbox has. */
export async function forgetMail(trx: Transaction<DB>, address: string): Promise<void> {
  // In the local mailbox a mail to support has its sender on a line of its own.
  await sql`
    delete from outgoing_mail
    where to_address = ${address} or ${address} = any(string_to_array(text, E'\n'))`.execute(trx);
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(trx);
  if (!rows[0]?.there) return;
  await sql`
    delete from pgboss.job
    where name = ${QUEUE} and ${address} in (data ->> 'to', data ->> 'replyTo')`.execute(trx);
}

/** Hands over what `enqueueMail` left. */
export function createMailDelivery(mailer: Mailer): Job {
  return { queue: QUEUE, run: (data) => mailer.deliver(WaitingMail.parse(data)) };
}
