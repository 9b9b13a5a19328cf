import type { Kysely } from 'kysely';
import { holdUser } from '../../identity/accounts.ts';
import { recordAudit } from '../../identity/audit.ts';
import { endSession, endSessionsOf, type Session, selectOpenSessions } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordEndedImpersonations } from './commands-impersonate.ts';
import { lockTarget } from './commands-manage.ts';

/**
 * Ends one of one's own sessions, perhaps this one, and the impersonations that one began (R-accounts-39, R-users-29).
 * @throws AppError not-found
 */
export async function endOwnSession(db: Kysely<DB>, by: Session, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdUser(trx, by.userId);
    await selectOpenSessions(trx, by.userId)
      .select('id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'Session not found'));
    await recordEndedImpersonations(trx, await endSession(trx, { id, userId: by.userId, impersonatorId: null }));
    await recordAudit(trx, by, { noun: 'users', verb: 'end-session', id: by.userId, details: { sessionId: id } });
  });
}

/** Ends all sessions of one's own, this one too (R-accounts-39). */
export async function endOwnSessions(db: Kysely<DB>, by: Session): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdUser(trx, by.userId);
    await recordEndedImpersonations(trx, await endSessionsOf(trx, by.userId));
    await recordAudit(trx, by, { noun: 'users', verb: 'end-sessions', id: by.userId });
  });
}

/** Signs another user out everywhere, without suspending them (R-users-40). @throws AppError not-found; forbidden */
export async function endUserSessions(db: Kysely<DB>, by: Session, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTarget(trx, by, id);
    const ended = await endSessionsOf(trx, id);
    await recordEndedImpersonations(trx, ended);
    const details = { sessions: ended.filter(({ impersonatorId }) => impersonatorId === null).length };
    await recordAudit(trx, by, { noun: 'users', verb: 'end-sessions', id, details });
  });
}
