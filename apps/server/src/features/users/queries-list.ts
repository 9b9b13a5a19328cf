import type { UserFilters } from '@anupalan/contract/people/user-management';
import type { User } from '@anupalan/contract/users';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { sql } from 'kysely';
import { defaultWorkspaceOf } from '../../identity/members/membership.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { pageOf, paginate } from '../../platform/postgres/pages.ts';
import { findCompaniesOf } from '../companies/queries.ts';
import { presentUser } from './present.ts';
import { USER_COLUMNS } from './queries.ts';
import { findUsers, type UserTally } from './queries-search.ts';

/** A page of the users, newest first, each with the company they work in unless they say another (R-users-13). */
export async function listUsers(
  db: Db,
  filters: UserFilters,
): Promise<{ users: User[]; pagination: BoundedPagination }> {
  const { ids, pagination } = await choosePage(db, filters);
  const rows = ids.length === 0 ? [] : await readUsers(db, ids);
  const companies = await findCompaniesOf(
    db,
    rows.map((row) => row.workspace_id),
  );
  return { users: rows.map((row) => presentUser(row, companies.get(row.workspace_id) ?? null)), pagination };
}

/**
 * The ids of the page, and how many users there are: exactly, by the tallies, without a search; as far as anyone would
 * page with one (R-users-14).
 */
async function choosePage(
  db: Db,
  { search, ...filters }: UserFilters,
): Promise<{ ids: readonly string[]; pagination: BoundedPagination }> {
  const tally = await readTally(db, filters);
  if (search) {
    const { ids, counted } = await findUsers(db, { ...filters, search }, tally);
    return { ids, pagination: paginate(filters, counted) };
  }
  return { ids: await readPage(db, filters, tally.ofFilters), pagination: pageOf(filters, tally.ofFilters) };
}

/** Reads the page's ids from an index alone, from whichever end is nearer. */
async function readPage(db: Db, { page, limit, role, status }: Omit<UserFilters, 'search'>, total: number) {
  const before = (page - 1) * limit;
  const size = Math.min(limit, total - before);
  if (size <= 0) return [];
  const after = total - before - size;
  const [order, offset] = before <= after ? (['desc', before] as const) : (['asc', after] as const);
  const rows = await db
    .selectFrom('users')
    .select('id')
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'user'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'active'))
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(size)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

async function readUsers(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom('users')
    .select([...USER_COLUMNS, defaultWorkspaceOf(sql.ref('users.id')).as('workspace_id')])
    .where('id', 'in', [...ids])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

async function readTally(db: Db, { role, status }: Pick<UserFilters, 'role' | 'status'>): Promise<UserTally> {
  const isWanted = sql`role = coalesce(${role ?? null}, role) and status = coalesce(${status ?? null}, status)`;
  const { rows } = await sql<UserTally>`
    select coalesce(sum(users), 0)::int as "inAll", coalesce(sum(users) filter (where ${isWanted}), 0)::int as "ofFilters"
    from user_tallies`.execute(db);
  return rows[0] ?? { inAll: 0, ofFilters: 0 };
}
