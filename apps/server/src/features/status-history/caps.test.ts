import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { addManyDays } from '../../../test/status-entries.ts';

let server: TestApp;
let person: Person;
let items: string[];

beforeAll(async () => {
  server = await startTestApp();
  const { services } = server;
  person = await addPerson(services, { role: 'premium' });
  const act_id = await addAct(services);
  items = await Promise.all(Array.from({ length: 25 }, () => addItem(services, { act_id })));
});

beforeEach(() => server.owner.query('truncate status_entries cascade'));

afterAll(() => server.close());

function record(item: string, forDate: string) {
  const payload = { userId: person.userId, status: 'done', forDate };
  const url = `/api/compliance/data/${item}/status`;
  return server.call({ method: 'PATCH', url, token: person.token, payload });
}

async function count(where = 'true'): Promise<{ there: number; tallied: number }> {
  const { rows } = await server.services.database.pool.query(`
    select (select count(*) from status_entries) as there,
      (select coalesce(sum(entries), 0)::int from status_tallies where ${where}) as tallied`);
  return rows[0];
}

const codes = (responses: readonly { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode).sort();

test('an item takes 10,000 days, also when twenty are written at once; a day that is there can always change', async () => {
  const [item = '', other = ''] = items;
  await addManyDays(server, person, { items: [item], until: '2026-12-31', count: 9_999, note: null });
  const days = Array.from({ length: 20 }, (_, n) => `2027-01-${String(n + 1).padStart(2, '0')}`);
  const responses = await Promise.all(days.map((day) => record(item, day)));
  expect(codes(responses)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
    status: 'error',
    message: 'An item can have statuses for at most 10,000 days',
  });
  expect(await count()).toEqual({ there: 10_000, tallied: 10_000 });
  expect((await record(item, '2026-12-31')).statusCode).toBe(200);
  expect((await record(other, '2026-12-31')).statusCode).toBe(200);
});

test('a company takes 200,000 days of its items, also when twenty are written at once', async () => {
  const { pool } = server.services.database;
  await pool.query('insert into status_tallies values ($1, 16, 199999)', [person.workspaceId]);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => record(items[21 + (n % 4)] ?? '', `2027-02-${10 + Math.floor(n / 4)}`)),
  );
  expect(codes(responses)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
    'A company can have statuses for at most 2,00,000 days of its items',
  );
  expect(await count()).toEqual({ there: 1, tallied: 200_000 });
  const stranger = await addPerson(server.services, { role: 'premium' });
  await addManyDays(server, stranger, { items: items.slice(24), until: '2026-12-31', count: 5 });
});

test('what is deleted or moved makes room: a note, an item, a company, all at once', async () => {
  const { pool } = server.services.database;
  const [item = '', other = ''] = items;
  const leaving = await addPerson(server.services);
  const tallyOf = async ({ workspaceId }: Person) => (await count(`workspace_id = '${workspaceId}'`)).tallied;
  await addManyDays(server, person, { items: [item], until: '2026-12-31', count: 5 });
  await addManyDays(server, person, { items: [other], until: '2026-12-31', count: 3 });
  await addManyDays(server, leaving, { items: [item], until: '2026-12-31', count: 4 });
  await pool.query(`delete from status_entries where workspace_id = $1 and day = '2026-12-31'`, [person.workspaceId]);
  expect(await tallyOf(person)).toBe(6);
  await pool.query('delete from status_records');
  await pool.query(`update status_entries set workspace_id = $1, day = day - 1000 where workspace_id = $2`, [
    person.workspaceId,
    leaving.workspaceId,
  ]);
  expect([await tallyOf(person), await tallyOf(leaving)]).toEqual([10, 0]);
  const doomed = await addItem(server.services, { act_id: await addAct(server.services, { name: 'Doomed Act' }) });
  await addManyDays(server, person, { items: [doomed], until: '2026-12-31', count: 7 });
  expect(await tallyOf(person)).toBe(17);
  await server.owner.query('delete from compliance_items where id = $1', [doomed]);
  expect(await tallyOf(person)).toBe(10);
  await pool.query('delete from workspaces where id = $1', [leaving.workspaceId]);
  await server.owner.query('truncate status_entries cascade');
  expect(await count()).toEqual({ there: 0, tallied: 0 });
});
