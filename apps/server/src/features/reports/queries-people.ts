import type { PreparedBy } from '@anupalan/contract/people/reports';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { IMPORTED, nameInCompany } from '../activity/queries.ts';

/** Who prepares a report: their name and confirmed address, and the company that they have owned longest. */
export interface Preparer {
  readonly name: string;
  readonly email: string;
  readonly company: { readonly id: string; readonly name: string; readonly phone: string } | null;
}

/** Who prepares a report (R-reports-6). */
export async function readPreparer(db: Db, userId: string): Promise<Preparer> {
  const { rows } = await sql<Preparer>`
    select full_name(first_name, last_name) as name, primary_email as email, (
      select json_build_object('id', c.id, 'name', c.company_name, 'phone', c.company_phone)
      from memberships m join companies c on c.id = m.company_id
      where m.user_id = users.id and m.role = 'owner' order by m.since, m.id limit 1) as company
    from users where id = ${userId}`.execute(db);
  const [preparer] = rows;
  if (!preparer) throw new Error('The caller of a report is gone');
  return preparer;
}

/** Who prepares a sheet about a company; their own company only where it is another (R-reports-6). */
export function describePreparer({ name, email, company }: Preparer, companyId: string): PreparedBy {
  const other = company?.id === companyId ? null : company;
  return { name, company: other?.name ?? null, email, phone: other?.phone || null };
}

/** The names of people by their ids, as the company's activity has them; who was erased is missing. */
export async function readNames(
  db: Db,
  { workspaceId }: Pick<Session, 'workspaceId'>,
  userIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select users.id, ${nameInCompany('users', workspaceId)} as name from users where id = any(${[...userIds]}::uuid[])
    union all
    select id, full_name(first_name, last_name) || ${IMPORTED} from imported_people
    where workspace_id = ${workspaceId} and id = any(${[...userIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
