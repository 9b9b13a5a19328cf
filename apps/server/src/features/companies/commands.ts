import { randomUUIDv7 } from 'node:crypto';
import type { CompanyChanges, CompanyForm } from '@anupalan/contract/companies';
import { isSamePhone } from '@anupalan/contract/wire/phone-number';
import { ALL_STATES, type State, type StateOrAll } from '@anupalan/domain/states';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { alreadyRegistered, takenField } from '../../identity/taken-fields.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Companies, DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { lockEmptyWorkspace } from '../members/commands.ts';
import { isOwnersAddress } from './commands-own.ts';
import { lockCompany, sinceWhen, takenFields } from './queries.ts';

/**
 * Gives the caller's own empty workspace its company (R-companies-7).
 * @returns that workspace
 * @throws AppError conflict when they have a company already, or with the fields that another company has
 * (R-companies-5).
 */
export function registerCompany(db: Kysely<DB>, by: Session, form: CompanyForm): Promise<WorkspaceId> {
  return explainTaken(db, by.workspaceId, form, () =>
    db.transaction().execute(async (trx) => {
      const workspaceId = await lockEmptyWorkspace(trx, by.userId);
      if (!workspaceId) throw new AppError('conflict', 'Company already registered');
      const { id } = await trx
        .insertInto('companies')
        .values({
          workspace_id: workspaceId,
          id: randomUUIDv7(),
          company_name: form.companyName,
          employee_count: form.employeeCount,
          company_phone: form.companyPhone,
          company_email: form.companyEmail,
          designation: form.designation,
          industry: form.industry ?? '',
          company_website: form.companyWebsite ?? '',
          city: form.city,
          state: form.state ?? ALL_STATES,
          country: form.country ?? '',
          confirmed: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recordAudit(trx, by, { noun: 'companies', verb: 'register', id });
      await recordActivity(trx, { ...by, workspaceId }, { what: 'companies.register' });
      return workspaceId;
    }),
  );
}

/**
 * Changes the given fields of the company (R-companies-9). A new primary state counts from when the workspace first had
 * it, be it as an added one (R-companies-14).
 * @throws AppError not-found; conflict with the fields that another company has.
 */
export function changeCompany(db: Kysely<DB>, by: Session, changes: CompanyChanges): Promise<void> {
  return explainTaken(db, by.workspaceId, changes, () =>
    db.transaction().execute((trx) => changeCompanyIn(trx, by, changes)),
  );
}

/**
 * {@link changeCompany} within a transaction, for those who change several at once.
 * @param importKey the key by which a later import finds it again, unless it has one
 */
export async function changeCompanyIn(
  trx: Transaction<DB>,
  by: Session,
  changes: Partial<CompanyChanges>,
  importKey: string | null = null,
): Promise<void> {
  const before = await lockCompany(trx, by.workspaceId);
  const { id, state } = before;
  const next = changes.state === state ? undefined : changes.state;
  const columns = {
    company_name: changes.companyName,
    employee_count: changes.employeeCount,
    company_phone: newPhone(changes.companyPhone, before.company_phone),
    company_email: changes.companyEmail,
    designation: changes.designation,
    industry: changes.industry,
    company_website: changes.companyWebsite,
    city: changes.city,
    country: changes.country,
  };
  await trx
    .updateTable('companies')
    .set({
      ...columns,
      ...(next && { state: next, state_since: sinceWhen(next) }),
      ...(await countsNow(trx, before, changes.companyEmail)),
      ...(importKey !== null && { import_key: sql<string>`coalesce(import_key, ${importKey})` }),
      updated_at: sql<Date>`now()`,
    })
    .where('workspace_id', '=', by.workspaceId)
    .execute();
  await recordAudit(trx, by, { noun: 'companies', verb: 'update', id });
  const fields = listChanged({ ...columns, state: next }, before);
  if (fields.length > 0) await recordActivity(trx, by, { what: 'companies.update', about: { fields } });
}

/** A number that is given, unless it is the stored one in another spelling, which stays as typed (R-accounts-72). */
function newPhone(given: string | undefined, stored: string): string | undefined {
  return given !== undefined && isSamePhone(given, stored) ? undefined : given;
}

/** Lets e-mail and phone count once a company that was handed over gets its owner's address (R-companies-27). */
async function countsNow(
  trx: Transaction<DB>,
  { workspace_id, contact, company_email }: Pick<Selectable<Companies>, 'workspace_id' | 'contact' | 'company_email'>,
  address: string | undefined,
): Promise<{ contact?: 'counts' }> {
  if (contact !== 'handed-over' || address === undefined || address === company_email) return {};
  return (await isOwnersAddress(trx, workspace_id, address)) ? { contact: 'counts' } : {};
}

/** The fields that a change gives another value, by the names that the contract has for these columns. */
function listChanged(changes: object, before: object): string[] {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const former = new Map(Object.entries(before));
  return given
    .filter(([column, value]) => value !== former.get(column))
    .map(([column]) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

/**
 * Adds a state to the company (R-companies-12).
 * @throws AppError not-found without a company; conflict when it has the state.
 */
export function addState(db: Kysely<DB>, by: Session, state: State): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await includeState(trx, by, state))) throw new AppError('conflict', 'State already added');
  });
}

/**
 * Gives the company a state.
 * @returns whether it had it neither as its primary state nor as an added one
 * @throws AppError not-found without a company.
 */
export async function includeState(trx: Transaction<DB>, by: Session, state: State): Promise<boolean> {
  const company = await lockCompany(trx, by.workspaceId);
  const added =
    company.state !== state &&
    (await trx
      .insertInto('company_states')
      .columns(['workspace_id', 'state', 'added_at'])
      .expression((build) =>
        build
          .selectFrom('companies')
          .select(['workspace_id', sql<State>`${state}`.as('state'), sinceWhen(state).as('added_at')])
          .where('workspace_id', '=', by.workspaceId),
      )
      .onConflict((conflict) => conflict.columns(['workspace_id', 'state']).doNothing())
      .returning('state')
      .executeTakeFirst());
  if (added) await recordState(trx, by, { verb: 'add-state', id: company.id, state });
  return Boolean(added);
}

/**
 * Removes an added state from the company (R-companies-13).
 * @throws AppError not-found without a company, or when the state was not added.
 */
export function removeState(db: Kysely<DB>, by: Session, state: string): Promise<StateOrAll> {
  return db.transaction().execute(async (trx) => {
    const company = await lockCompany(trx, by.workspaceId);
    const removed = await trx
      .deleteFrom('company_states')
      .where('workspace_id', '=', by.workspaceId)
      .where(sql<string>`state`, '=', state)
      .returning('state')
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'State not found'));
    await recordState(trx, by, { verb: 'remove-state', id: company.id, state: removed.state });
    return removed.state;
  });
}

async function recordState(
  trx: Transaction<DB>,
  by: Session,
  { verb, id, state }: { verb: 'add-state' | 'remove-state'; id: string; state: string },
): Promise<void> {
  await recordAudit(trx, by, { noun: 'companies', verb, id, details: { state } });
  await recordActivity(trx, by, { what: `companies.${verb}`, about: { state } });
}

/** Turns the unique key that a write violated into the 409 with the fields that another company has. */
async function explainTaken<T>(
  db: Kysely<DB>,
  workspaceId: WorkspaceId,
  form: Pick<CompanyChanges, 'companyEmail' | 'companyPhone'>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const field = takenField(error);
    if (!field) throw error;
    throw alreadyRegistered([field, ...(await takenFields(db, workspaceId, form))]);
  }
}
