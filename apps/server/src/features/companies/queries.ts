import type { Company } from '@anupalan/contract/companies';
import type { StateOrAll } from '@anupalan/domain/states';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { WorkspaceId } from '../../platform/sessions.ts';
import { presentCompany } from './present.ts';

/** The workspace's company, or null when none is registered yet. */
export async function findCompany(db: Db, workspaceId: WorkspaceId): Promise<Company | null> {
  const row = await selectCompanies(db).where('companies.workspace_id', '=', workspaceId).executeTakeFirst();
  return row ? presentCompany(row) : null;
}

/** The company of the workspace a user belongs to, or null. */
export async function findCompanyOfUser(db: Db, userId: string): Promise<Company | null> {
  const row = await selectCompanies(db)
    .innerJoin('users', 'users.workspace_id', 'companies.workspace_id')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row ? presentCompany(row) : null;
}

/** The companies of several workspaces, by workspace. */
export async function findCompaniesOf(db: Db, workspaceIds: readonly string[]): Promise<Map<string, Company>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await selectCompanies(db).where('companies.workspace_id', 'in', workspaceIds).execute();
  return new Map(rows.map((row) => [row.workspace_id, presentCompany(row)]));
}

/** A company of a sign-up that nobody confirmed is not there yet. */
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
