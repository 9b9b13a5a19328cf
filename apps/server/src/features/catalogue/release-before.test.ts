import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { beginSession } from '../../identity/sessions.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { grantPrivileges } from '../../platform/postgres/grant-privileges.ts';
import { createMigrator, migrate } from '../../platform/postgres/migrate.ts';
import { TABLE_PRIVILEGES } from '../../table-privileges.ts';
import { loadCatalogue } from './commands-load.ts';
import { readEdition } from './edition.ts';

/** Yearly items of the first edition, with the first due day of each, which is the day that something is recorded of. */
const YEARLY: Readonly<Record<string, string>> = {
  'tds-deposit-nov': '2026-12-07',
  'tds-deposit-dec': '2027-01-07',
  'tds-deposit-jan': '2027-02-07',
  'tds-deposit-feb': '2027-03-07',
  'tds-deposit-mar': '2027-04-30',
  'tds-deposit-apr': '2027-05-07',
  'tds-deposit-may': '2027-06-07',
  'tds-deposit-jun': '2027-07-07',
  'tds-deposit-jul': '2027-08-07',
  'tds-deposit-aug': '2027-09-07',
  'tds-deposit-sep': '2027-10-07',
  'tds-deposit-oct': '2027-11-07',
  'tds-form138-q3': '2027-01-31',
  'tds-form138-q4': '2027-05-31',
  'tds-form138-q1': '2027-07-31',
  'tds-form138-q2': '2027-10-31',
  'esi-half-year-oct-mar': '2027-05-12',
  'esi-half-year-apr-sep': '2027-11-11',
  'pt-kl-second': '2027-02-28',
  'pt-kl-first': '2027-08-31',
};

/** The company is one of Kerala; Asha owns it, and Bala checks. */
const SEED = `
  create function id_of(name text) returns uuid immutable language sql as
    $$ select overlay(overlay(md5(name) placing '7' from 13) placing '8' from 17)::uuid $$;
  insert into acts (id, catalogue_key, name, state, description)
    select id_of(key), key, key, '-', '' from unnest(array['income-tax-2025', 'esi', 'pt-kerala', 'epf-schemes']) key;
  insert into compliance_items (id, catalogue_key, act_id, title, state, sr_no, frequency, due_date, created_at)
    select id_of(key), key, id_of(act), key, '-', nth, frequency, day::date, '2026-11-01'
    from first_edition;
  insert into catalogue_keys (kind, key)
    select 'act', catalogue_key from acts union all select 'item', key from first_edition;
  insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
    select id_of(name), name, 'Rao', name || '@example.in', '', '', 'premium', 'active'
    from unnest(array['asha', 'bala']) name;
  insert into workspaces (id, created_at) values (id_of('company'), '2026-11-01');
  insert into memberships (workspace_id, user_id, id, role) values
    (id_of('company'), id_of('asha'), gen_random_uuid(), 'owner'),
    (id_of('company'), id_of('bala'), gen_random_uuid(), 'manager');
  insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
    values (id_of('company'), id_of('company'), 'Rao', 25, 'HR', 'Kochi', 'Kerala', 'India', true);
  insert into acts (id, workspace_id, name, state, description)
    values (id_of('own act'), id_of('company'), 'Fire safety', '-', '');
  insert into registrations (workspace_id, id, kind, number, state, until_day)
    values (id_of('company'), id_of('licence'), 'factory', 'KL/1', 'Kerala', '2027-12-31');
  insert into compliance_items (id, workspace_id, act_id, title, state, sr_no, frequency, due_date, registration_id) values
    (id_of('drill'), id_of('company'), id_of('own act'), 'Drill', '-', 1, 'monthly', '2026-12-10', null),
    (id_of('renewal'), id_of('company'), id_of('own act'), 'Renew', '-', 2, 'once', '2027-11-01',
      id_of('licence'));
  insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
    select id_of('company'), id_of(key), day::date, gen_random_uuid(), id_of('asha'), 'done'
    from (select key, day from first_edition
      union all values ('drill', '2026-12-10'), ('renewal', '2027-11-01')) recorded;
  insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by, created_at)
    select workspace_id, compliance_item_id, day, id_of(compliance_item_id::text || note), status, note, user_id,
      day - interval '1 day'
    from status_entries, (values ('pending', 'first'), ('done', 'then')) said (status, note);
  insert into payment_dates (workspace_id, compliance_item_id, id, user_id, day, amount_paise, description)
    select id_of('company'), id_of(key), id_of('paid ' || key), id_of('asha'), day::date - 1, 150050, key
    from first_edition where key like 'tds-deposit%';
  insert into submission_dates (workspace_id, compliance_item_id, id, user_id, day, description)
    select id_of('company'), id_of(key), gen_random_uuid(), id_of('asha'), day::date, key
    from first_edition where key like 'tds-form138%';
  insert into custom_reminders (workspace_id, compliance_item_id, id, user_id, reminder_at)
    select id_of('company'), id_of(key), gen_random_uuid(), id_of('asha'), '2027-12-01'
    from first_edition where key in ('tds-deposit-nov', 'epf-ecr');
  insert into assignments (workspace_id, compliance_item_id, checker_id)
    values (id_of('company'), id_of('tds-form138-q2'), id_of('bala'));
  insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of, waits_for)
    values (id_of('company'), id_of('waits'), id_of('tds-form138-q2'), '2027-10-31', 'done', 'Filed', now(),
      id_of('asha'), id_of('asha'), id_of('bala'));
  update status_entries set checking = (select jsonb_build_object('_id', id, 'status', status, 'note', note,
      'updatedBy', author_id, 'createdAt', made_at::text) from checks)
    where compliance_item_id = id_of('tds-form138-q2');
  insert into exclusions (workspace_id, compliance_item_id, reason, excluded_by)
    values (id_of('company'), id_of('esi-half-year-oct-mar'), 'Nobody is insured', id_of('asha'))`;

