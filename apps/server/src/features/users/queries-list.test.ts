import { UserFilters } from '@anupalan/contract/users';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { listUsers } from './queries-list.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  await database.pool.query(`
    with made as (insert into workspaces (id) select gen_random_uuid() from generate_series(1, 3000) returning id)
    insert into users (id, workspace_id, first_name, last_name, primary_email, personal_phone, password_hash, role, status, created_at)
    select uuidv7(), id, 'Asha', 'Rao', 'asha' || n || '@example.in', '', '', case when n % 100 = 0 then 'premium' else 'user' end,
           case when n % 90 = 0 then 'pending' else 'active' end, now() - n * interval '1 minute'
    from (select id, row_number() over () as n from made) numbered`);
  await database.pool.query('vacuum analyze users');
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test.each([
  [{}, ['users_newest']],
  [{ role: 'premium' }, ['users_newest_by_role']],
  [{ status: 'pending' }, ['users_newest_by_status']],
  [{ role: 'user', status: 'pending' }, ['users_newest_by_role_and_status']],
  [{ search: 'asha2999@' }, ['users_search', 'users_search']],
])('however many there are, %j reads no more than it answers', async (filters, indexes) => {
  const used: string[] = [];
  for (const { sql, parameters } of await recordQueries(filters)) {
    const { rows } = await database.pool.query(`explain ${sql}`, [...parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan on users');
    used.push(...(plan.match(/\busers_(newest|search)\w*/g) ?? []));
  }
  expect(used).toEqual(indexes);
});

/** The statements of a list that touch `users`. */
async function recordQueries(filters: object): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const recording = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => void queries.push(query),
  });
  await listUsers(recording, UserFilters.parse(filters));
  return queries.filter(({ sql }) => sql.includes('"users"'));
}
