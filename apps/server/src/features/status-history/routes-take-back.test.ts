import { type StatusEntry, takeBackStatus } from '@anupalan/contract/status-history';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import {
  expectFailure,
  findListed,
  forget,
  impersonate,
  startTrackedWorld,
  type TrackedWorld,
  UNKNOWN_ID,
} from '../../../test/tracked.ts';

const DAY = '2026-12-15T00:00:00.000Z';

let world: TrackedWorld;
let people: TrackedWorld['people'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people } = world);
});

beforeEach(() => forget(world, 'status_entries'));

afterAll(() => world.server.close());

async function record(person: Person, what: 'status' | 'note', body: object = {}): Promise<StatusEntry> {
  const response = await world.server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${world.items.one}/${what}`,
    token: person.token,
    payload: { userId: person.userId, status: 'done', forDate: DAY, note: 'Filed', ...body },
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data.statusHistory[0];
}

/** The id of the newest record of the day. */
async function recordNow(person: Person, status: string, note = ''): Promise<string> {
  return (await record(person, 'status', { status, note })).history.at(-1)?._id ?? '';
}

function send(person: Person, recordId: string, token = person.token) {
  return world.server.call({ method: 'POST', url: `/api/status-records/${recordId}/take-back`, token });
}

async function takeBack(person: Person, recordId: string) {
  const response = await send(person, recordId);
  expect(response.statusCode, response.body).toBe(200);
  const { data, message } = takeBackStatus.answers[200].parse(response.json());
  expect([message, data.complianceId]).toEqual(['Taken back', world.items.one]);
  return data.statusHistory[0];
}

async function age(recordId: string, age: string) {
  const { pool } = world.server.services.database;
  await pool.query('update status_records set created_at = now() - $2::interval where id = $1', [recordId, age]);
}

describe('what is taken back', () => {
  test('stays in the history beside what took it back, and the day stands for what counted before', async () => {
    await recordNow(people.premium, 'on-hold');
    const id = await recordNow(people.premium, 'done', 'Filed');
    const entry = await takeBack(people.premium, id);
    expect(entry?.current).toBe('on-hold');
    const [, taken, second] = entry?.history ?? [];
    expect(entry?.history).toHaveLength(3);
    expect(taken).toMatchObject({ _id: id, status: 'done', note: 'Filed', takenBack: true });
    expect(second).toMatchObject({ status: 'NOTE', note: '', takesBack: id, updatedBy: people.premium.userId });
    expect(taken).not.toHaveProperty('takesBack');
    expect(second).not.toHaveProperty('takenBack');
  });

  test('leaves a day pending about which nothing else was said, and is the same in every list', async () => {
    const id = await recordNow(people.premium, 'done');
    const answered = await takeBack(people.premium, id);
    expect(answered?.current).toBe('pending');
    expect((await findListed(world, people.premium, world.items.one)).statusHistory).toEqual([answered]);
    const page = await world.server.call({
      url: `/api/compliance/data/${world.items.one}/status-history`,
      token: people.premium.token,
    });
    expect(page.json().data.statusHistory).toEqual([answered]);
  });

  test('leaves a day that was done since it was', async () => {
    const ages = { done: '20 minutes', 'not-to-do': '10 minutes', 'not-done': '5 minutes' } as const;
    const made: string[] = [];
    for (const [status, old] of Object.entries(ages)) {
      const id = await recordNow(people.premium, status);
      await age(id, old);
      made.push(id);
    }
    const [first = '', , last = ''] = made;
    await takeBack(people.premium, last);
    const { rows } = await world.server.services.database.pool.query(
      `select settled_at = (select created_at from status_records where id = $1) as since_first from status_entries`,
      [first],
    );
    expect(rows).toEqual([{ since_first: true }]);
  });

  test('in turns, the newest first, until nothing is left; what is recorded afterwards counts', async () => {
    const first = await recordNow(people.premium, 'on-hold');
    const second = await recordNow(people.premium, 'done');
    expectFailure(await send(people.premium, first), 409, 'Something newer was recorded for this day');
    expect((await takeBack(people.premium, second))?.current).toBe('on-hold');
    expect((await takeBack(people.premium, first))?.current).toBe('pending');
    expect((await record(people.premium, 'status')).current).toBe('done');
  });

  test('a note that came after is not in its way, and stays', async () => {
    const id = await recordNow(people.premium, 'done');
    await record(people.premium, 'note', { note: 'Challan 4711' });
    const entry = await takeBack(people.premium, id);
    expect(entry?.current).toBe('pending');
    expect(entry?.history.map(({ note }) => note)).toEqual(['', 'Challan 4711', '']);
  });

  test('a free user sees what counts, else the newest that was taken back', async () => {
    await recordNow(people.free, 'not-done');
    const id = await recordNow(people.free, 'done');
    expect((await takeBack(people.free, id))?.history).toMatchObject([{ status: 'not-done' }]);
    const [entry] = (await findListed(world, people.free, world.items.one)).statusHistory;
    expect(entry).toMatchObject({ current: 'not-done', history: [{ status: 'not-done' }] });
    const last = await takeBack(people.free, entry.history[0]._id);
    expect(last).toMatchObject({ current: 'pending', history: [{ status: 'done', takenBack: true }] });
  });

  test("while impersonating: under both names, as one's own", async () => {
    const id = await recordNow(people.premium, 'done');
    const token = await impersonate(world, people.premium);
    expect((await send(people.premium, id, token)).statusCode).toBe(200);
    const { rows } = await world.server.services.database.pool.query(
      "select updated_by, impersonator_id from status_records where status = 'NOTE'",
    );
    expect(rows).toEqual([{ updated_by: people.premium.userId, impersonator_id: people.admin.userId }]);
  });
});

describe('what is refused', () => {
  test('a stranger, what is no id, and what is not there', async () => {
    const url = `/api/status-records/${UNKNOWN_ID}/take-back`;
    expect((await world.server.call({ method: 'POST', url })).statusCode).toBe(401);
    expectFailure(await send(people.premium, 'record'), 404, 'Not found');
    expectFailure(await send(people.premium, UNKNOWN_ID), 404, 'Record not found');
  });

  test("another company's, also to administrators who don't name somebody", async () => {
    const id = await recordNow(people.premium, 'done');
    expectFailure(await send(people.free, id), 404, 'Record not found');
    expectFailure(await send(people.admin, id), 404, 'Record not found');
    const named = await world.server.call({
      method: 'POST',
      url: `/api/status-records/${id}/take-back?userId=${people.premium.userId}`,
      token: people.free.token,
    });
    expectFailure(named, 403, 'You can only act for yourself');
  });

  test("a colleague's, to members; managers and the owner may", async () => {
    const member = await addPerson(world.server.services);
    await join(world.server.services, member, people.premium, { role: 'member' });
    const id = await recordNow(people.premium, 'done');
    expectFailure(await send(member, id, member.token), 403, 'Only managers and the owner can do this');
    expect((await send(people.colleague, id)).statusCode).toBe(200);
  });

  test('a viewer', async () => {
    const viewer = await addPerson(world.server.services);
    await join(world.server.services, viewer, people.premium, { role: 'viewer', until: '2027-01-01' });
    const id = await recordNow(people.premium, 'done');
    expectFailure(await send(viewer, id), 403, 'Viewers can only read');
  });

  test('what was taken back before, and what did so', async () => {
    const id = await recordNow(people.premium, 'done');
    const entry = await takeBack(people.premium, id);
    expectFailure(await send(people.premium, id), 409, 'This record was taken back already');
    expectFailure(await send(people.premium, entry?.history[1]?._id ?? ''), 404, 'Record not found');
  });

  test('a note', async () => {
    const [note] = (await record(people.premium, 'note')).history;
    expectFailure(await send(people.premium, note?._id ?? ''), 404, 'Record not found');
  });

  test.each([
    ['59 minutes', 200],
    ['61 minutes', 409],
  ])('what is %s old: %i', async (old, code) => {
    const id = await recordNow(people.premium, 'done');
    await age(id, old);
    const response = await send(people.premium, id);
    expect(response.statusCode).toBe(code);
    if (code === 409) expectFailure(response, 409, 'Only what was recorded within the last hour can be taken back');
  });

  test('a day that is full', async () => {
    const records = Array.from({ length: 200 }, () => 'done' as const);
    await addStatusEntry(world.server.services, people.premium, { item: world.items.one, day: '2026-12-15', records });
    const { rows } = await world.server.services.database.pool.query(
      'select id from status_records order by created_at desc limit 1',
    );
    expectFailure(await send(people.premium, rows[0].id), 409, 'This day already has 200 records');
  });

  test('changing or deleting what took a record back', async () => {
    const id = await recordNow(people.admin, 'done');
    const entry = await takeBack(people.admin, id);
    const url = `/api/compliance/data/${world.items.one}/note/${entry?.history[1]?._id}`;
    const { token } = people.admin;
    expectFailure(await world.server.call({ method: 'DELETE', url, token }), 404, 'Note not found');
    expectFailure(
      await world.server.call({ method: 'PUT', url, token, payload: { note: 'Kept' } }),
      404,
      'Note not found',
    );
  });
});

describe('at the same moment', () => {
  test('ten times: once', async () => {
    const id = await recordNow(people.premium, 'done');
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => (await send(people.premium, id)).statusCode),
    );
    expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const { statusHistory } = await findListed(world, people.premium, world.items.one);
    expect(statusHistory[0].history).toHaveLength(2);
  });

  test('a colleague records: what counts last is what the day stands for', async () => {
    for (let round = 0; round < 10; round++) {
      await forget(world, 'status_entries');
      const id = await recordNow(people.premium, 'done');
      const [taken] = await Promise.all([send(people.premium, id), recordNow(people.colleague, 'on-hold')]);
      expect([200, 409]).toContain(taken.statusCode);
      const { statusHistory } = await findListed(world, people.premium, world.items.one);
      const counting = statusHistory[0].history.filter(
        ({ status, takenBack }: { status: string; takenBack?: true }) => status !== 'NOTE' && !takenBack,
      );
      expect(statusHistory[0].current).toBe('on-hold');
      expect(counting.at(-1).status).toBe('on-hold');
    }
  });
});