const KEPT = [
  ...['status_entries', 'status_records', 'payment_dates', 'submission_dates', 'custom_reminders', 'checks'],
  ...['registrations', 'assignments', 'exclusions', 'memberships'],
];

let server: TestApp;
/** Their sessions. */
let asha: string;
let bala: string;
let before: unknown;

beforeAll(async () => {
  const now = () => Temporal.Instant.from('2027-11-20T09:00:00Z');
  server = await startTestApp({ now, reroute: makeOldDatabase });
  const signIn = async (name: string) =>
    beginSession(server.services.database.db, { userId: await idOf(name), device: 'test' });
  [asha, bala] = [await signIn('asha'), await signIn('bala')];
});

afterAll(() => server.close());

/** Makes the server's database one of the release before, with data in it, and brings it up to this version. */
async function makeOldDatabase(serverUrl: string): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = new URL(serverUrl).pathname;
  const owner = openDatabase(url.href, () => {});
  const { db, pool } = owner;
  await pool.query('drop schema public cascade; create schema public');
  expect((await createMigrator(db).migrateTo('0036-taking-back')).error).toBeUndefined();
  const items = [
    ...Object.entries(YEARLY).map(([key, day]) => [key, day, 'yearly']),
    ['epf-ecr', '2026-12-15', 'monthly'],
  ];
  await pool.query('create table first_edition (key text, day text, frequency text, act text, nth integer)');
  for (const [nth, [key = '', day, frequency]] of items.entries()) {
    const act = { tds: 'income-tax-2025', esi: 'esi', 'pt-': 'pt-kerala', epf: 'epf-schemes' }[key.slice(0, 3)];
    await pool.query('insert into first_edition values ($1, $2, $3, $4, $5)', [key, day, frequency, act, nth]);
  }
  await pool.query(SEED);
  await pool.query('drop table first_edition');
  before = (await pool.query(COUNT)).rows;
  await migrate(db);
  await grantPrivileges(owner, new URL(serverUrl).username, TABLE_PRIVILEGES);
  await loadCatalogue(db, await readEdition());
  await owner.close();
  return serverUrl;
}

