import type { User } from '@anupalan/contract/users';
import { ONLY_ADMINISTRATORS } from '@anupalan/domain/permissions/refusals';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { endSessionsOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB, Users } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import { recordEndedImpersonations } from './commands-impersonate.ts';
import { getUser } from './queries.ts';

/** The user whom an administrator is about to change. */
export type Target = Pick<Selectable<Users>, 'id' | 'role' | 'status' | 'primary_email'>;

/**
 * Suspends another user, which ends their sessions, or activates them again (R-users-17).
 * @throws AppError not-found; forbidden; conflict
 */
export function changeStatus(
  db: Kysely<DB>,
  by: Session,
  { id, status }: { id: string; status: 'active' | 'suspended' },
): Promise<User> {
  return db.transaction().execute(async (trx) => {
    const target = await lockTarget(trx, by, id);
    if (target.status === 'pending') throw new AppError('conflict', 'This user has not confirmed their sign-up yet');
    if (target.status === status) return await getUser(trx, id);
    await trx.updateTable('users').set({ status, updated_at: sql<Date>`now()` }).where('id', '=', id).execute();
    if (status === 'suspended') await recordEndedImpersonations(trx, await endSessionsOf(trx, id));
    const details = { from: target.status, to: status };
    await recordAudit(trx, by, { noun: 'users', verb: 'change-status', id, details });
    return await getUser(trx, id);
  });
}

/**
 * Locks another user for a change of what they are. Such changes queue, and the caller still has to be an administrator
 * when it is their turn: as nobody changes themselves, one always remains (R-users-20).
 * @throws AppError not-found; forbidden
 */
export async function lockTarget(trx: Transaction<DB>, by: Session, id: string): Promise<Target> {
  await queueForChange(trx, 'administrators');
  const administrator = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', by.userId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!administrator) throw new AppError('forbidden', ONLY_ADMINISTRATORS);
  return await trx
    .selectFrom('users')
    .select(['id', 'role', 'status', 'primary_email'])
    .where('id', '=', id)
    // The lock lets records that the user is just making still refer to them.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'User not found'));
}
