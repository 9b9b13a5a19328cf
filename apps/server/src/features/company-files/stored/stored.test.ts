import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addPerson } from '../../../../test/people.ts';
import { checkCompanies, cleanCompany, listDisplaced } from '../../../brought-companies.ts';
import { type Database, openDatabase } from '../../../platform/postgres/database.ts';
import { addCatalogue, addRichCompany, type Catalogue, type RichCompany } from '../rich-company.fixture.ts';

let server: TestApp;
let database: Database;
let rich: RichCompany;
let catalogue: Catalogue;
let workspace: string;

beforeAll(async () => {
  server = await startTestApp();
  database = openDatabase(server.ownerUrl, () => {});
  catalogue = await addCatalogue(server);
  rich = await addRichCompany(server, catalogue);
  workspace = rich.owner.workspaceId;
  await server.owner.query(
    `insert into imported_companies (workspace_id, manifest, company_name, made_at, fingerprint, imported_by, imported_at)
     values ($1, sha256('x'), 'Rao & Sons', now(), 'x', $2, '2026-01-01')`,
    [workspace, rich.owner.userId],
  );
});

afterAll(async () => {
  await database.close();
  await server.close();
});

async function check(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of checkCompanies(database.db)) lines.push(line);
  return lines.filter((line) => !line.startsWith('catalogue '));
}

test('a company as calls write it has no fault', async () => {
  expect(await check()).toEqual([]);
});

test('what a file brought in that no call writes is named, and a cleaning mends it or takes it out', async () => {
  const stranger = await addPerson(server.services);
  const { owner: db } = server;
  const item = randomUUIDv7();
  await db.query(
    `insert into compliance_items (id, act_id, sr_no, title, state, due_date, frequency, workspace_id, reminder_days)
     values ($1, $2, 9, repeat('x', 5000), '-', '2026-10-01', 'yearly', $3, '{2147483647}')`,
    [item, catalogue.act, workspace],
  );
  await db.query(`update companies set company_website = 'javascript:alert(1)' where workspace_id = $1`, [workspace]);
  await db.query(`insert into company_states values ($1, 'Atlantis', 'infinity')`, [workspace]);
  await db.query(
    `update status_records set imported = true, checked_by = $2 where workspace_id = $1 and note = 'Filed at noon'`,
    [workspace, stranger.userId],
  );
  const found = await check();
  expect(found).toEqual([
    expect.stringContaining(`${workspace} companies `),
    `${workspace} company_states Atlantis state: State is required`,
    expect.stringContaining(`${workspace} compliance_items ${item} title: `),
    expect.stringContaining('checker_id: names the account '),
    expect.stringContaining(`checked_by: names the account ${stranger.userId}`),
    expect.stringContaining(`npm run files -- clean ${workspace}`),
  ]);
  expect(await cleanCompany(database, workspace)).toBe('1 rows mended, 2 taken out, 2 names of accounts replaced\n');
  expect(await check()).toEqual([]);
  const takenOut: string[] = [];
  for await (const line of listDisplaced(database.db)) takenOut.push(line);
  expect(takenOut).toEqual([
    expect.stringContaining(`${workspace} compliance_items ${item}: was taken out, title `),
    `${workspace} company_states Atlantis: was taken out, state State is required`,
  ]);
  const { rows } = await db.query(
    `select company_website, (select count(*)::int from compliance_items where id = $2) as items,
       (select first_name from imported_people join status_records on checked_by = imported_people.id
        where note = 'Filed at noon') as checker
     from companies where workspace_id = $1`,
    [workspace, item],
  );
  expect(rows).toEqual([{ company_website: '', items: 0, checker: 'Somebody' }]);
  const answer = await server.call({ url: '/api/companies', token: rich.owner.token });
  expect(answer.statusCode).toBe(200);
});

test('a row of the future hides no account, and nothing was recorded in the future', async () => {
  const stranger = await addPerson(server.services);
  const { owner: db } = server;
  const future = '2190-01-01T00:00:00Z';
  await db.query(`update exclusions set excluded_by = $2, created_at = $3 where workspace_id = $1`, [
    workspace,
    stranger.userId,
    future,
  ]);
  await db.query(`update company_days set set_by = $2, set_at = now() where workspace_id = $1`, [
    workspace,
    stranger.userId,
  ]);
  await db.query('update companies set created_at = $2 where workspace_id = $1', [workspace, future]);
  expect(await check()).toEqual([
    expect.stringMatching(/ companies .* created_at: is in the future$/),
    expect.stringMatching(/ exclusions .* created_at: is in the future$/),
    expect.stringContaining(`excluded_by: names the account ${stranger.userId}`),
    expect.stringContaining(`set_by: names the account ${stranger.userId}`),
    expect.stringContaining(`npm run files -- clean ${workspace}`),
  ]);
  expect(await cleanCompany(database, workspace)).toBe('1 rows mended, 1 taken out, 1 names of accounts replaced\n');
  expect(await check()).toEqual([]);
});

test('a company that did not come as a file is not cleaned', async () => {
  await expect(cleanCompany(database, randomUUIDv7())).rejects.toThrow('came as a file');
});
