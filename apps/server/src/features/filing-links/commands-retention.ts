import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { deleteInParts } from '../../platform/postgres/delete-in-parts.ts';

/** Deletes links whose time was over so many days ago. */
export async function deleteOldFilingLinks(db: Db, days: number): Promise<void> {
  await deleteInParts(
    db,
    (most) => sql`
      delete from filing_links where (workspace_id, compliance_item_id, day, user_id) in (
        select workspace_id, compliance_item_id, day, user_id from filing_links
        where expires_at < now() - make_interval(days => ${days})
        order by expires_at limit ${most})`,
  );
}
