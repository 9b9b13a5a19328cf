import type { Kysely, Transaction } from 'kysely';
import { recordAudit, themselves } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { deleteSpentLimits } from '../../platform/rate-limits.ts';
import { deleteEndedSessions } from '../../platform/sessions.ts';
import { foldUserTallies } from '../users/queries-list.ts';
import { deleteOldCodes, deleteOldSignUps } from './queries.ts';

/** Removes what has ended by itself and can't matter any more. */
export async function cleanUp(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(forgetEndedSessions);
  await deleteOldCodes(db);
  await deleteSpentLimits(db);
  await db.transaction().execute(deleteOldSignUps);
  await foldUserTallies(db);
}

async function forgetEndedSessions(trx: Transaction<DB>): Promise<void> {
  for (const { userId, impersonatorId, endedAt } of await deleteEndedSessions(trx)) {
    const details = { endedAt: endedAt.toISOString() };
    await recordAudit(trx, themselves(impersonatorId), {
      noun: 'users',
      verb: 'end-impersonation',
      id: userId,
      details,
    });
  }
}