/** How much there is of everything that was recorded, and how the database itself counts it. */
const COUNT = `
  ${KEPT.map((table) => `select '${table}' as what, count(*)::int as n from ${table}`).join(' union all ')}
  union all select 'tallied', sum(entries)::int from status_tallies
  union all select 'own', count(*)::int from compliance_items where workspace_id is not null`;

async function idOf(name: string): Promise<string> {
  return (await server.owner.query('select id_of($1) as id', [name])).rows[0].id;
}

async function get(path: string, token = asha) {
  const response = await server.call({ url: `/api/${path}`, token });
  expect([path, response.statusCode]).toEqual([path, 200]);
  return response.json().data;
}

interface Item {
  readonly title: string;
  readonly statusHistory: { date: string; current: string; history: { note: string }[]; waiting: object | null }[];
  readonly paymentDates: { amount: number }[];
  readonly submissionDates: object[];
  readonly customReminders: object[];
}

/** The items of a key of the catalogue, or of the company's own, as the call tells of them. */
async function readItem(key: string): Promise<Item> {
  const { rows } = await server.owner.query('select id from compliance_items where catalogue_key = $1', [key]);
  const id = rows[0]?.id ?? (await idOf(key));
  const item = (await get('compliance/data')).find(({ _id }: { _id: string }) => _id === id);
  if (!item) throw new Error(`${key} is not listed`);
  return item;
}

const daysOf = ({ statusHistory }: Item) => statusHistory.map(({ date }) => date.slice(0, 10)).toSorted();

test('nothing that was recorded is lost, and all is counted as before', async () => {
  expect((await server.owner.query(COUNT)).rows).toEqual(before);
  const { rows } = await server.owner.query(
    `select sum(entries)::int as n from item_tallies union all select count(*)::int from status_entries`,
  );
  expect(new Set(rows.map(({ n }) => n)).size).toBe(1);
});

test('the twelve deposits are one, each under its day, with what was said, paid and set of them', async () => {
  const item = await readItem('tds-deposit');
  const months = ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07', '2027-08'];
  const days = ['2026-12', ...months, '2027-09', '2027-10', '2027-11'].map((month) => `${month}-07`);
  expect(daysOf(item)).toEqual(days);
  for (const { current, history } of item.statusHistory) {
    expect([current, ...history.map(({ note }) => note).toSorted()]).toEqual(['done', 'first', 'then']);
  }
  expect(item.paymentDates).toHaveLength(12);
  expect(item.customReminders).toHaveLength(1);
});

test.each([
  ['tds-form138', ['2027-01-31', '2027-04-30', '2027-07-31', '2027-10-31'], 4],
  ['pt-kl-half-year', ['2027-02-28', '2027-08-31'], 0],
  ['epf-ecr', ['2026-12-15'], 0],
  ['drill', ['2026-12-10'], 0],
  ['renewal', ['2027-11-01'], 0],
])('%s is there with %j', async (key, days, submissions) => {
  const item = await readItem(key);
  expect([daysOf(item), item.submissionDates.length]).toEqual([days, submissions]);
});

test('what waits for its check, does not apply, or expires is told by its call', async () => {
  expect(await get('checks', bala)).toMatchObject([{ _id: await idOf('waits'), date: '2027-10-31T00:00:00.000Z' }]);
  expect((await readItem('tds-form138')).statusHistory.filter(({ waiting }) => waiting)).toHaveLength(1);
  expect(await get('compliance/does-not-apply')).toMatchObject([{ reason: 'Nobody is insured' }]);
  expect(await get('registrations')).toMatchObject([{ kind: 'factory', number: 'KL/1' }]);
  expect(await get('companies', bala)).toMatchObject([{ companyName: 'Rao', waiting: 1 }]);
  const url = `/api/checks/${await idOf('waits')}/approve`;
  expect((await server.call({ method: 'POST', url, payload: {}, token: bala })).statusCode).toBe(200);
});
