import { listStatusHistory } from '@anupalan/contract/status-history';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { expectFailure, findListed, forget, startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';

let world: TrackedWorld;
let people: TrackedWorld['people'];
let items: TrackedWorld['items'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people, items } = world);
});

beforeEach(() => forget(world, 'status_entries'));

afterAll(() => world.server.close());

const read = (person: Person, query = '', item = items.one) =>
  world.server.call({ url: `/api/compliance/data/${item}/status-history${query}`, token: person.token });

async function readWell(person: Person, query?: string) {
  const response = await read(person, query);
  expect(response.statusCode, response.body).toBe(200);
  return listStatusHistory.answers[200].parse(response.json()).data;
}

test('the history has what changed last first, of any day, every record of it', async () => {
  for (const [forDate, note] of [
    ['1999-01-02', 'Challan paid'],
    ['2026-12-15', 'Challan paid'],
    ['1999-01-02', 'Again'],
  ]) {
    const url = `/api/compliance/data/${items.one}/note`;
    const payload = { forDate, note };
    await world.server.call({ method: 'PATCH', url, token: people.premium.token, payload });
  }
  const { statusHistory, pagination } = await readWell(people.premium);
  expect(pagination).toEqual({ page: 1, limit: 100, total: 2, pages: 1 });
  expect(statusHistory).toMatchObject([
    { date: '1999-01-02T00:00:00.000Z', history: [{ note: 'Challan paid' }, { note: 'Again' }] },
    { date: '2026-12-15T00:00:00.000Z', history: [{ note: 'Challan paid' }] },
  ]);
});

test('the history has each entry once', async () => {
  await addMany(people.premium, 250);
  await addMany(people.free, 3);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => readWell(people.premium, `?page=${page}`)));
  expect(pages.map(({ statusHistory }) => statusHistory.length)).toEqual([100, 100, 50, 0]);
  expect(pages[1]?.pagination).toEqual({ page: 2, limit: 100, total: 250, pages: 3 });
  const entries = pages.flatMap(({ statusHistory }) => statusHistory);
  expect(new Set(entries.map(({ _id }) => _id)).size).toBe(250);
  expect(entries.map(({ lastUpdated }) => lastUpdated)).toEqual(
    entries.map(({ lastUpdated }) => lastUpdated).toSorted((a, b) => b.localeCompare(a)),
  );
});

test('the history has everybody’s for an administrator, one workspace’s when a user is named', async () => {
  await addMany(people.premium, 4);
  await addMany(people.free, 3);
  expect((await readWell(people.admin)).pagination.total).toBe(7);
  const total = (await findListed(world, people.admin, items.one)).statusHistoryTotal;
  expect(total).toBe(7);
  expect((await readWell(people.admin, `?userId=${people.free.userId}`)).statusHistory).toHaveLength(3);
});

test('the history is for premium and administrators, each for themselves', async () => {
  expectFailure(await read(people.free), 403, 'Upgrade to Premium to use this status');
  expectFailure(await read(people.premium, `?userId=${people.free.userId}`), 403, 'You can only act for yourself');
  expectFailure(await read(people.premium, '', items.goa), 404, 'Compliance item not found');
  expectFailure(await read(people.premium, '', 'item'), 404, 'Not found');
  const url = `/api/compliance/data/${items.one}/status-history`;
  expectFailure(await world.server.call({ url }), 401, 'Please sign in to continue');
});

test.each(['0', '-1', '1.5', 'two', ''])('page=%s is refused', async (page) => {
  expectFailure(await read(people.premium, `?page=${page}`), 400, 'Page must be a whole number from 1');
});

function addMany(person: Person, count: number) {
  return world.server.services.database.pool.query(
    `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, updated_at)
     select $1, $2, date '2020-01-01' + n, uuidv7(), $3, 'done', timestamptz '2026-01-01' + n % 7 * interval '1 hour'
     from generate_series(1, $4) n`,
    [person.workspaceId, items.one, person.userId, count],
  );
}
