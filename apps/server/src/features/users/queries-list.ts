import type { User, UserFilters } from '@anupalan/contract/users';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { countFound, pageOf, paginate } from '../../platform/postgres/pages.ts';
import { findCompaniesOf } from '../companies/queries.ts';
import { presentUser } from './present.ts';
import { USER_COLUMNS } from './queries.ts';

/** A page of the users, newest first, with the companies of their workspaces (R-users-13). */
export async function listUsers(
  db: Db,
  filters: UserFilters,
): Promise<{ users: User[]; pagination: BoundedPagination }> {
  const pagination = await countUsers(db, filters);
  const rows = await readPage(db, filters, pagination.total);
  const companies = await findCompaniesOf(
    db,
    rows.map((row) => row.workspace_id),
  );
  return { users: rows.map((row) => presentUser(row, companies.get(row.workspace_id) ?? null)), pagination };
}

/**
 * Reads the page's ids from an index alone when nothing is searched for, however far down the page is, and then only
 * its own rows.
 */
async function readPage(db: Db, { page, limit, ...filters }: UserFilters, total: number) {
  const offset = (page - 1) * limit;
  if (offset >= total) return [];
  return await db
    .selectFrom((eb) =>
      eb
        .selectFrom('users')
        .select('id as chosen_id')
        .where(matches(filters))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('chosen'),
    )
    .innerJoin('users', 'users.id', 'chosen.chosen_id')
    .select([...USER_COLUMNS, 'workspace_id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Counts the users: exactly, by the tallies, without a search; as far as anyone would page with one (R-users-14). */
async function countUsers(db: Db, { page, limit, ...filters }: UserFilters): Promise<BoundedPagination> {
  if (!filters.search) return pageOf({ page, limit }, await readTally(db, filters));
  const found = db.selectFrom('users').select('id').where(matches(filters));
  return paginate({ page, limit }, await countFound(db, found));
}

type Filters = Pick<UserFilters, 'search' | 'role' | 'status'>;

async function readTally(db: Db, { role, status }: Filters): Promise<number> {
  const { total } = await db
    .selectFrom('user_tallies')
    .select(sql<number>`coalesce(sum(users), 0)::int`.as('total'))
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .executeTakeFirstOrThrow();
  return total;
}

function matches({ search, role, status }: Filters) {
  return (eb: ExpressionBuilder<DB, 'users'>) => {
    const conditions: Expression<SqlBool>[] = [];
    if (search) conditions.push(contains(search));
    if (role) conditions.push(eb('role', '=', role));
    if (status) conditions.push(eb('status', '=', status));
    return eb.and(conditions);
  };
}

/** The condition of a search, case-insensitive; its expression must be that of the index `users_search`. */
function contains(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`(first_name || ' ' || last_name || ' ' || primary_email) ilike ${pattern}`;
}
