import type { Logger } from 'pino';
import type { Db } from '../../platform/postgres/database.ts';
import { eachApart } from '../../platform/process/each-apart.ts';
import { type Kept, RETENTION } from './commands-retention.ts';

/** Deletes everything whose time is over; a kind that fails keeps no other. @throws Error when one failed */
export async function deleteOldData(db: Db, log: Pick<Logger, 'error'>): Promise<void> {
  const given = { log, doing: 'deleting what is old', name: ({ what }: Kept) => ({ what }) };
  const failed = await eachApart(
    RETENTION,
    async (some) => {
      for (const { deleteOld } of some) await deleteOld?.(db);
    },
    given,
  );
  if (failed.length > 0) throw new Error(`${failed.length} kinds of old data could not be deleted`);
}
