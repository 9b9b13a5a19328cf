import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { loadCatalogue } from './commands-load.ts';
import { GOES, MOVES } from './commands-retire.ts';
import { type Edition, readEdition } from './edition.ts';

const whole = await readEdition();
const targets = new Set(whole.retired.map(({ into }) => into));

/** Of the shipped edition what is retired, and what it went into. */
const shipped: Edition = { ...whole, items: whole.items.filter(({ key }) => targets.has(key)) };

/** First due dates of retired keys, as the first edition had them, yearly all of them but the quarterly one. */
const OF_FIRST_EDITION: Readonly<Record<string, string>> = {
  'dd-shops-quarterly': '2027-01-10',
  'esi-half-year-apr-sep': '2027-11-11',
  'esi-half-year-oct-mar': '2027-05-12',
  'tds-deposit-dec': '2027-01-07',
  'tds-deposit-mar': '2027-04-30',
  'tds-deposit-nov': '2026-12-07',
};

let server: TestApp;
let person: Person;
let colleague: Person;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from('2026-11-21T09:00:00Z') });
});

beforeEach(async () => {
  await server.owner.query('truncate acts, compliance_fields, compliance_items, catalogue_keys, merged_items cascade');
  await load(makeFirstEdition());
  const company = { employeeCount: 25, state: 'Dadra and Nagar Haveli and Daman and Diu' } as const;
  person = await addPerson(server.services, { role: 'premium', company });
  colleague = await addPerson(server.services, { role: 'premium', company });
});

afterAll(() => server.close());

const load = (edition: Edition) => loadCatalogue(server.services.database.db, edition);

/** The edition in which the retired keys were items, and those they went into were not. */
function makeFirstEdition(): Edition {
  const old = shipped.retired.flatMap(({ key, into }) => {
    const firstDueDate = OF_FIRST_EDITION[key];
    const like = whole.items.find((item) => item.key === (into ?? 'minimum-wages-bihar'));
    if (firstDueDate === undefined || !like) return [];
    const frequency = key.endsWith('quarterly') ? ('quarterly' as const) : ('yearly' as const);
    const state = into === null ? ('Dadra and Nagar Haveli and Daman and Diu' as const) : like.state;
    return [{ ...like, key, firstDueDate, frequency, state, title: `Old ${key}`, conditions: [], belowLimit: null }];
  });
  return { ...shipped, items: old, retired: [] };
}

async function idOf(key: string): Promise<string> {
  const { rows } = await server.owner.query('select id from compliance_items where catalogue_key = $1', [key]);
  return rows[0]?.id;
}

async function record(
  whose: Person,
  key: string,
  day: string,
  ...records: ('done' | 'not-done' | 'on-hold' | 'NOTE')[]
) {
  await addStatusEntry(server.services, whose, { item: await idOf(key), day, records });
}

/** What a person sees of an item's statuses: the day, what it stands for, and its records. */
async function historyOf({ token }: Person, key: string) {
  const id = await idOf(key);
  const { data } = (await server.call({ url: '/api/compliance/data', token })).json();
  const item = data.find(({ _id }: { _id: string }) => _id === id);
  return item?.statusHistory
    .map((entry: { date: string; current: string; history: { note: string }[] }) => [
      entry.date.slice(0, 10),
      entry.current,
      ...entry.history.map(({ note }) => note),
    ])
    .toSorted();
}

test('what was recorded under old keys is under the new one, notes, payments, submissions and reminders with it', async () => {
  await record(person, 'tds-deposit-nov', '2026-12-07', 'done');
  await record(person, 'tds-deposit-dec', '2027-01-07', 'on-hold', 'NOTE');
  await record(person, 'tds-deposit-mar', '2027-04-30', 'not-done');
  await record(colleague, 'tds-deposit-nov', '2026-12-07', 'not-done');
  const old = await idOf('tds-deposit-nov');
  const kept = [
    ['payment_dates (day, amount_paise,', 'now(), 100'],
    ['submission_dates (day, description,', "now(), 'Sent'"],
    ['custom_reminders (reminder_at,', "now() + interval '1 day'"],
  ];
  for (const [table, values] of kept) {
    await server.owner.query(
      `insert into ${table} workspace_id, compliance_item_id, user_id, id) values (${values}, $1, $2, $3, $4)`,
      [person.workspaceId, old, person.userId, randomUUIDv7()],
    );
  }
  const { retired } = await load(shipped);
  expect(retired).toEqual({ merged: 5, ended: 1, edited: [] });
  expect(await historyOf(person, 'tds-deposit')).toEqual([
    ['2026-12-07', 'done', 'done noted'],
    ['2027-01-07', 'on-hold', 'on-hold noted', 'NOTE noted'],
    ['2027-04-07', 'not-done', 'not-done noted'],
  ]);
  expect(await historyOf(colleague, 'tds-deposit')).toEqual([['2026-12-07', 'not-done', 'not-done noted']]);
  const { data } = (await server.call({ url: '/api/compliance/data', token: person.token })).json();
  const id = await idOf('tds-deposit');
  const item = data.find(({ _id }: { _id: string }) => _id === id);
  expect([item.paymentDates.length, item.submissionDates.length, item.customReminders.length]).toEqual([1, 1, 1]);
});

