import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { since } from './queries.ts';

/** Deletes files a day after they were ready, and their addresses with them (R-exports-6). */
export async function deleteOldPreparedFiles(db: Db): Promise<void> {
  await sql`delete from prepared_files where ended_at <= ${since()}`.execute(db);
}
