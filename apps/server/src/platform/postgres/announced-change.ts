import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { DatabaseListener } from './database-listener.ts';
import type { DB } from './database-schema.ts';
import { queueForChange } from './locks.ts';

interface Announcing {
  readonly database: Pick<Database, 'db'>;
  readonly listener: Pick<DatabaseListener, 'announceHere'>;
}

/**
 * Changes, in one transaction, a value that every instance keeps in memory (`keepUntilAnnounced`). Changes of one
 * channel queue, also those of different instances, so what a change has checked still holds when it writes. The
 * database tells every instance of the commit, but that may be after the answer; this instance is told at once, so that
 * the caller reads the change back.
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
