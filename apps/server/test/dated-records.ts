import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from './catalogue.ts';
import type { Person } from './people.ts';
import {
  callWhileDeleting,
  expectFailure,
  findListed,
  forget,
  impersonate,
  readActs,
  startTrackedWorld,
  type TrackedWorld,
  UNKNOWN_ID,
} from './tracked.ts';

/** A kind of record with a day of its own that a company keeps of an item: payment dates or submission dates. */
export interface DatedRecords {
  readonly table: 'payment_dates' | 'submission_dates';
  readonly path: 'payment-dates' | 'submission-dates';
  /** The key of their list in an item. */
  readonly key: 'paymentDates' | 'submissionDates';
  readonly name: 'payment date' | 'submission date';
  /** The parts of a record besides its day, as the form sends them. */
  readonly form: object;
  /** The same parts as the answer has them. */
  readonly stored: object;
  /** The same parts as columns of the table, each with a value in SQL. */
  readonly columns: Readonly<Record<string, string>>;
  readonly limits: { readonly anItem: number; readonly aWorkspace: number };
}

interface Options {
  item?: string;
  body?: object;
  query?: string;
  token?: string;
}

type Stored = { _id: string; userId: string };

const DAY = '2026-11-15T00:00:00.000Z';

/** Calls about one kind of dated records, in a world of their own. */
export function prepareDatedRecords({ table, path, key, form }: DatedRecords) {
  let world: TrackedWorld;
  beforeAll(async () => {
    world = await startTrackedWorld();
  });
  beforeEach(() => forget(world, table));
  afterAll(() => world.server.close());

  const urlOf = (item = world.items.one) => `/api/compliance/data/${item}/${path}`;

  function add(person: Person, { item, body = {}, query = '', token = person.token }: Options = {}) {
    const payload = { userId: person.userId, date: DAY, ...form, ...body };
    return world.server.call({ method: 'POST', url: urlOf(item) + query, token, payload });
  }

  async function addWell(person: Person, options?: Options): Promise<Stored> {
    const response = await add(person, options);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data[key].at(-1);
  }

  function remove(person: Person, id: string, { item, query = '', token = person.token }: Options = {}) {
    return world.server.call({ method: 'DELETE', url: `${urlOf(item)}/${id}${query}`, token });
  }

  const listed = async (person: Person) => (await findListed(world, person, world.items.one))[key];

  return { world: () => world, urlOf, add, addWell, remove, listed };
}

