import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database-schema.ts';
import { deleteSpentLimits } from '../../platform/rate-limits.ts';
import { deleteEndedSessions, deleteLapsedImpersonations } from '../../platform/sessions.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { foldUserTallies } from '../users/queries-list.ts';
import { deleteOldCodes, deleteOldSignUps } from './queries.ts';

/** Removes what has ended by itself and can't matter any more. */
export async function cleanUp(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => recordEndedImpersonations(trx, await deleteEndedSessions(trx)));
  await deleteOldCodes(db);
  await deleteSpentLimits(db);
  await db.transaction().execute(deleteOldSignUps);
  await foldUserTallies(db);
}

/** Soon after their hour, so that the audit log says it about when it was. */
export async function endLapsedImpersonations(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => recordEndedImpersonations(trx, await deleteLapsedImpersonations(trx)));
}
