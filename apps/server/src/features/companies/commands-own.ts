import { randomUUIDv7 } from 'node:crypto';
import type { NewCompany } from '@anupalan/contract/people/memberships';
import { findNoRoomForCompany } from '@anupalan/domain/members';
import { fullName } from '@anupalan/domain/names';
import { type Kysely, sql, type Transaction } from 'kysely';
import { holdUser } from '../../identity/accounts.ts';
import { recordAudit } from '../../identity/audit.ts';
import { belongTo, requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { violatedUniqueKey } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { deleteWorkspace, ensureOwnWorkspace, lockEmptyWorkspace, openWorkspace } from '../members/commands.ts';
import { countCompaniesPaidBy } from '../members/queries.ts';
import { listPeople } from '../members/queries-people.ts';
import { composeDeletedMail } from './emails.ts';
import { lockCompany } from './queries.ts';

/**
 * Makes a further company that the caller owns, in their empty workspace if they have one (R-companies-22). It has no
 * e-mail address and phone of its own yet, and what it will have takes none from anybody (R-companies-27).
 * @returns its workspace
 * @throws AppError conflict when their plan covers no more companies.
 */
export function createCompany(db: Kysely<DB>, by: Session, form: NewCompany): Promise<WorkspaceId> {
  return db.transaction().execute(async (trx) => (await createCompanyIn(trx, by, form)).workspaceId);
}

/**
 * {@link createCompany} within a transaction, for those who make several at once.
 * @param importKey the key by which a later import finds it again
 */
export async function createCompanyIn(
  trx: Transaction<DB>,
  by: Session,
  form: NewCompany,
  importKey: string | null = null,
): Promise<{ workspaceId: WorkspaceId; companyId: string }> {
  // The lock lets two that are made at once count each other.
  await holdUser(trx, by.userId);
  const workspaceId = await openForCompany(trx, by.userId);
  const id = randomUUIDv7();
  await trx
    .insertInto('companies')
    .values({
      workspace_id: workspaceId,
      id,
      import_key: importKey,
      company_name: form.companyName,
      employee_count: form.employeeCount,
      designation: 'Other',
      city: form.city ?? '',
      state: form.state,
      country: form.country ?? '',
      confirmed: true,
      contact: 'further',
    })
    .execute();
  await recordAudit(trx, by, { noun: 'companies', verb: 'create', id });
  await recordActivity(trx, { ...by, workspaceId }, { what: 'companies.register' });
  return { workspaceId, companyId: id };
}

/**
 * Opens the workspace of a further company of a person who is held: their empty one if they have one.
 * @throws AppError conflict when their plan covers no more companies
 */
export async function openForCompany(trx: Transaction<DB>, userId: string): Promise<WorkspaceId> {
  const reason = (await readRoomFor(trx, userId))(0);
  if (reason) throw new AppError('conflict', reason);
  return (await lockEmptyWorkspace(trx, userId)) ?? (await openWorkspace(trx, userId));
}

/** Reads what says why a person's plan covers no more companies, once they have so many more; null when it does. */
export async function readRoomFor(db: Db, userId: string): Promise<(more: number) => string | null> {
  const { role } = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
  const paid = await countCompaniesPaidBy(db, userId);
  if (role === 'admin') return (more) => (paid + more > 0 ? 'Administrators keep their own company alone' : null);
  return (more) => findNoRoomForCompany(role === 'premium' ? 'premium' : 'free', paid + more);
}

/**
 * Deletes a company with everything in it; its people are out of it at once, and told by mail (R-companies-25).
 * @throws AppError forbidden for everybody but its owner.
 */
export async function deleteCompany(
  { database: { db }, jobs }: Pick<Services, 'database' | 'jobs'>,
  session: Session,
  companyId: string,
): Promise<void> {
  const by = await belongTo(db, session, companyId);
  requirePermission(by, 'companies.delete');
  await db.transaction().execute(async (trx) => {
    await holdUser(trx, by.userId);
    // It may have been handed over, or deleted, since the call began.
    requirePermission(await belongTo(trx, by, companyId), 'companies.delete');
    const { company_name: companyName } = await lockCompany(trx, by.workspaceId);
    const people = await listPeople(trx, by.workspaceId);
    await deleteWorkspace(trx, by.workspaceId);
    await ensureOwnWorkspace(trx, by.userId);
    await recordAudit(trx, by, { noun: 'companies', verb: 'delete', id: companyId });
    const owner = people
      .filter(({ user_id }) => user_id === by.userId)
      .map(nameOf)
      .join('');
    for (const person of people.filter(({ user_id }) => user_id !== by.userId)) {
      await enqueueMail(trx, jobs, await composeDeletedMail(person.primary_email, { companyName, owner }));
    }
  });
}

function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return fullName(first_name, last_name);
}

/**
 * Lets e-mail and phone of a further company count, now that somebody accepted to own it, if its e-mail is their own
 * confirmed one and nobody else has it (R-companies-27). Otherwise they count once that is so.
 */
export async function claimContact(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const { contact, company_email } = await lockCompany(trx, workspaceId);
  if (contact === 'counts') return;
  const isTheirs = await isOwnersAddress(trx, workspaceId, company_email);
  if (isTheirs && (await countContact(trx, workspaceId))) return;
  await trx.updateTable('companies').set({ contact: 'handed-over' }).where('workspace_id', '=', workspaceId).execute();
}

/** Whether an address is the confirmed one of a company's owner. */
export async function isOwnersAddress(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  address: string,
): Promise<boolean> {
  const owner = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', '=', 'owner')
    .where('users.status', '=', 'active')
    .where('users.primary_email', '=', address)
    .executeTakeFirst();
  return owner !== undefined;
}

/** @returns false where another company has the e-mail or the phone, also one that takes it at this moment. */
async function countContact(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<boolean> {
  await sql`savepoint contact`.execute(trx);
  try {
    await trx.updateTable('companies').set({ contact: 'counts' }).where('workspace_id', '=', workspaceId).execute();
    return true;
  } catch (error) {
    if (violatedUniqueKey(error) === null) throw error;
    await sql`rollback to savepoint contact`.execute(trx);
    return false;
  }
}
