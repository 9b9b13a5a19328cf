import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { deleteInParts } from '../../platform/postgres/delete-in-parts.ts';

/** Deletes links whose time was over so many days ago. */
export async function deleteOldFilingLinks(db: Db, days: number): Promise<void> {
  await deleteInParts(
    db,
    (most) => sql`
      delete from filing_links where token_hash in (
        select token_hash from filing_links
        where expires_at < now() - make_interval(days => ${days})
        order by expires_at limit ${most})`,
  );
}
