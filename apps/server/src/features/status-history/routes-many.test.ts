import { type BulkOutcome, MOST_AT_ONCE } from '@anupalan/contract/status-history';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../test/people.ts';
import {
  expectFailure,
  findListed,
  forget,
  startTrackedWorld,
  type TrackedWorld,
  UNKNOWN_ID,
} from '../../../test/tracked.ts';

const DAY = '2026-12-15';

let world: TrackedWorld;
let people: TrackedWorld['people'];
let items: TrackedWorld['items'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people, items } = world);
});

beforeEach(() => forget(world, 'status_entries'));

afterAll(() => world.server.close());

function send(person: Person, path: string, payload: object) {
  return world.server.call({ method: 'POST', url: `/api${path}`, token: person.token, payload });
}

async function recordMany(person: Person, entries: readonly object[]): Promise<BulkOutcome[]> {
  const response = await send(person, '/compliance/data/status/bulk', { entries });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function takeBackMany(person: Person, ids: readonly string[]) {
  const response = await send(person, '/status-records/take-back/bulk', { ids });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

function done(id: string, day = DAY) {
  return { id, forDate: day, status: 'done' };
}

async function readRecords() {
  const { rows } = await world.server.services.database.pool.query(
    'select id, compliance_item_id, day, status, note from status_records order by created_at, id',
  );
  return rows;
}

describe('many statuses at once', () => {
  test('each day gets its record, and the outcome names it', async () => {
    const outcomes = await recordMany(people.premium, [
      { ...done(items.one), note: ' Filed ' },
      { ...done(items.other, '2026-12-15T23:30:00.000Z'), status: 'not-to-do' },
    ]);
    expect(outcomes).toMatchObject([
      { id: items.one, forDate: DAY, outcome: 'recorded' },
      { id: items.other, forDate: '2026-12-15T23:30:00.000Z', outcome: 'recorded' },
    ]);
    expect(await readRecords()).toMatchObject([
      { id: outcomes[0]?.recordId, compliance_item_id: items.one, status: 'done', note: 'Filed' },
      { id: outcomes[1]?.recordId, compliance_item_id: items.other, status: 'not-to-do', note: '', day: DAY },
    ]);
  });

  test('one that is refused stops no other, and says what a single one would be told', async () => {
    const outcomes = await recordMany(people.free, [
      done(items.goa),
      { ...done(items.one), status: 'on-hold' },
      { ...done(items.one), status: 'NOTE' },
      { ...done(items.one), forDate: '2026-02-30' },
      { ...done(items.one), note: 'x'.repeat(2_001) },
      done(UNKNOWN_ID),
      done('item'),
      done(items.one),
    ]);
    expect(outcomes.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'Compliance item not found'],
      ['refused', 'Upgrade to Premium to use this status'],
      ['refused', 'Invalid status'],
      ['refused', 'Invalid date format'],
      ['refused', 'Please use at most 2000 characters'],
      ['refused', 'Compliance item not found'],
      ['refused', 'Not found'],
      ['recorded', 'Status updated successfully'],
    ]);
    expect(await readRecords()).toHaveLength(1);
  });

  test('repeated, it records nothing again and names the same records', async () => {
    const entries = [done(items.one), { ...done(items.other), note: 'Nil' }];
    const first = await recordMany(people.premium, entries);
    const second = await recordMany(people.premium, entries);
    expect(second.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect(second.map(({ recordId }) => recordId)).toEqual(first.map(({ recordId }) => recordId));
    expect(await readRecords()).toHaveLength(2);
  });

  test('sent twice at once, it is recorded once', async () => {
    for (let round = 0; round < 5; round++) {
      await forget(world, 'status_entries');
      const entries = [done(items.one), { ...done(items.other), note: 'Nil' }];
      const [first, second] = await Promise.all([
        recordMany(people.premium, entries),
        recordMany(people.premium, entries),
      ]);
      expect(second.map(({ recordId }) => recordId)).toEqual(first.map(({ recordId }) => recordId));
      expect(await readRecords()).toHaveLength(2);
    }
  });

  test('what differs is recorded: by a note, by a status since, by who says it, after taking back', async () => {
    await recordMany(people.premium, [done(items.one)]);
    const again = async (person: Person, entry: object) => (await recordMany(person, [entry]))[0]?.outcome;
    expect(await again(people.premium, { ...done(items.one), note: 'Challan' })).toBe('recorded');
    expect(await again(people.premium, done(items.one))).toBe('recorded');
    expect(await again(people.colleague, done(items.one))).toBe('recorded');
    const [newest] = await recordMany(people.colleague, [done(items.one)]);
    await takeBackMany(people.colleague, [newest?.recordId ?? '']);
    expect(await again(people.colleague, done(items.one))).toBe('recorded');
  });

  test('the same day twice in one call is recorded in this order', async () => {
    await recordMany(people.premium, [done(items.one), { ...done(items.one), status: 'on-hold' }, done(items.one)]);
    expect((await readRecords()).map(({ status }) => status)).toEqual(['done', 'on-hold', 'done']);
  });

  test.each([
    [{}, 'Please choose at least one'],
    [{ entries: [] }, 'Please choose at least one'],
    [{ entries: Array.from({ length: MOST_AT_ONCE + 1 }, () => done(UNKNOWN_ID)) }, 'Please send at most 200 at once'],
  ])('a call that is not right as a whole is refused as a whole', async (body, message) => {
    expectFailure(await send(people.premium, '/compliance/data/status/bulk', body), 400, message);
  });

  test("somebody else's name is refused, no session is 401", async () => {
    const body = { userId: people.free.userId, entries: [done(items.one)] };
    expectFailure(
      await send(people.premium, '/compliance/data/status/bulk', body),
      403,
      'You can only act for yourself',
    );
    const stranger = { method: 'POST', url: '/api/compliance/data/status/bulk', payload: {} } as const;
    expect((await world.server.call(stranger)).statusCode).toBe(401);
  });
});

describe('many taken back at once', () => {
  test('all days are as before, also where a day has two of them', async () => {
    const first = await recordMany(people.premium, [done(items.one), done(items.other)]);
    const second = await recordMany(people.premium, [{ ...done(items.one), status: 'on-hold' }]);
    const ids = [...first, ...second].map(({ recordId }) => recordId ?? '');
    const outcomes = await takeBackMany(people.premium, ids);
    expect(outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(ids.map(() => 'taken-back'));
    for (const id of [items.one, items.other]) {
      expect((await findListed(world, people.premium, id)).statusHistory[0].current).toBe('pending');
    }
  });

  test('one that is refused stops no other', async () => {
    const [one, other] = await recordMany(people.premium, [done(items.one), done(items.other)]);
    await recordMany(people.colleague, [{ ...done(items.one), status: 'on-hold' }]);
    const outcomes = await takeBackMany(people.premium, [
      one?.recordId ?? '',
      'record',
      UNKNOWN_ID,
      other?.recordId ?? '',
    ]);
    const said = new Map(outcomes.map(({ id, message }: { id: string; message: string }) => [id, message]));
    expect(said.get(one?.recordId)).toBe('Something newer was recorded for this day');
    expect(said.get('record')).toBe('Record not found');
    expect(said.get(UNKNOWN_ID)).toBe('Record not found');
    expect(said.get(other?.recordId)).toBe('Taken back');
  });
});
