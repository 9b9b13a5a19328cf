import type { Transaction } from 'kysely';
import { recordAudit } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { endSession, endSessionsOf, type Session, selectOpenSessions } from '../../platform/sessions.ts';
import { recordEndedImpersonations } from './commands-impersonate.ts';

/** Ends one of the own sessions, perhaps this one. @throws AppError not-found */
export async function endOwnSession(trx: Transaction<DB>, by: Session, id: string): Promise<void> {
  await selectOpenSessions(trx, by.userId)
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Session not found'));
  await endSession(trx, id);
  await recordAudit(trx, by, { noun: 'users', verb: 'end-session', id: by.userId, details: { sessionId: id } });
}

/** Signs somebody out everywhere, here too. */
export async function endOwnSessions(trx: Transaction<DB>, by: Session): Promise<void> {
  await recordEndedImpersonations(trx, await endSessionsOf(trx, by.userId));
  await recordAudit(trx, by, { noun: 'users', verb: 'end-sessions', id: by.userId });
}
