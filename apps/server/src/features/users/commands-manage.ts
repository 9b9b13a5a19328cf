import { randomUUIDv7 } from 'node:crypto';
import type { User } from '@anupalan/contract/users';
import { planOfRole, type Role } from '@anupalan/domain/plans';
import { type Selectable, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../platform/audit.ts';
import type { DB, Users } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { endImpersonationsOf, endSessionsOf, type Session } from '../../platform/sessions.ts';
import { recordEndedImpersonations } from './commands-impersonate.ts';
import { getUser } from './queries.ts';

export type Target = Pick<Selectable<Users>, 'id' | 'role' | 'status' | 'workspace_id' | 'primary_email'>;

/**
 * Gives another user a role. From then on it stands until it is changed again: what was bought no longer decides it,
 * so premium given here has no end (decisions, section 6).
 * @throws AppError not-found; forbidden
 */
export async function changeRole(trx: Transaction<DB>, by: Session, id: string, role: Role): Promise<User> {
  const target = await lockTarget(trx, by, id);
  if (target.role === role) return await getUser(trx, id);
  await trx.updateTable('users').set({ role, updated_at: sql<Date>`now()` }).where('id', '=', id).execute();
  // Administrators alone impersonate, and nobody impersonates them.
  if (role === 'admin' || target.role === 'admin') {
    await recordEndedImpersonations(trx, await endImpersonationsOf(trx, id));
  }
  await endBoughtPeriods(trx, id);
  const details = { from: target.role, to: role };
  await trx
    .insertInto('ledger')
    .values({
      id: randomUUIDv7(),
      kind: 'role-changed',
      user_id: id,
      actor_id: by.userId,
      plan: planOfRole(role),
      details: JSON.stringify(details),
    })
    .execute();
  await recordAudit(trx, by, { noun: 'users', verb: 'change-role', id, details });
  return await getUser(trx, id);
}

/** Suspends another user, which ends their sessions, or lets them in again. @throws AppError not-found; forbidden; conflict */
export async function changeStatus(
  trx: Transaction<DB>,
  by: Session,
  id: string,
  status: 'active' | 'suspended',
): Promise<User> {
  const target = await lockTarget(trx, by, id);
  if (target.status === 'pending') throw new AppError('conflict', 'This user has not confirmed their sign-up yet');
  if (target.status === status) return await getUser(trx, id);
  await trx.updateTable('users').set({ status, updated_at: sql<Date>`now()` }).where('id', '=', id).execute();
  if (status === 'suspended') await recordEndedImpersonations(trx, await endSessionsOf(trx, id));
  const details = { from: target.status, to: status };
  await recordAudit(trx, by, { noun: 'users', verb: 'change-status', id, details });
  return await getUser(trx, id);
}

/**
 * Takes another user for a change of what they are. Such changes queue, and whoever makes one still has to be an
 * administrator when it is their turn: as nobody changes themselves, one always remains (decisions, section 3).
 * @throws AppError not-found; forbidden
 */
export async function lockTarget(trx: Transaction<DB>, by: Session, id: string): Promise<Target> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(trx);
  const administrator = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', by.userId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!administrator) throw new AppError('forbidden', 'Only administrators can do this');
  return await trx
    .selectFrom('users')
    .select(['id', 'role', 'status', 'workspace_id', 'primary_email'])
    .where('id', '=', id)
    // What they are just recording may refer to them meanwhile.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'User not found'));
}

/** Those that are over too: nothing may come back to them later. */
async function endBoughtPeriods(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ ended_early_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_early_at', 'is', null)
    .execute();
}
