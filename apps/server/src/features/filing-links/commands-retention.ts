import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';

/** Deletes links whose time was over so many days ago. */
export async function deleteOldFilingLinks(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('filing_links')
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
