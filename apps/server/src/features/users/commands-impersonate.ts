import { can } from '@anupalan/domain/permissions';
import type { Kysely, Transaction } from 'kysely';
import { holdUser } from '../../identity/accounts.ts';
import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { actorOf, beginSession, type EndedSession, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { getUser } from './queries.ts';

/**
 * Begins to act as another user (R-users-25).
 * @returns a token of one hour, which carries who is really acting.
 * @throws AppError not-found; forbidden for administrators (oneself too) and for users who are not active.
 */
export function impersonate(
  db: Kysely<DB>,
  by: Session,
  { id, device }: { id: string; device: string },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await holdUser(trx, id);
    const { role, status } = await getUser(trx, id);
    if (!can(actorOf(by), 'users.impersonate', { userId: id, role, status })) {
      if (id === by.userId) throw new AppError('forbidden', 'You cannot do this to your own account');
      const whom = role === 'admin' ? 'Administrators cannot' : 'Only active users can';
      throw new AppError('forbidden', `${whom} be impersonated`);
    }
    await recordAudit(trx, by, { noun: 'users', verb: 'impersonate', id });
    return await beginSession(trx, { userId: id, device, impersonatorId: by.userId, begunBy: by.id });
  });
}

/**
 * Records in the audit log which of the ended sessions were impersonations (R-audit-log-1); what ended them has an
 * entry of its own.
 */
export async function recordEndedImpersonations(trx: Transaction<DB>, ended: readonly EndedSession[]): Promise<void> {
  for (const { userId, impersonatorId, lapsedAt } of ended) {
    if (impersonatorId === null) continue;
    const details = lapsedAt ? { endedAt: lapsedAt.toISOString() } : {};
    await recordAudit(trx, asAuthor(impersonatorId), {
      noun: 'users',
      verb: 'end-impersonation',
      id: userId,
      details,
    });
  }
}
