import type { Kysely } from 'kysely';
import { eraseOldOrigins } from '../../identity/audit.ts';
import { deleteOldCodes } from '../../identity/codes.ts';
import { deleteOldBrowsers } from '../../identity/known-browsers.ts';
import { deleteOldSteps } from '../../identity/passkey-steps.ts';
import { deleteEndedSessions, deleteLapsedImpersonations } from '../../identity/sessions.ts';
import { deleteSpentLimits } from '../../platform/http/rate-limits.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { deleteOldSignUps } from '../users/commands-sign-up.ts';
import { foldUserTallies } from '../users/commands-tallies.ts';

/**
 * Deletes codes, known browsers, sessions, limits, sign-ups and addresses whose time is over (R-accounts-10,
 * R-audit-log-20).
 */
export async function cleanUp(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => recordEndedImpersonations(trx, await deleteEndedSessions(trx)));
  await deleteOldCodes(db);
  await deleteOldSteps(db);
  await deleteOldBrowsers(db);
  await deleteSpentLimits(db);
  await eraseOldOrigins(db);
  await db.transaction().execute(deleteOldSignUps);
  await foldUserTallies(db);
}

/**
 * Ends impersonations soon after their hour, so that the audit log's entry of the end has about the right time
 * (R-users-25).
 */
export async function endLapsedImpersonations(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => recordEndedImpersonations(trx, await deleteLapsedImpersonations(trx)));
}
