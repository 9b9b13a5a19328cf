import type { User } from '@anupalan/contract/users';
import { planOfRole, type Role } from '@anupalan/domain/plans';
import { recordAudit } from '../../identity/audit.ts';
import { endImpersonationsOf, type Session } from '../../identity/sessions.ts';
import type { Services } from '../../services.ts';
import { refuseWithCompanies } from '../members/refuse-with-companies.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { lockTarget } from '../users/commands-manage.ts';
import { setRole } from '../users/commands-role.ts';
import { getUser } from '../users/queries.ts';
import { recordInLedger } from './commands-ledger.ts';
import { endPeriods } from './commands-periods.ts';

/**
 * Gives another user a role, which stands until it is changed again: what was bought no longer decides it, so premium
 * given here has no end (R-users-16).
 * @throws AppError not-found; forbidden; conflict for an administrator to be who is in companies of others, or owns several
 */
export function changeRole(
  { database: { db }, now }: Services,
  by: Session,
  { id, role }: { id: string; role: Role },
): Promise<User> {
  const at = now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  return db.transaction().execute(async (trx) => {
    const target = await lockTarget(trx, by, id);
    if (target.role === role) return await getUser(trx, id);
    if (role === 'admin') await refuseWithCompanies(trx, id);
    await setRole(trx, { userId: id, role, at });
    // Impersonations end: administrators alone impersonate, and nobody impersonates them (R-users-29).
    if (role === 'admin' || target.role === 'admin') {
      await recordEndedImpersonations(trx, await endImpersonationsOf(trx, id));
    }
    await endPeriods(trx, { userId: id }, at);
    const details = { from: target.role, to: role };
    const entry = { kind: 'role-changed', userId: id, orderId: null, actorId: by.userId } as const;
    await recordInLedger(trx, { ...entry, plan: planOfRole(role), details });
    await recordAudit(trx, by, { noun: 'users', verb: 'change-role', id, details });
    return await getUser(trx, id);
  });
}
