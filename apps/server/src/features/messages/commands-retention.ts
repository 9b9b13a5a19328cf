import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { deleteInParts } from '../../platform/postgres/delete-in-parts.ts';

/**
 * Deletes messages that were made so many days ago or earlier, the settled and the forgotten (R-messages-15). Ids are in
 * the order of time, so that old ones are found by the primary key.
 */
export async function deleteOldMessages(db: Db, days: number): Promise<void> {
  await deleteInParts(
    db,
    (most) => sql`
      delete from messages where id in (
        select id from messages
        where id < (lpad(to_hex((extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0')
          || '00000000000000000000')::uuid
        order by id limit ${most})`,
  );
}
