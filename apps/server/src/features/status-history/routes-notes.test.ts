import type { StatusEntry } from '@anupalan/contract/status-history';
import { STATUSES } from '@anupalan/domain/statuses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../test/people.ts';
import {
  expectFailure,
  findListed,
  forget,
  impersonate,
  readActs,
  startTrackedWorld,
  type TrackedWorld,
  UNKNOWN_ID,
} from '../../../test/tracked.ts';

const UPGRADE = 'Upgrade to Premium to use this status';

let world: TrackedWorld;
let people: TrackedWorld['people'];
let items: TrackedWorld['items'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people, items } = world);
});

beforeEach(() => forget(world, 'status_entries'));

afterAll(() => world.server.close());

interface Options {
  item?: string;
  body?: object;
  query?: string;
  token?: string;
}

function add(person: Person, { item = items.one, body = {}, query = '', token = person.token }: Options = {}) {
  const payload = { userId: person.userId, forDate: '2026-12-15', note: 'Challan paid', ...body };
  return world.server.call({ method: 'PATCH', url: `/api/compliance/data/${item}/note${query}`, token, payload });
}

function change(person: Person, id: string, { item = items.one, body = {}, query = '', token }: Options = {}) {
  const url = `/api/compliance/data/${item}/note/${id}${query}`;
  const payload = { userId: person.userId, note: 'Challan not paid', ...body };
  return world.server.call({ method: 'PUT', url, token: token ?? person.token, payload });
}

function remove(person: Person, id: string, { item = items.one, query = '', token }: Options = {}) {
  const url = `/api/compliance/data/${item}/note/${id}${query}`;
  return world.server.call({ method: 'DELETE', url, token: token ?? person.token });
}

