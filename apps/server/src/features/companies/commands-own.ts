import { randomUUIDv7 } from 'node:crypto';
import type { NewCompany } from '@anupalan/contract/people/memberships';
import { findNoRoomForCompany } from '@anupalan/domain/members';
import type { Kysely, Transaction } from 'kysely';
import { holdUser } from '../../identity/accounts.ts';
import { recordAudit } from '../../identity/audit.ts';
import { belongTo, requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { deleteWorkspace, ensureOwnWorkspace, lockEmptyWorkspace, openWorkspace } from '../members/commands.ts';
import { countCompaniesPaidBy } from '../members/queries.ts';

/**
 * Makes a further company that the caller owns, in their empty workspace if they have one (R-companies-22). It has no
 * e-mail address and phone of its own yet, so it takes none from anybody.
 * @returns its workspace
 * @throws AppError conflict when their plan covers no more companies.
 */
export function createCompany(db: Kysely<DB>, by: Session, form: NewCompany): Promise<WorkspaceId> {
  return db.transaction().execute(async (trx) => {
    // The lock lets two that are made at once count each other.
    await holdUser(trx, by.userId);
    await requireRoom(trx, by.userId);
    const workspaceId = (await lockEmptyWorkspace(trx, by.userId)) ?? (await openWorkspace(trx, by.userId));
    const id = randomUUIDv7();
    await trx
      .insertInto('companies')
      .values({
        workspace_id: workspaceId,
        id,
        company_name: form.companyName,
        employee_count: form.employeeCount,
        designation: 'Other',
        city: form.city ?? '',
        state: form.state,
        country: form.country ?? '',
        confirmed: true,
      })
      .execute();
    await recordAudit(trx, by, { noun: 'companies', verb: 'create', id });
    await recordActivity(trx, { ...by, workspaceId }, { what: 'companies.register' });
    return workspaceId;
  });
}

async function requireRoom(trx: Transaction<DB>, userId: string): Promise<void> {
  const { role } = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
  const paid = await countCompaniesPaidBy(trx, userId);
  const reason =
    role === 'admin'
      ? paid > 0 && 'Administrators keep their own company alone'
      : findNoRoomForCompany(role === 'premium' ? 'premium' : 'free', paid);
  if (reason) throw new AppError('conflict', reason);
}

/**
 * Deletes a company with everything in it; its people are out of it at once (R-companies-25).
 * @throws AppError forbidden for everybody but its owner.
 */
export async function deleteCompany(db: Kysely<DB>, session: Session, companyId: string): Promise<void> {
  const by = await belongTo(db, session, companyId);
  requirePermission(by, 'companies.delete');
  await db.transaction().execute(async (trx) => {
    await holdUser(trx, by.userId);
    // It may have been handed over, or deleted, since the call began.
    requirePermission(await belongTo(trx, by, companyId), 'companies.delete');
    await deleteWorkspace(trx, by.workspaceId);
    await ensureOwnWorkspace(trx, by.userId);
    await recordAudit(trx, by, { noun: 'companies', verb: 'delete', id: companyId });
  });
}
