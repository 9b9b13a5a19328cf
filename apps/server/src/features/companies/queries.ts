import type { Company } from '@anupalan/contract/companies';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { type Selectable, sql, type Transaction } from 'kysely';
import { defaultWorkspaceOf } from '../../identity/members/membership.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Companies, DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { presentCompany } from './present.ts';

/** The workspace's company, or null when none is registered yet. */
export async function findCompany(db: Db, workspaceId: WorkspaceId): Promise<Company | null> {
  const row = await selectCompanies(db).where('companies.workspace_id', '=', workspaceId).executeTakeFirst();
  return row ? presentCompany(row) : null;
}

/** The company that a user's calls are about unless they name one; null also for an unknown user. */
export async function findCompanyOfUser(db: Db, userId: string): Promise<Company | null> {
  const row = await selectCompanies(db)
    .where('companies.workspace_id', '=', defaultWorkspaceOf(sql.val(userId)))
    .executeTakeFirst();
  return row ? presentCompany(row) : null;
}

/** The company of a known user, as {@link findCompanyOfUser} (R-companies-10). @throws AppError not-found for an unknown user */
export async function getCompanyOfUser(db: Db, userId: string): Promise<Company | null> {
  const company = await findCompanyOfUser(db, userId);
  if (company) return company;
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'User not found'));
  return null;
}

/** The workspace's company. @throws AppError not-found when none is registered yet. */
export async function getCompany(db: Db, workspaceId: WorkspaceId): Promise<Company> {
  const company = await findCompany(db, workspaceId);
  if (!company) throw companyNotFound();
  return company;
}

/** Locks the company for a change of it or of its states, so that such changes queue. @throws AppError not-found */
export async function lockCompany(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<Selectable<Companies>> {
  return trx
    .selectFrom('companies')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('confirmed', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow(companyNotFound);
}

/**
 * The moment from which a row of `companies` has a state, be it as its primary or an added one or because it has all;
 * now when it has it not (R-companies-14).
 */
export function sinceWhen(state: StateOrAll) {
  return sql<Date>`coalesce(
    least(
      case when companies.state in (${state}, ${ALL_STATES}) then companies.state_since end,
      (select added_at from company_states
       where company_states.workspace_id = companies.workspace_id and company_states.state = ${state})
    ),
    now()
  )`;
}

/** The fields whose values another company has. */
export async function takenFields(
  db: Db,
  workspaceId: WorkspaceId,
  { companyEmail = '', companyPhone = '' }: { companyEmail?: string | undefined; companyPhone?: string | undefined },
): Promise<('companyEmail' | 'companyPhone')[]> {
  const { rows } = await sql<{ field: 'companyEmail' | 'companyPhone' }>`
    select 'companyEmail' as field from companies
      where confirmed and contact = 'counts' and company_email <> '' and company_email = ${companyEmail}
        and workspace_id <> ${workspaceId}
    union all select 'companyPhone' from companies
      where confirmed and contact = 'counts' and phone_key <> '' and phone_key = phone_key(${companyPhone})
        and workspace_id <> ${workspaceId}
  `.execute(db);
  return rows.map(({ field }) => field);
}

function companyNotFound(): AppError {
  return new AppError('not-found', 'Company not found');
}

/** The companies of several workspaces, by workspace. */
export async function findCompaniesOf(db: Db, workspaceIds: readonly WorkspaceId[]): Promise<Map<string, Company>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await selectCompanies(db).where('companies.workspace_id', 'in', workspaceIds).execute();
  return new Map(rows.map((row) => [row.workspace_id, presentCompany(row)]));
}

/** The confirmed companies: one of a sign-up that nobody confirmed counts for nobody (R-accounts-4). */
function selectCompanies(db: Db) {
  return db
    .selectFrom('companies')
    .selectAll('companies')
    .select(
      sql<StateOrAll[]>`array(
        select state from company_states
        where company_states.workspace_id = companies.workspace_id
        order by added_at, state
      )`.as('additional_states'),
    )
    .where('confirmed', '=', true);
}
