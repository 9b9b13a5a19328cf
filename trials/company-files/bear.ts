import type { Call } from '@anupalan/contract/wire/call';
import { expect } from 'vitest';
import { z } from 'zod';
import { listJobs } from '../../apps/server/src/compose.ts';
import { hashPassword, PASSWORD } from '../../apps/server/test/accounts.ts';
import type { TestApp } from '../../apps/server/test/harness.ts';
import type { Person } from '../../apps/server/test/people.ts';
import { listCalls, nameCall } from '../list-calls.ts';
import { fillForm, QUERIES, UNKNOWN_ID } from '../make-call.ts';

/*
 * Whether a company bears whatever is done with it: every reading, every export, every job, and its end.
 */

const ENDLESS = ['GET /live'];

const READINGS = (await listCalls()).filter(
  (call) => call.method === 'GET' && !ENDLESS.includes(nameCall(call)) && !call.path.includes(':token'),
);

/** The tables whose ids the paths of calls have, by how they begin. */
const TABLES: readonly [RegExp, string][] = [
  [/^\/compliance\/data\/:id/, 'compliance_items'],
  [/^\/events\/:id/, 'events'],
  [/^\/evidence\/:id/, 'evidence'],
];

/** What a query of a reading is asked with besides. */
const SPANS: Readonly<Record<string, Record<string, string>>> = {
  'GET /compliance/data': { from: '1900-01-01', to: '2200-12-31' },
  'GET /companies/report': { month: '2026-11' },
};

/** Reads everything of a company as somebody. @throws for an answer that is a 5xx, or outside its schema */
export async function readEverything(
  server: TestApp,
  person: Person,
  company: string,
  workspaceId: string,
): Promise<void> {
  for (const call of READINGS) {
    for (const path of await pathsOf(server, call, workspaceId)) {
      const query = {
        ...(call.query && (QUERIES[nameCall(call)] ?? fillForm(call, call.query))),
        ...SPANS[nameCall(call)],
      };
      await readOne(server, { call, path: `${path}?${new URLSearchParams(query)}`, person, company });
    }
  }
  for (const path of ['/companies/agenda?from=2026-01-01&to=2026-12-31', '/companies/overview?search=a']) {
    await server.call({ url: `/api${path}`, token: person.token });
  }
  const tables = ['compliance', 'statuses', 'payments', 'activity', 'registrations', 'evidence', 'events'];
  for (const table of tables) {
    for (const format of ['xlsx', 'csv', 'pdf']) {
      await server.call({ url: `/api/exports/${table}?format=${format}`, ...as(person, company) });
    }
  }
  await readFeeds(server, person, company);
}

function as({ token }: Person, company: string) {
  return { token, headers: { 'x-company': company } };
}

interface Reading {
  readonly call: Call;
  readonly path: string;
  readonly person: Person;
  readonly company: string;
}

async function readOne(server: TestApp, { call, path, person, company }: Reading): Promise<void> {
  const answer = await server.call({ url: `/api${path}`, ...as(person, company) });
  const schema = call.answers[answer.statusCode];
  if (answer.statusCode !== 200 || call.media !== undefined || !(schema instanceof z.ZodType)) return;
  const { error } = schema.safeParse(answer.json());
  if (error) throw new Error(`GET ${path}: ${JSON.stringify(error.issues.slice(0, 3))}`);
}

async function pathsOf(server: TestApp, { path }: Call, workspaceId: string): Promise<string[]> {
  const table = TABLES.find(([pattern]) => pattern.test(path))?.[1];
  const ids = table
    ? (
        await server.owner.query<{ id: string }>(`select id from ${table} where workspace_id = $1 limit 5`, [
          workspaceId,
        ])
      ).rows
    : [];
  const fill = (id: string) => path.replace(':id', id).replaceAll(/:(\w+)/g, UNKNOWN_ID);
  return path.includes(':') ? [...ids.map(({ id }) => fill(id)), fill(UNKNOWN_ID)] : [path];
}