/** Tests the rules that hold for both kinds alike. */
export function testDatedRecords(kind: DatedRecords, calls: ReturnType<typeof prepareDatedRecords>): void {
  const { add, addWell, remove, listed, urlOf } = calls;
  const Name = `${kind.name[0]?.toUpperCase()}${kind.name.slice(1)}`;
  const notFound = `${Name} not found`;
  let world: TrackedWorld;
  let people: TrackedWorld['people'];
  let items: TrackedWorld['items'];

  beforeAll(() => {
    world = calls.world();
    ({ people, items } = world);
  });

  describe('adding', () => {
    test.each(['free', 'premium', 'admin'] as const)('%s: the whole updated item is answered', async (role) => {
      const response = await add(people[role]);
      expect([response.statusCode, response.json().message]).toEqual([201, `${Name} added successfully`]);
      expect(response.json().data).toEqual(await findListed(world, people[role], items.one));
      expect(response.json().data[kind.key]).toEqual([
        { _id: expect.any(String), date: DAY, ...kind.stored, userId: people[role].userId },
      ]);
    });

    test('without saying for whom; the day is the one that is written', async () => {
      const body = { userId: undefined, date: '2026-11-15T23:30:00-05:00' };
      expect(await addWell(people.free, { body })).toMatchObject({
        date: '2026-11-15T00:00:00.000Z',
        userId: people.free.userId,
      });
    });

    test.each([
      [{ date: undefined }, { date: 'Please select a date' }],
      [{ date: '' }, { date: 'Please select a date' }],
      [{ date: '31/12/2026' }, { date: 'Invalid date format' }],
      [{ date: '2026-02-30' }, { date: 'Invalid date format' }],
      [{ date: '275000-01-01' }, { date: 'Invalid date format' }],
      [{ userId: 7 }, { userId: 'User ID is required' }],
    ])('a rejected form: %j', (body, errors) => expectRejected(calls, body, errors));

    test('a window of more than three years', async () => {
      const response = await add(people.free, { query: '?from=2020-01-01&to=2026-01-01' });
      expectFailure(response, 400, 'Please choose at most 3 years');
      expect(await listed(people.free)).toEqual([]);
    });

    test('as many as an item can have, and no more, even at once', async () => {
      await addMany(world, kind, people.premium, items.one, kind.limits.anItem - 1);
      const responses = await Promise.all([add(people.premium), add(people.colleague), add(people.premium)]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
      expectFailure(await add(people.premium), 409, `An item can have at most 1,000 ${kind.name}s`);
      await addWell(people.premium, { item: items.other });
      await addWell(people.free);
    });

    test('as many as a company can have', async () => {
      await addMany(world, kind, people.premium, items.goa, kind.limits.aWorkspace);
      expectFailure(await add(people.premium), 409, `A company can have at most 5,000 ${kind.name}s`);
      await addWell(people.free);
    });
  });

  describe('deleting', () => {
    test.each(['free', 'premium', 'admin'] as const)('%s: the whole updated item is answered', async (role) => {
      const { _id } = await addWell(people[role]);
      const kept = await addWell(people[role]);
      const response = await remove(people[role], _id);
      expect([response.statusCode, response.json().message]).toEqual([200, `${Name} deleted successfully`]);
      expect(response.json().data).toEqual(await findListed(world, people[role], items.one));
      expect(response.json().data[kind.key]).toEqual([kept]);
      expectFailure(await remove(people[role], _id), 404, notFound);
    });

    test('twice at once: one of them did', async () => {
      const { _id } = await addWell(people.free);
      const responses = await Promise.all([remove(people.free, _id), remove(people.free, _id)]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    });

    test("a colleague's: they belong to the company", async () => {
      const { _id } = await addWell(people.premium);
      expect((await remove(people.colleague, _id)).statusCode).toBe(200);
    });
  });

  describe(`whose ${kind.name}s they are`, () => {
    test('a stranger is turned away', async () => {
      for (const call of [
        { method: 'POST', url: urlOf(), payload: {} },
        { method: 'DELETE', url: `${urlOf()}/${UNKNOWN_ID}` },
      ] as const) {
        expectFailure(await world.server.call(call), 401, 'Please sign in to continue');
      }
    });

    test("nobody acts in another's name, except an administrator", async () => {
      const { _id } = await addWell(people.premium);
      const query = `?userId=${people.premium.userId}`;
      const body = { userId: people.premium.userId };
      expectFailure(await add(people.free, { body }), 403, 'You can only act for yourself');
      expectFailure(await remove(people.free, _id, { query }), 403, 'You can only act for yourself');
      expect((await addWell(people.admin, { body })).userId).toBe(people.premium.userId);
      expect((await remove(people.admin, _id, { query })).statusCode).toBe(200);
      expect(await listed(people.premium)).toHaveLength(1);
      expect((await readActs(world)).map(({ actor_id }) => actor_id)).toEqual([
        people.premium.userId,
        people.admin.userId,
        people.admin.userId,
      ]);
    });

    test("another tenant's is as unknown as none", async () => {
      const { _id } = await addWell(people.premium);
      for (const person of [people.free, people.admin]) {
        expectFailure(await remove(person, _id), 404, notFound);
      }
      expectFailure(await remove(people.premium, UNKNOWN_ID), 404, notFound);
      expectFailure(await remove(people.premium, 'record'), 404, 'Not found');
      expectFailure(await remove(people.premium, _id, { item: items.other }), 404, notFound);
      expectFailure(await remove(people.premium, _id, { item: items.goa }), 404, 'Compliance item not found');
      expect(await listed(people.premium)).toMatchObject([{ _id }]);
    });

    test('nothing is added to an item that does not apply, or is not there', async () => {
      expectFailure(await add(people.free, { item: items.goa }), 404, 'Compliance item not found');
      expectFailure(await add(people.free, { item: UNKNOWN_ID }), 404, 'Compliance item not found');
      expectFailure(await add(people.free, { item: 'item' }), 404, 'Not found');
    });

    test('an item that is deleted meanwhile is not found and nothing is left', async () => {
      const deletedItem = await addItem(world.server.services, { act_id: await addAct(world.server.services) });
      const response = await callWhileDeleting(world, deletedItem, () => add(people.free, { item: deletedItem }));
      expectFailure(response, 404, 'Compliance item not found');
      expect(await readActs(world)).toEqual([]);
    });

    test('acts while impersonating are on record under both names', async () => {
      const token = await impersonate(world, people.premium);
      const { _id } = await addWell(people.premium, { token });
      await remove(people.premium, _id, { token });
      const act = {
        actor_id: people.premium.userId,
        impersonator_id: people.admin.userId,
        subject_id: _id,
        details: { complianceId: items.one },
      };
      expect(await readActs(world)).toEqual([
        { ...act, action: `${kind.path}.create` },
        { ...act, action: `${kind.path}.delete` },
      ]);
    });
  });
}

/** Expects 400 with these faults, and nothing stored. */
export async function expectRejected(
  { world, add, listed }: ReturnType<typeof prepareDatedRecords>,
  body: object,
  errors: Readonly<Record<string, string>>,
): Promise<void> {
  const { free } = world().people;
  const response = await add(free, { body });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
  expect(await listed(free)).toEqual([]);
}

/** Adds many records directly to the database. */
function addMany(world: TrackedWorld, { table, columns }: DatedRecords, person: Person, item: string, count: number) {
  return world.server.services.database.pool.query(
    `insert into ${table} (workspace_id, id, compliance_item_id, user_id, day, ${Object.keys(columns)})
     select $1, uuidv7(), $2, $3, '2026-11-01', ${Object.values(columns)} from generate_series(1, $4)`,
    [person.workspaceId, item, person.userId, count],
  );
}
