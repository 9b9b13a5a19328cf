import type { CustomReminder } from '@anupalan/contract/compliance-items';
import { createReminder, listReminders, MAX_REMINDERS } from '@anupalan/contract/reminders';
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

const TOMORROW = '2026-11-22T09:30:00.000Z';

let world: TrackedWorld;
let people: TrackedWorld['people'];
let items: TrackedWorld['items'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people, items } = world);
});

beforeEach(() => forget(world, 'custom_reminders'));

afterAll(() => world.server.close());

interface Options {
  item?: string;
  body?: object;
  token?: string;
}

function set(person: Person, { item = items.one, body = {}, token = person.token }: Options = {}) {
  const payload = { userId: person.userId, reminderDate: TOMORROW, ...body };
  return world.server.call({ method: 'POST', url: `/api/compliance/data/${item}/reminders`, token, payload });
}

async function setWell(person: Person, options?: Options): Promise<CustomReminder> {
  const response = await set(person, options);
  expect(response.statusCode, response.body).toBe(201);
  const reminder = createReminder.answers[201].parse(response.json()).data.customReminders.at(-1);
  if (!reminder) throw new Error('The answer has no reminder');
  return reminder;
}

function change(kind: 'acknowledge' | 'delete', person: Person, id: string, options: Options = {}) {
  const { item = items.one, body = { userId: person.userId }, token = person.token } = options;
  const url = `/api/compliance/data/${item}/reminders/${id}`;
  return kind === 'delete'
    ? world.server.call({ method: 'DELETE', url, token, payload: body })
    : world.server.call({ method: 'PATCH', url: `${url}/acknowledge`, token, payload: body });
}

async function list(person: Person, query = ''): Promise<CustomReminder[]> {
  const response = await world.server.call({ url: `/api/compliance/reminders${query}`, token: person.token });
  expect(response.statusCode, response.body).toBe(200);
  return listReminders.answers[200].parse(response.json()).data;
}

const ids = (reminders: readonly CustomReminder[]) => reminders.map(({ _id }) => _id);