async function readFeeds(server: TestApp, person: Person, company: string): Promise<void> {
  for (const kind of ['mine', 'company', 'all']) {
    const made = await server.call({
      method: 'POST',
      url: '/api/calendar-feeds',
      payload: { kind },
      ...as(person, company),
    });
    if (made.statusCode !== 201) continue;
    const { address } = z.object({ data: z.object({ address: z.string() }) }).parse(made.json()).data;
    expect((await server.call({ url: new URL(address).pathname })).statusCode).toBe(200);
  }
}

/** Has a pack and a company's file made, and runs every job once, which also sends what is due. */
export async function runEverything(server: TestApp, person: Person, company: string): Promise<void> {
  const pack = { from: '2026-01-01', to: '2026-12-31' };
  for (const [path, payload] of [
    ['/packs', pack],
    ['/exports/company', undefined],
  ] as const) {
    await server.call({ method: 'POST', url: `/api${path}`, ...(payload && { payload }), ...as(person, company) });
  }
  for (const job of listJobs(server.services)) if (!NEED_DATA.test(job.queue)) await job.run({});
  const { rows } = await server.owner.query(`select kind, fault from prepared_files where state <> 'ready'`);
  expect(rows).toEqual([]);
}

/** Work that is given something, which the other jobs hand on. */
const NEED_DATA = /mail|deliver-push|webhook/;

/** Deletes a company, or erases its owner with it. @returns where something of the workspace is left */
export async function endEverything(
  server: TestApp,
  { userId, workspaceId, token }: Person,
  end: { readonly company: string } | 'account',
): Promise<string[]> {
  const change = { password_hash: await hashPassword() };
  await server.services.database.db.updateTable('users').set(change).where('id', '=', userId).execute();
  const ended = await server.call({
    method: 'DELETE',
    token,
    ...(end === 'account'
      ? { url: '/api/users/profile', payload: { password: PASSWORD } }
      : { url: `/api/companies/${end.company}` }),
  });
  expect([ended.statusCode, ended.body]).toEqual([200, expect.anything()]);
  const { rows: tables } = await server.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' and table_name <> 'files'`,
  );
  const left: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.owner.query(`select 1 from ${name} where workspace_id = $1 limit 1`, [workspaceId]);
    if (rows.length > 0) left.push(name);
  }
  return left;
}

/** What everybody else has: of each table the rows that aren't of a workspace, and the catalogue's. */
export async function printOthers(server: TestApp, but: readonly string[]): Promise<Record<string, string>> {
  const { rows: tables } = await server.owner.query<{ name: string; ofWorkspace: boolean }>(
    `select t.table_name as name, exists (
       select from information_schema.columns c
       where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'workspace_id') as "ofWorkspace"
     from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
  const print: Record<string, string> = {};
  for (const { name, ofWorkspace } of tables) {
    if (VOLATILE.includes(name)) continue;
    const which = ofWorkspace
      ? 'workspace_id is null or workspace_id <> all($1)'
      : name === 'compliance_values'
        ? 'compliance_item_id not in (select id from compliance_items where workspace_id = any($1))'
        : name === 'workspaces'
          ? 'id <> all($1)'
          : 'cardinality($1::uuid[]) >= 0';
    const { rows } = await server.owner.query<{ sum: string }>(
      `select md5(coalesce(string_agg(row::text, chr(10) order by row::text), '')) as sum from ${name} as row where ${which}`,
      [but],
    );
    print[name] = rows[0]?.sum ?? '';
  }
  return print;
}

/** What every call writes, or counts: none of it says anything of a company. */
const VOLATILE: readonly string[] = [
  ...[
    'rate_limits',
    'sessions',
    'audit_log',
    'users',
    'files',
    'file_parts',
    'versions',
    'item_tallies',
    'user_tallies',
  ],
  ...['audit_tallies', 'audit_origins', 'instance_keys', 'sealing', 'memberships'],
];