function setStatus(person: Person, status: string) {
  return world.server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${items.one}/status`,
    token: person.token,
    payload: { userId: person.userId, status, forDate: '2026-12-15' },
  });
}

async function addWell(person: Person, options?: Options): Promise<StatusEntry[]> {
  const response = await add(person, options);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data.statusHistory;
}

/** The id of the note that was added last. */
async function addNoteOf(person: Person, options?: Options): Promise<string> {
  const entries = await addWell(person, options);
  const newest = entries.flatMap(({ history }) => history).toSorted((a, b) => (a._id < b._id ? 1 : -1))[0];
  if (!newest) throw new Error('The answer has no note');
  return newest._id;
}

const historyOf = async (person: Person): Promise<StatusEntry[]> =>
  (await findListed(world, person, items.one)).statusHistory;

describe('adding a note', () => {
  test.each(['premium', 'admin'] as const)('%s, to a day that nothing was recorded for', async (role) => {
    const response = await add(people[role], { body: { note: '  Challan paid ' } });
    expect([response.statusCode, response.json().message]).toEqual([200, 'Note added successfully']);
    expect(response.json().data.statusHistory).toMatchObject([
      {
        complianceId: items.one,
        userId: people[role].userId,
        date: '2026-12-15T00:00:00.000Z',
        current: 'pending',
        history: [{ status: 'NOTE', note: 'Challan paid', updatedBy: people[role].userId }],
      },
    ]);
    expect(response.json().data.statusHistory).toEqual(await historyOf(people[role]));
  });

  test.each(STATUSES)('leaves the status as it was: %s', async (status) => {
    await setStatus(people.premium, status);
    const [entry, ...others] = await addWell(people.premium);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ current: status, history: [{ status }, { status: 'NOTE' }] });
  });

  test('wherever its day lies, it is in the answer', async () => {
    expect(await addWell(people.premium, { body: { forDate: '1999-01-02' } })).toMatchObject([
      { date: '1999-01-02T00:00:00.000Z' },
    ]);
  });

  test('without saying for whom', async () => {
    expect(await addWell(people.premium, { body: { userId: undefined } })).toMatchObject([
      { userId: people.premium.userId },
    ]);
  });

  test('many at once, and a status among them: each is recorded, the status stands', async () => {
    const notes = Array.from({ length: 15 }, (_, n) => add(people.premium, { body: { note: `${n}` } }));
    await Promise.all([...notes.slice(0, 8), setStatus(people.premium, 'on-hold'), ...notes.slice(8)]);
    const [entry] = await historyOf(people.premium);
    expect(entry?.current).toBe('on-hold');
    expect(entry?.history).toHaveLength(16);
  });

  test.each([
    [{ note: undefined }, { note: 'Please enter a note before submitting' }],
    [{ note: ' \n ' }, { note: 'Please enter a note before submitting' }],
    [{ note: 'x'.repeat(2_001) }, { note: 'Please use at most 2000 characters' }],
    [{ forDate: undefined }, { forDate: 'Please select a date' }],
    [{ forDate: '2026-02-30' }, { forDate: 'Invalid date format' }],
    [{ userId: 7 }, { userId: 'User ID is required' }],
    [
      { note: '', forDate: 'soon' },
      { forDate: 'Invalid date format', note: 'Please enter a note before submitting' },
    ],
  ])('a rejected form: %j', async (body, errors) => {
    const response = await add(people.premium, { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
    expect(await historyOf(people.premium)).toEqual([]);
  });

  test('is refused: to free users, in another’s name, to what does not apply', async () => {
    expectFailure(await add(people.free), 403, UPGRADE);
    const body = { userId: people.free.userId };
    expectFailure(await add(people.premium, { body }), 403, 'You can only act for yourself');
    expectFailure(await add(people.premium, { item: items.goa }), 404, 'Compliance item not found');
    expectFailure(await add(people.premium, { item: UNKNOWN_ID }), 404, 'Compliance item not found');
    expectFailure(await add(people.premium, { item: 'item' }), 404, 'Not found');
    const stranger = { method: 'PATCH', url: `/api/compliance/data/${items.one}/note`, payload: {} } as const;
    expectFailure(await world.server.call(stranger), 401, 'Please sign in to continue');
    expect(await historyOf(people.admin)).toEqual([]);
  });

  test('by an administrator for somebody: in that workspace, under the administrator’s name', async () => {
    const history = await addWell(people.admin, { body: { userId: people.premium.userId } });
    expect(history).toMatchObject([{ userId: people.premium.userId, history: [{ updatedBy: people.admin.userId }] }]);
    expect(await historyOf(people.premium)).toEqual(history);
  });

  test('while impersonating: under both names', async () => {
    await addWell(people.premium, { token: await impersonate(world, people.premium) });
    const { rows } = await world.server.services.database.pool.query(
      'select updated_by, impersonator_id from status_records',
    );
    expect(rows).toEqual([{ updated_by: people.premium.userId, impersonator_id: people.admin.userId }]);
  });
});

describe('changing and deleting a note', () => {
  test('an administrator changes anyone’s, and it is told who did', async () => {
    await setStatus(people.premium, 'done');
    const id = await addNoteOf(people.premium);
    await addNoteOf(people.premium, { body: { note: 'Second' } });
    const response = await change(people.admin, id, { body: { note: ' Challan 12 ' } });
    expect([response.statusCode, response.json().message]).toEqual([200, 'Note updated successfully']);
    const [entry] = await historyOf(people.premium);
    expect(entry).toMatchObject({
      current: 'done',
      history: [
        { status: 'done' },
        { _id: id, status: 'NOTE', note: 'Challan 12', updatedBy: people.admin.userId },
        { note: 'Second', updatedBy: people.premium.userId },
      ],
    });
    expect(response.json().data.statusHistory).toMatchObject([entry]);
    expect(await readActs(world)).toMatchObject([
      { action: 'status-history.change-note', actor_id: people.admin.userId, subject_id: id },
    ]);
  });

  test('an administrator deletes anyone’s; the rest of the day stays', async () => {
    await setStatus(people.premium, 'done');
    const id = await addNoteOf(people.premium);
    const response = await remove(people.admin, id);
    expect([response.statusCode, response.json().message]).toEqual([200, 'Note deleted successfully']);
    const [entry] = await historyOf(people.premium);
    expect(entry).toMatchObject({ current: 'done', history: [{ status: 'done' }] });
    expect(response.json().data.statusHistory).toMatchObject([entry]);
    expectFailure(await remove(people.admin, id), 404, 'Note not found');
    expectFailure(await change(people.admin, id), 404, 'Note not found');
    expect(await readActs(world)).toMatchObject([
      { action: 'status-history.delete-note', actor_id: people.admin.userId, subject_id: id },
    ]);
  });

  test('of a day with nothing else, the last one takes the entry with it', async () => {
    const id = await addNoteOf(people.premium);
    expect((await remove(people.admin, id)).json().data.statusHistory).toEqual([]);
    expect(await historyOf(people.premium)).toEqual([]);
  });

  test('one far outside the window is in the answer of its change', async () => {
    const id = await addNoteOf(people.premium, { body: { forDate: '1999-01-02' } });
    await world.server.services.database.pool.query(
      `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
       select $1, $2, date '2026-01-01' + n, uuidv7(), $3, 'done' from generate_series(1, 120) n`,
      [people.admin.workspaceId, items.one, people.admin.userId],
    );
    const { statusHistory } = (await change(people.admin, id)).json().data;
    expect(statusHistory).toHaveLength(100);
    expect(statusHistory[0]).toMatchObject({ userId: people.premium.userId, history: [{ note: 'Challan not paid' }] });
  });

  test('an administrator who names a user sees and changes only what that user sees', async () => {
    const id = await addNoteOf(people.premium);
    const other = `?userId=${people.free.userId}`;
    expectFailure(await remove(people.admin, id, { query: other }), 404, 'Note not found');
    expectFailure(await change(people.admin, id, { body: { userId: people.free.userId } }), 404, 'Note not found');
    const response = await change(people.admin, id, { body: { userId: people.premium.userId } });
    expect(response.json().data.statusHistory).toEqual(await historyOf(people.premium));
    expect((await remove(people.admin, id, { query: `?userId=${people.premium.userId}` })).statusCode).toBe(200);
  });

  test('is for administrators', async () => {
    const id = await addNoteOf(people.premium);
    for (const call of [change, remove]) {
      expectFailure(await call(people.free, id), 403, UPGRADE);
      expectFailure(await call(people.premium, id), 403, 'Only administrators can do this');
      const token = await impersonate(world, people.premium);
      expectFailure(await call(people.premium, id, { token }), 403, 'Only administrators can do this');
    }
    const url = `/api/compliance/data/${items.one}/note/${id}`;
    for (const stranger of [{ method: 'PUT', url, payload: {} } as const, { method: 'DELETE', url } as const]) {
      expectFailure(await world.server.call(stranger), 401, 'Please sign in to continue');
    }
    expect(await historyOf(people.premium)).toMatchObject([{ history: [{ _id: id, note: 'Challan paid' }] }]);
  });

  test('a status that was recorded is no note', async () => {
    await setStatus(people.premium, 'done');
    const [record] = (await historyOf(people.premium))[0]?.history ?? [];
    expectFailure(await remove(people.admin, String(record?._id)), 404, 'Note not found');
    expectFailure(await change(people.admin, String(record?._id)), 404, 'Note not found');
  });

  test('what is not there is not found', async () => {
    const id = await addNoteOf(people.premium);
    for (const call of [change, remove]) {
      expectFailure(await call(people.admin, UNKNOWN_ID), 404, 'Note not found');
      expectFailure(await call(people.admin, id, { item: items.other }), 404, 'Note not found');
      expectFailure(await call(people.admin, id, { item: UNKNOWN_ID }), 404, 'Compliance item not found');
      expectFailure(await call(people.admin, 'note'), 404, 'Not found');
    }
  });

  test.each([
    [{ note: undefined }, { note: 'Note cannot be empty' }],
    [{ note: '  ' }, { note: 'Note cannot be empty' }],
    [{ note: 'x'.repeat(2_001) }, { note: 'Please use at most 2000 characters' }],
  ])('a rejected form: %j', async (body, errors) => {
    const response = await change(people.admin, await addNoteOf(people.premium), { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
  });

  test('at once with others: one deletes it, notes that come meanwhile stay', async () => {
    const id = await addNoteOf(people.premium);
    const responses = await Promise.all([
      remove(people.admin, id),
      add(people.premium, { body: { note: 'Meanwhile' } }),
      remove(people.admin, id),
      add(people.premium, { body: { note: 'Meanwhile' } }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 404]);
    const [entry] = await historyOf(people.premium);
    expect(entry?.history.map(({ note }) => note)).toEqual(['Meanwhile', 'Meanwhile']);
  });
});
