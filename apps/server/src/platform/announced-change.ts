import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { DatabaseListener } from './database-listener.ts';
import type { DB } from './database-schema.ts';

interface Announcing {
  readonly database: Pick<Database, 'db'>;
  readonly listener: Pick<DatabaseListener, 'announceHere'>;
}

/**
 * Changes what every instance keeps in memory (`keepUntilAnnounced`), in one transaction. Changes of one channel queue,
 * whatever instance they come from, so what a change has checked still holds when it writes. The database tells every
 * instance of the commit, but that may be after the answer; here it counts at once, so that whoever changed something
 * reads it back.
 */
export async function changeAnnounced<T>(
  { database, listener }: Announcing,
  channel: string,
  change: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const result = await database.db.transaction().execute(async (trx) => {
    await queueForChange(trx, channel);
    return change(trx);
  });
  listener.announceHere(channel);
  return result;
}

/** Waits until no other transaction is changing what the channel announces, and makes the next ones wait. */
export async function queueForChange(trx: Transaction<DB>, channel: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${channel}))`.execute(trx);
}
