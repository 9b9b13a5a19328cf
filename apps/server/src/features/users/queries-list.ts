import type { BoundedPagination } from '@anupalan/contract/primitives';
import type { User, UserFilters } from '@anupalan/contract/users';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { DB } from '../../platform/database-schema.ts';
import { COUNTED_AT_MOST, paginate } from '../../platform/pages.ts';
import { findCompaniesOf } from '../companies/queries.ts';
import { presentUser } from './present.ts';
import { USER_COLUMNS } from './queries.ts';

/** One page of the users, newest first, with the companies of their workspaces. */
export async function listUsers(
  db: Db,
  filters: UserFilters,
): Promise<{ users: User[]; pagination: BoundedPagination }> {
  const [rows, pagination] = await Promise.all([readPage(db, filters), countUsers(db, filters)]);
  const companies = await findCompaniesOf(
    db,
    rows.map((row) => row.workspace_id),
  );
  return { users: rows.map((row) => presentUser(row, companies.get(row.workspace_id) ?? null)), pagination };
}

/** The ids come from an index alone, however far down the page is; only its own rows are read. */
function readPage(db: Db, { page, limit, ...filters }: UserFilters) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('users')
        .select('id as chosen_id')
        .where(matches(filters))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .as('chosen'),
    )
    .innerJoin('users', 'users.id', 'chosen.chosen_id')
    .select([...USER_COLUMNS, 'workspace_id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Without a search the count is exact and kept ready; what a search finds is counted as far as anyone would page. */
async function countUsers(db: Db, { page, limit, ...filters }: UserFilters): Promise<BoundedPagination> {
  if (filters.search) return paginate({ page, limit }, await countMatches(db, filters));
  const total = await readTally(db, filters);
  return { page, limit, total, pages: Math.ceil(total / limit) };
}

type Filters = Pick<UserFilters, 'search' | 'role' | 'status'>;

async function countMatches(db: Db, filters: Filters): Promise<number> {
  const { counted } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where(matches(filters))
        .limit(COUNTED_AT_MOST + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return counted;
}

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

/** The expression is that of the index `users_search`; the case of letters doesn't matter. */
function contains(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`(first_name || ' ' || last_name || ' ' || primary_email) ilike ${pattern}`;
}

/** Adds the differences up that writes to `users` leave, so that there stay few. */
export async function foldUserTallies(db: Db): Promise<void> {
  await sql`
    with folded as (delete from user_tallies returning *)
    insert into user_tallies select role, status, sum(users) from folded group by role, status`.execute(db);
}