describe('setting a reminder', () => {
  test.each(['free', 'premium', 'admin'] as const)('%s: the whole updated item is answered', async (role) => {
    const response = await set(people[role]);
    expect([response.statusCode, response.json().message]).toEqual([201, 'Reminder set successfully']);
    const { data } = response.json();
    expect(data).toEqual(await findListed(world, people[role], items.one));
    expect(data.customReminders).toEqual([
      {
        _id: expect.any(String),
        complianceId: items.one,
        userId: people[role].userId,
        reminderDate: TOMORROW,
        isAcknowledged: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  test.each([
    ['2026-11-22T15:00:00+05:30', TOMORROW],
    ['2026-11-22T09:30', TOMORROW],
    ['2026-11-22', '2026-11-22T00:00:00.000Z'],
    ['2026-11-21T09:00:00.001Z', '2026-11-21T09:00:00.001Z'],
  ])('for %s', async (reminderDate, expected) => {
    expect((await setWell(people.free, { body: { reminderDate } })).reminderDate).toBe(expected);
  });

  test('without saying for whom', async () => {
    expect((await setWell(people.free, { body: { userId: undefined } })).userId).toBe(people.free.userId);
  });

  test.each([
    [{ reminderDate: undefined }, { reminderDate: 'Invalid date format' }],
    [{ reminderDate: '' }, { reminderDate: 'Invalid date format' }],
    [{ reminderDate: 7 }, { reminderDate: 'Invalid date format' }],
    [{ reminderDate: '31/12/2026' }, { reminderDate: 'Invalid date format' }],
    [{ reminderDate: '2027-02-30T10:00:00Z' }, { reminderDate: 'Invalid date format' }],
    [{ reminderDate: '275000-01-01T00:00:00Z' }, { reminderDate: 'Invalid date format' }],
    [{ reminderDate: '2026-11-21T09:00:00.000Z' }, { reminderDate: 'Reminder must be in the future' }],
    [{ reminderDate: '2020-01-01T00:00:00Z' }, { reminderDate: 'Reminder must be in the future' }],
    [{ userId: 7 }, { userId: 'User ID is required' }],
  ])('a rejected form: %j', async (body, errors) => {
    const response = await set(people.free, { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
    expect(await list(people.free)).toEqual([]);
  });

  test('as many as an item can have, and no more, even at once', async () => {
    await addMany(people.premium, items.one, MAX_REMINDERS.anItem - 1);
    const responses = await Promise.all([set(people.premium), set(people.premium), set(people.premium)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expectFailure(await set(people.premium), 409, 'An item can have at most 100 reminders');
    await setWell(people.premium, { item: items.other });
    await setWell(people.free);
  });

  test('as many as a company can have', async () => {
    await addMany(people.premium, items.goa, MAX_REMINDERS.aWorkspace);
    expectFailure(await set(people.premium), 409, 'A company can have at most 1,000 reminders');
    await setWell(people.free);
  });
});

describe('acknowledging', () => {
  test.each(['free', 'premium', 'admin'] as const)('%s: the whole updated item is answered', async (role) => {
    const { _id } = await setWell(people[role]);
    const response = await change('acknowledge', people[role], _id, { body: {} });
    expect([response.statusCode, response.json().message]).toEqual([200, 'Reminder acknowledged']);
    expect(response.json().data).toEqual(await findListed(world, people[role], items.one));
    expect(response.json().data.customReminders).toMatchObject([{ _id, isAcknowledged: true }]);
  });

  test('again', async () => {
    const { _id } = await setWell(people.free);
    await change('acknowledge', people.free, _id);
    expectFailure(await change('acknowledge', people.free, _id), 409, 'Reminder already acknowledged');
  });

  test('twice at once: one of them did', async () => {
    const { _id } = await setWell(people.free);
    const responses = await Promise.all([1, 2, 3].map(() => change('acknowledge', people.free, _id)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await readActs(world)).map(({ action }) => action)).toEqual(['reminders.create', 'reminders.acknowledge']);
  });
});

describe('deleting', () => {
  test.each(['free', 'premium', 'admin'] as const)('%s: the whole updated item is answered', async (role) => {
    const { _id } = await setWell(people[role]);
    const kept = await setWell(people[role]);
    const response = await change('delete', people[role], _id);
    expect([response.statusCode, response.json().message]).toEqual([200, 'Reminder deleted successfully']);
    expect(response.json().data).toEqual(await findListed(world, people[role], items.one));
    expect(ids(response.json().data.customReminders)).toEqual([kept._id]);
    expectFailure(await change('delete', people[role], _id), 404, 'Reminder not found');
  });

  test.each([{}, { 'content-type': 'application/json' }])('without a body, announced by %j', async (headers) => {
    const { _id } = await setWell(people.free);
    const url = `/api/compliance/data/${items.one}/reminders/${_id}`;
    const response = await world.server.call({ method: 'DELETE', url, token: people.free.token, headers });
    expect(response.statusCode, response.body).toBe(200);
    expect(await list(people.free)).toEqual([]);
  });
});

describe('whose reminders they are', () => {
  test('a stranger is turned away', async () => {
    const item = `/api/compliance/data/${items.one}/reminders`;
    const calls = [
      { url: '/api/compliance/reminders' },
      { method: 'POST', url: item, payload: {} },
      { method: 'DELETE', url: `${item}/${UNKNOWN_ID}` },
      { method: 'PATCH', url: `${item}/${UNKNOWN_ID}/acknowledge`, payload: {} },
    ] as const;
    for (const call of calls) expectFailure(await world.server.call(call), 401, 'Please sign in to continue');
  });

  test("nobody acts in another's name, except an administrator", async () => {
    const { _id } = await setWell(people.premium);
    const body = { userId: people.premium.userId };
    const refused = [
      await set(people.free, { body }),
      await change('acknowledge', people.free, _id, { body }),
      await change('delete', people.free, _id, { body }),
      await world.server.call({
        url: `/api/compliance/reminders?userId=${people.premium.userId}`,
        token: people.free.token,
      }),
    ];
    for (const response of refused) expectFailure(response, 403, 'You can only act for yourself');

    expect(ids(await list(people.admin, `?userId=${people.premium.userId}`))).toEqual([_id]);
    const added = await setWell(people.admin, { body });
    expect(added.userId).toBe(people.premium.userId);
    expect((await change('acknowledge', people.admin, _id, { body })).statusCode).toBe(200);
    expect((await change('delete', people.admin, _id, { body })).statusCode).toBe(200);
    expect(ids(await list(people.premium))).toEqual([added._id]);
    expectFailure(await set(people.admin, { body: { userId: UNKNOWN_ID } }), 404, 'User not found');
  });

  test.each(['acknowledge', 'delete'] as const)("%s: another tenant's is as unknown as none", async (kind) => {
    const { _id } = await setWell(people.premium);
    for (const person of [people.free, people.admin]) {
      expectFailure(await change(kind, person, _id), 404, 'Reminder not found');
    }
    expectFailure(await change(kind, people.premium, UNKNOWN_ID), 404, 'Reminder not found');
    expectFailure(await change(kind, people.premium, 'reminder'), 404, 'Not found');
    expectFailure(await change(kind, people.premium, _id, { item: items.other }), 404, 'Reminder not found');
    expectFailure(await change(kind, people.premium, _id, { item: items.goa }), 404, 'Compliance item not found');
    expect(await list(people.premium)).toMatchObject([{ _id, isAcknowledged: false }]);
  });

  test.each([
    ['goa' as const, 'Compliance item not found'],
    [UNKNOWN_ID, 'Compliance item not found'],
    ['item', 'Not found'],
  ])('nothing is set about %s', async (item, message) => {
    expectFailure(await set(people.free, { item: item === 'goa' ? items.goa : item }), 404, message);
  });

  test('a colleague sees it at the item and can neither list, acknowledge nor delete it', async () => {
    const { _id } = await setWell(people.premium);
    expect((await findListed(world, people.colleague, items.one)).customReminders).toMatchObject([{ _id }]);
    expect(await list(people.colleague)).toEqual([]);
    for (const kind of ['acknowledge', 'delete'] as const) {
      expectFailure(await change(kind, people.colleague, _id), 403, 'You can only act for yourself');
    }
    expect(await list(people.premium)).toMatchObject([{ _id, isAcknowledged: false }]);
  });

  test('acts while impersonating are on record under both names', async () => {
    const token = await impersonate(world, people.premium);
    const { _id } = await setWell(people.premium, { token });
    await change('acknowledge', people.premium, _id, { token });
    await change('delete', people.premium, _id, { token });
    const act = {
      actor_id: people.premium.userId,
      impersonator_id: people.admin.userId,
      subject_id: _id,
      details: { complianceId: items.one },
    };
    expect(await readActs(world)).toEqual([
      { ...act, action: 'reminders.create' },
      { ...act, action: 'reminders.acknowledge' },
      { ...act, action: 'reminders.delete' },
    ]);
  });
});

describe('the list', () => {
  test('has the earliest first, acknowledged ones too', async () => {
    const later = await setWell(people.free, { body: { reminderDate: '2027-01-01T00:00:00Z' } });
    const sooner = await setWell(people.free, { item: items.other });
    await change('acknowledge', people.free, sooner._id, { item: items.other });
    expect(await list(people.free)).toMatchObject([
      { _id: sooner._id, complianceId: items.other, isAcknowledged: true },
      { _id: later._id, complianceId: items.one, isAcknowledged: false },
    ]);
  });

  test('leaves out items that do not apply, which nobody could acknowledge', async () => {
    await addMany(people.free, items.goa, 1);
    await addMany(people.admin, items.goa, 1);
    expect(await list(people.free)).toEqual([]);
    expect(await list(people.admin)).toHaveLength(1);
  });
});

/** Adds many reminders directly to the database. */
function addMany(person: Person, item: string, count: number) {
  return world.server.services.database.pool.query(
    `insert into custom_reminders (workspace_id, id, compliance_item_id, user_id, reminder_at)
     select $1, uuidv7(), $2, $3, $4 from generate_series(1, $5)`,
    [person.workspaceId, item, person.userId, '2026-11-22T09:00:00Z', count],
  );
}
