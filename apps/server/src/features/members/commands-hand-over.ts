import { findNoRoomForCompany } from '@anupalan/domain/members';
import { planOfRole } from '@anupalan/domain/plans';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { ensureOwnWorkspace } from './commands.ts';
import type { HeldCompany } from './commands-hold.ts';
import { countCompaniesPaidBy } from './queries.ts';

/**
 * Makes one of the people of a held company its owner. The former owner stays as a manager, with a workspace of their own
 * where this was the only one (R-members-52). Who pays stays, unless it is the new owner, who pays as such
 * (R-members-54). Both people are held.
 */
export async function changeOwner(trx: Transaction<DB>, company: HeldCompany, userId: string): Promise<void> {
  const { workspaceId, payerId } = company;
  const former = await findOwner(trx, company);
  await trx
    .updateTable('memberships')
    .set({ role: 'manager' })
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .execute();
  await trx
    .updateTable('memberships')
    .set({ role: 'owner' })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
  await trx
    .updateTable('workspaces')
    .set({ frozen_from: null, ...(payerId === userId && { payer_id: null }) })
    .where('id', '=', workspaceId)
    .execute();
  if (former !== null) await ensureOwnWorkspace(trx, former);
}

/** The owner of a held company; null while it has none. */
export async function findOwner(trx: Transaction<DB>, { workspaceId }: HeldCompany): Promise<string | null> {
  const owner = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .executeTakeFirst();
  return owner?.user_id ?? null;
}

/** Says who pays for a held company from now on; null is its owner. The plan follows by itself (R-members-60). */
export async function setPayer(
  trx: Transaction<DB>,
  { workspaceId }: HeldCompany,
  userId: string | null,
): Promise<void> {
  await trx.updateTable('workspaces').set({ payer_id: userId }).where('id', '=', workspaceId).execute();
}

/**
 * Checks that a person, who is held, can pay for one more company.
 * @throws AppError conflict with the way out (R-companies-22)
 */
export async function requireRoomForCompany(trx: Transaction<DB>, userId: string): Promise<void> {
  const { role } = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
  const reason = findNoRoomForCompany(planOfRole(role) ?? 'premium', await countCompaniesPaidBy(trx, userId));
  if (reason !== null) throw new AppError('conflict', reason);
}
