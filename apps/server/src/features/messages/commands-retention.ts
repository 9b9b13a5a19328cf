import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';

/** Messages that one statement deletes, so that none takes long. */
const AT_ONCE = 5_000;

/**
 * Deletes messages that were made so many days ago or earlier, the settled and the forgotten (R-messages-15). Ids are in
 * the order of time, so that old ones are found by the primary key.
 */
export async function deleteOldMessages(db: Db, days: number): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from messages where id in (
        select id from messages
        where id < (lpad(to_hex((extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0')
          || '00000000000000000000')::uuid
        order by id limit ${AT_ONCE})`.execute(db);
    if (numAffectedRows < AT_ONCE) return;
  }
}
