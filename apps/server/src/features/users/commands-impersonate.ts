import { can } from '@anupalan/domain/permissions';
import type { Transaction } from 'kysely';
import { recordAudit, themselves } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { actorOf, beginSession, type EndedSession, type Session } from '../../platform/sessions.ts';
import { holdUser } from '../auth/queries.ts';
import { getUser } from './queries.ts';

/**
 * Begins to act as another user.
 * @returns a token of one hour, which carries who is really acting.
 * @throws AppError not-found; forbidden for administrators (oneself too) and who is not active.
 */
export async function impersonate(
  trx: Transaction<DB>,
  by: Session,
  { id, device }: { id: string; device: string },
): Promise<string> {
  await holdUser(trx, id);
  const { role, status } = await getUser(trx, id);
  if (!can(actorOf(by), 'users.impersonate', { userId: id, role, status })) {
    if (id === by.userId) throw new AppError('forbidden', 'You cannot do this to your own account');
    const whom = role === 'admin' ? 'Administrators cannot' : 'Only active users can';
    throw new AppError('forbidden', `${whom} be impersonated`);
  }
  await recordAudit(trx, by, { noun: 'users', verb: 'impersonate', id });
  return await beginSession(trx, { userId: id, device, impersonatorId: by.userId });
}

/** Writes down which of the sessions that ended were impersonations; what ended them has an entry of its own. */
export async function recordEndedImpersonations(db: Db, ended: readonly EndedSession[]): Promise<void> {
  for (const { userId, impersonatorId, lapsedAt } of ended) {
    if (impersonatorId === null) continue;
    const details = lapsedAt ? { endedAt: lapsedAt.toISOString() } : {};
    await recordAudit(db, themselves(impersonatorId), {
      noun: 'users',
      verb: 'end-impersonation',
      id: userId,
      details,
    });
  }
}