test('two halves with a record of the same day are one entry, in which both stand by time', async () => {
  await record(person, 'tds-deposit-dec', '2027-01-07', 'done');
  await record(person, 'tds-deposit-nov', '2027-01-05', 'not-done');
  await server.owner.query(`update status_records set created_at = '2026-01-01', updated_at = '2026-01-01'
    where status = 'not-done'`);
  await load(shipped);
  expect(await historyOf(person, 'tds-deposit')).toEqual([['2027-01-07', 'done', 'not-done noted', 'done noted']]);
  const { rows } = await server.owner.query(
    'select sum(entries)::int as entries from status_tallies where workspace_id = $1',
    [person.workspaceId],
  );
  expect(rows).toEqual([{ entries: 1 }]);
});

test('the newer record counts where it is of the half that came second, and notes never do', async () => {
  await record(person, 'tds-deposit-nov', '2027-01-05', 'done', 'NOTE');
  await record(person, 'tds-deposit-dec', '2027-01-07', 'on-hold');
  await server.owner.query(`update status_records set created_at = '2026-01-01' where status = 'on-hold'`);
  await load(shipped);
  const [entry] = await historyOf(person, 'tds-deposit');
  expect(entry?.slice(0, 2)).toEqual(['2027-01-07', 'done']);
});

test('what waits for a check goes on waiting, of two halves the newer, and who is responsible moves with it', async () => {
  const wait = async (key: string, day: string, madeAt: string) => {
    const id = randomUUIDv7();
    await record(person, key, day, 'NOTE');
    await server.owner.query(
      `insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of, reason)
       values ($1, $2, $3, $4, 'done', '', $5, $6, $6, 'gone')`,
      [person.workspaceId, id, await idOf(key), day, madeAt, colleague.userId],
    );
    await server.owner.query(
      `update status_entries set checking = jsonb_build_object('_id', $1::text) where compliance_item_id = $2 and day = $3`,
      [id, await idOf(key), day],
    );
    return id;
  };
  const older = await wait('tds-deposit-nov', '2027-01-05', '2026-01-01');
  const newer = await wait('tds-deposit-dec', '2027-01-07', '2026-01-02');
  for (const key of ['tds-deposit-nov', 'tds-deposit-dec']) {
    await server.owner.query(
      'insert into assignments (workspace_id, compliance_item_id, responsible_id) values ($1, $2, $3)',
      [person.workspaceId, await idOf(key), person.userId],
    );
  }
  await load(shipped);
  const target = await idOf('tds-deposit');
  const { rows } = await server.owner.query(
    `select id, compliance_item_id as item, day::text, outcome from checks where workspace_id = $1 order by made_at`,
    [person.workspaceId],
  );
  expect(rows).toEqual([
    { id: older, item: target, day: '2027-01-07', outcome: 'replaced' },
    { id: newer, item: target, day: '2027-01-07', outcome: null },
  ]);
  const { rows: entries } = await server.owner.query(
    `select checking ->> '_id' as waiting from status_entries where workspace_id = $1`,
    [person.workspaceId],
  );
  expect(entries).toEqual([{ waiting: newer }]);
  const { rows: assigned } = await server.owner.query(
    'select compliance_item_id as item from assignments where workspace_id = $1',
    [person.workspaceId],
  );
  expect(assigned).toEqual([{ item: target }]);
});

test('a checker of one half stays where the other half has a line without one', async () => {
  const assign = async (key: string, columns: string, ...values: unknown[]) =>
    server.owner.query(
      `insert into assignments (workspace_id, compliance_item_id, ${columns})
       values ($1, $2, ${values.map((_, n) => `$${n + 3}`)})`,
      [person.workspaceId, await idOf(key), ...values],
    );
  await assign('tds-deposit-dec', 'evidence_required, checker_gone', true, true);
  await assign('tds-deposit-nov', 'checker_id, evidence_required', person.userId, false);
  await assign('tds-deposit-mar', 'deputy_id, checker_gone, unchecked_by', person.userId, true, colleague.userId);
  await load(shipped);
  const { rows } = await server.owner.query(
    `select compliance_item_id as item, deputy_id as deputy, checker_id as checker, checker_gone as gone,
       unchecked_by as "uncheckedBy" from assignments where workspace_id = $1`,
    [person.workspaceId],
  );
  const { userId } = person;
  const line = { deputy: userId, checker: userId, gone: false, uncheckedBy: colleague.userId };
  expect(rows).toEqual([{ item: await idOf('tds-deposit'), ...line }]);
});

