import { UserFilters } from '@anupalan/contract/people/user-management';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { listUsers } from '../../apps/server/src/features/users/queries-list.ts';
import { selectFound } from '../../apps/server/src/features/users/queries-search.ts';
import { startTestApp, type TestApp } from '../../apps/server/test/harness.ts';
import { loadItems } from '../items.ts';
import { CALLS, type GrowthCall } from './calls.ts';
import { ITEMS } from './grown-database.ts';
import { seedCompanies } from './seed.ts';

const COMPANIES = 300;

/** So many times the companies the planner takes the database for. */
const TAKEN_FOR = 1_000;

/** The catalogue, which everybody shares, and tables with fewer rows than this don't grow with the companies. */
const CATALOGUE = ['acts', 'compliance_fields', 'compliance_items', 'compliance_values', 'catalogue_keys'];
const ROWS_OF_SMALL = 250;

/** Rows that a step of a plan may read and throw away, and times that it may look into an index. */
const THROWN_AWAY = 200;
const SEARCHES = 150;

/** What the planner expects of a statement at most, in its unit, unless the call says more. */
const COST = 50_000;

let server: TestApp;
let url: string;
let growing: ReadonlySet<string>;

beforeAll(async () => {
  server = await startTestApp();
  await keepStatistics();
  await loadItems(server.services.database, ITEMS);
  await seedCompanies(server.owner, COMPANIES);
  const { rows } = await server.owner.query<{ relname: string }>(
    `select relname from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1 and relname <> all($2)`,
    [ROWS_OF_SMALL, CATALOGUE],
  );
  await server.owner.query(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
       'relpages', relpages, 'reltuples', reltuples * $2::real)
     from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)`,
    [rows.map(({ relname }) => relname), TAKEN_FOR],
  );
  growing = new Set(rows.map(({ relname }) => relname));
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => server.close());

/** Keeps PostgreSQL from counting the rows anew, which would tell the planner how few there are. */
async function keepStatistics(): Promise<void> {
  await server.owner.query(`
    do $$ declare one regclass; begin
      for one in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = false)', one);
      end loop;
    end $$`);
}

test('the tables that grow are seeded', () => {
  const tables = [
    'status_entries',
    'status_records',
    'activity',
    'users',
    'sessions',
    'companies',
    'audit_log',
    'custom_reminders',
  ];
  expect([...growing]).toEqual(expect.arrayContaining([...tables, 'orders', 'subscriptions', 'contact_messages']));
});

test.each(CALLS)('$name reads no more with more companies', async (call) => {
  const statements = await recordCall(call);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    const plan = await explain(server.owner, statement);
    expect(listFaults(plan, call), statement.text).toEqual([]);
  }
});

test('the sessions of calls are read by a plan that is kept, from indexes alone', async () => {
  const statements = await recordCall(CALLS.find(({ name }) => name === 'GET /api/users/profile'));
  const session = statements.find(({ text }) => text.includes('join sessions'));
  const client = await server.owner.connect();
  try {
    const asked = { ...session, name: 'kept', text: session?.text ?? '' };
    for (let call = 0; call < 20; call++) expect((await client.query(asked)).rowCount).toBe(1);
    const kept = await client.query(
      `select generic_plans::int, custom_plans::int from pg_prepared_statements where name = 'kept'`,
    );
    // PostgreSQL tries five plans of their own before it keeps one.
    expect(kept.rows).toEqual([{ generic_plans: 15, custom_plans: 5 }]);
    const { rows } = await client.query(`explain ${asked.text}`, session?.values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('using memberships_by_user on memberships');
    expect(plan).not.toMatch(/Seq Scan on (?:sessions|users|memberships|workspaces|companies)/);
  } finally {
    client.release();
  }
});

test.each([
  ['walk', { search: 'example.in' }, 'users_newest_with_text'],
  ['walk', { search: 'example.in', role: 'premium', status: 'suspended' }, 'users_newest_with_text'],
  ['grams', { search: 'zzzz' }, 'users_search'],
  ['grams', { search: 'zz', role: 'premium', status: 'suspended' }, 'users_search'],
] as const)('a search that goes the way %s is read from its index: %j', async (way, filters, index) => {
  const { sql, parameters } = selectFound({ ...filters, page: 1, limit: 10 }, way).compile(server.services.database.db);
  const { rows } = await server.owner.query(`explain ${sql}`, [...parameters]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan.match(/\b(?:using|Bitmap Index Scan on) (\w+)/)?.[1]).toBe(index);
  expect(plan).not.toContain('Seq Scan on users');
});

test.each([
  ['a text whose trigrams everybody has', { search: 'yahoo.in' }],
  ['a frequent text with filters that few have', { search: 'yahoo.co.in', role: 'premium', status: 'pending' }],
] as const)('nobody is fetched who is not found: %s', async (_, filters) => {
  const { sql, parameters } = selectFound({ ...filters, page: 1, limit: 10 }, 'grams').compile(
    server.services.database.db,
  );
  const client = await server.owner.connect();
  try {
    await client.query(`begin; update users set primary_email = id || '@yahoo.co.in'`);
    const { rows } = await client.query(`explain (analyze, timing off) ${sql}`, [...parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Bitmap Index Scan on users_search .*actual rows=0\.00/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test.each([
  ['a page of the middle', { page: 10_000 }, 'users_newest'],
  ['the last page', { page: 30, limit: 10 }, 'users_newest'],
  ['a role', { role: 'premium' }, 'users_newest_by_role'],
  ['a status', { status: 'suspended' }, 'users_newest_by_status'],
  ['both', { role: 'premium', status: 'suspended' }, 'users_newest_by_role_and_status'],
])('the list of users is read from an index: %s', async (_, filters, index) => {
  const statements = await record(async () => {
    await listUsers(server.services.database.db, UserFilters.parse(filters));
  });
  const plans = await Promise.all(statements.map(({ text, values }) => server.owner.query(`explain ${text}`, values)));
  const lines = plans.flatMap(({ rows }) => rows.map((row) => String(row['QUERY PLAN'])));
  expect(lines.some((line) => line.includes('Seq Scan on users'))).toBe(false);
  if (statements.length > 1) expect(lines.join('\n')).toContain(`using ${index} on users`);
});

test.each([
  ['status_entries_newest', 'GET /api/compliance/data/:id/status-history (administrator)'],
  ['orders_by_user', 'GET /api/payments'],
  ['audit_log_by_action', 'GET /api/audit-log?action=auth.sign-in&page=3 (administrator)'],
  ['sessions_by_last_day', 'the job clean-up-accounts'],
])('it is noticed that the index %s is missing', async (index, name) => {
  const call = CALLS.find((one) => one.name === name);
  const statements = await recordCall(call);
  const client = await server.owner.connect();
  try {
    await client.query(`begin; drop index ${index}`);
    const faults = [];
    for (const statement of statements) faults.push(...listFaults(await explain(client, statement), call));
    expect(faults).not.toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

/** The statements of a call that is made once. */
function recordCall(call: GrowthCall | undefined): Promise<Statement[]> {
  const { database } = server.services;
  return record(async () => {
    const ask = await call?.begin({ postgres: { companies: COMPANIES, database }, url });
    await ask?.(0);
  });
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements on tables that were run meanwhile. */
async function record(work: () => Promise<void>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const statements = spy.mock.calls.map(readStatement);
  spy.mockRestore();
  return statements.filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text));
}

const Config = z.object({ text: z.string(), values: z.array(z.unknown()).default([]) });

function readStatement([query, values]: readonly unknown[]): Statement {
  if (typeof query === 'string') return { text: query, values: Array.isArray(values) ? values : [] };
  return Config.catch({ text: '', values: [] }).parse(query);
}

const Plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().default(''),
  'Total Cost': z.number(),
  'Actual Loops': z.number().default(1),
  'Rows Removed by Filter': z.number().default(0),
  'Index Searches': z.number().default(0),
  get Plans(): z.ZodOptional<z.ZodArray<typeof Plan>> {
    return z.array(Plan).optional();
  },
});
type Plan = z.infer<typeof Plan>;

/** Explains a statement; one that only reads is run, which tells what it throws away. */
async function explain(client: Pick<pg.ClientBase, 'query'>, { text, values }: Statement): Promise<Plan> {
  const analyze = !/\b(insert|update|delete)\b/i.test(text);
  const { rows } = await client.query(`explain (analyze ${analyze}, format json) ${text}`, values);
  return Plan.parse(rows[0]['QUERY PLAN'][0].Plan);
}

/** A step of a plan: what it does with which table, how many rows it reads for nothing, how often it looks. */
interface Step {
  readonly does: string;
  readonly name: string;
  readonly thrownAway: number;
  readonly searches: number;
}

/** The steps of a plan; reading a table as a whole until there are enough rows is a step of its own kind. */
function listSteps(plan: Plan, within = ''): Step[] {
  const { 'Node Type': does, 'Relation Name': name, 'Actual Loops': loops, Plans = [] } = plan;
  const step = {
    does: within === 'Limit' && plan['Rows Removed by Filter'] === 0 ? `${does} until enough` : does,
    name,
    thrownAway: plan['Rows Removed by Filter'] * loops,
    searches: plan['Index Searches'] / Math.max(loops, 1),
  };
  return [step, ...Plans.flatMap((part) => listSteps(part, does))];
}

/** The steps for which a plan is refused, or the plan itself when it is expected to cost too much. */
function listFaults(plan: Plan, { readsAll = [], mayCost = COST }: Partial<GrowthCall> = {}): unknown[] {
  const faults = listSteps(plan).filter(
    ({ does, name, thrownAway, searches }) =>
      searches > SEARCHES ||
      (growing.has(name) && !readsAll.includes(name) && (does === 'Seq Scan' || thrownAway > THROWN_AWAY)),
  );
  return plan['Total Cost'] > mayCost ? [...faults, { cost: plan['Total Cost'] }] : faults;
}
