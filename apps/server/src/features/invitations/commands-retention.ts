import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';

/** Deletes invitations that were accepted, withdrawn, ended or out of time so many days ago (R-members-40). */
export async function deleteOldInvitations(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where(sql<Date>`coalesce(closed_at, expires_at)`, '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

/** Deletes the addresses of people whom nobody invited within so many days (R-imports-18). */
export async function deleteOldDrafts(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('invitation_drafts')
    .where('made_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