test('what a company said does not apply to it goes on not applying', async () => {
  for (const [key, reason] of [
    ['tds-deposit-nov', 'Nobody is paid'],
    ['tds-deposit-dec', 'Nobody is paid in December'],
  ] as const) {
    await server.owner.query(
      'insert into exclusions (workspace_id, compliance_item_id, reason, excluded_by) values ($1, $2, $3, $4)',
      [person.workspaceId, await idOf(key), reason, person.userId],
    );
  }
  await load(shipped);
  const { rows } = await server.owner.query(
    'select compliance_item_id as item from exclusions where workspace_id = $1',
    [person.workspaceId],
  );
  expect(rows).toEqual([{ item: await idOf('tds-deposit') }]);
});

test('an item that ended is there for who recorded something, falls due no more, and for nobody else', async () => {
  await record(person, 'dd-shops-quarterly', '2027-01-10', 'done');
  await load(shipped);
  expect(await historyOf(person, 'dd-shops-quarterly')).toEqual([['2027-01-10', 'done', 'done noted']]);
  expect(await historyOf(colleague, 'dd-shops-quarterly')).toBeUndefined();
  const { data } = (await server.call({ url: '/api/compliance/data', token: person.token })).json();
  const id = await idOf('dd-shops-quarterly');
  const { dueDate, ended } = data.find(({ _id }: { _id: string }) => _id === id);
  expect(dueDate).toMatchObject({ date: null, frequency: 'never', nextDueDate: null });
  expect(ended).toBe(shipped.retired.find(({ key }) => key === 'dd-shops-quarterly')?.reason);
});

test('the second time nothing is left to do, not even a moment changes', async () => {
  await record(person, 'tds-deposit-nov', '2026-12-07', 'done');
  await record(person, 'dd-shops-quarterly', '2027-01-10', 'done');
  await load(shipped);
  const take = () =>
    server.owner.query(`select (select json_agg(i order by id) from compliance_items i) as items,
      (select json_agg(e order by id) from status_entries e) as entries,
      (select json_agg(r order by id) from status_records r) as records`);
  const before = (await take()).rows;
  expect((await load(shipped)).retired).toEqual({ merged: 0, ended: 0, edited: [] });
  expect((await take()).rows).toEqual(before);
});

test('what an administrator edited goes too, and the load says which it was', async () => {
  await server.owner.query(`update compliance_items set edited_at = now(), title = 'Ours'
    where catalogue_key in ('tds-deposit-nov', 'dd-shops-quarterly')`);
  await record(person, 'tds-deposit-nov', '2026-12-07', 'done');
  expect((await load(shipped)).retired).toEqual({ merged: 5, ended: 1, edited: ['Ours', 'Ours'] });
  expect(await historyOf(person, 'tds-deposit')).toHaveLength(1);
});

test('a call that names an old item is about the one it went into', async () => {
  const old = await idOf('tds-deposit-nov');
  await load(shipped);
  const response = await server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${old}/status`,
    payload: { userId: person.userId, forDate: '2026-12-07', status: 'done' },
    token: person.token,
  });
  expect(response.statusCode).toBe(200);
  expect(await historyOf(person, 'tds-deposit')).toEqual([['2026-12-07', 'done', '']]);
});

test('the merged item is there since the first of its sources was', async () => {
  await server.owner.query(
    `update compliance_items set created_at = '2025-02-03' where catalogue_key = 'tds-deposit-dec'`,
  );
  await load(shipped);
  const { rows } = await server.owner.query(
    `select created_at::date::text as since from compliance_items where catalogue_key = 'tds-deposit'`,
  );
  expect(rows).toEqual([{ since: '2025-02-03' }]);
});

test('a load that breaks at the end has moved nothing', async () => {
  await record(person, 'tds-deposit-nov', '2026-12-07', 'done');
  await server.owner.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on merged_items for each row execute function refuse()`);
  await expect(load(shipped)).rejects.toThrow('no');
  await server.owner.query('drop function refuse() cascade');
  expect(await historyOf(person, 'tds-deposit-nov')).toHaveLength(1);
  expect(await idOf('tds-deposit')).toBeUndefined();
});

test('of every table that refers to items it is settled what becomes of its rows', async () => {
  const { rows } = await server.owner.query<{ name: string }>(`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'compliance_items'::regclass order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([...GOES, ...MOVES.flatMap(({ tables }) => tables)].toSorted());
});
