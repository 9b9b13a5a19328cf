import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { createPaymentDate, MAX_PAYMENT_DATES } from '@anupalan/contract/payment-dates';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import type { Person } from '../../../test/people.ts';
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
} from '../../../test/tracked.ts';

const DAY = '2026-11-15T00:00:00.000Z';
const INVALID_AMOUNT = 'Please enter a valid amount';

let world: TrackedWorld;
let people: TrackedWorld['people'];
let items: TrackedWorld['items'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people, items } = world);
});

beforeEach(() => forget(world, 'payment_dates'));

afterAll(() => world.server.close());

interface Options {
  item?: string;
  body?: object;
  query?: string;
  token?: string;
}

function add(person: Person, { item = items.one, body = {}, query = '', token = person.token }: Options = {}) {
  const payload = { userId: person.userId, date: DAY, amount: 1234.5, description: 'PF for October', ...body };
  const url = `/api/compliance/data/${item}/payment-dates${query}`;
  return world.server.call({ method: 'POST', url, token, payload });
}

async function addWell(person: Person, options?: Options): Promise<PaymentDate> {
  const response = await add(person, options);
  expect(response.statusCode, response.body).toBe(201);
  const payment = createPaymentDate.answers[201].parse(response.json()).data.paymentDates.at(-1);
  if (!payment) throw new Error('The answer has no payment date');
  return payment;
}

function remove(person: Person, id: string, { item = items.one, query = '', token = person.token }: Options = {}) {
  const url = `/api/compliance/data/${item}/payment-dates/${id}${query}`;
  return world.server.call({ method: 'DELETE', url, token });
}

const listed = async (person: Person) => (await findListed(world, person, items.one)).paymentDates;

describe('adding', () => {
  test.each(['free', 'premium', 'admin'] as const)('%s: the whole updated item is answered', async (role) => {
    const response = await add(people[role]);
    expect([response.statusCode, response.json().message]).toEqual([201, 'Payment date added successfully']);
    expect(response.json().data).toEqual(await findListed(world, people[role], items.one));
    expect(response.json().data.paymentDates).toEqual([
      {
        _id: expect.any(String),
        date: DAY,
        amount: 1234.5,
        description: 'PF for October',
        userId: people[role].userId,
      },
    ]);
  });

  test.each([0.01, 0.1 + 0.7, 19.99, 8_53_21_043.37, 9_999_999_999.99])('%d rupees, to the paisa', async (amount) => {
    const exact = Math.round(amount * 100) / 100;
    expect((await addWell(people.free, { body: { amount: exact } })).amount).toBe(exact);
    const { rows } = await world.server.services.database.pool.query('select amount_paise from payment_dates');
    expect(rows).toEqual([{ amount_paise: Math.round(amount * 100) }]);
  });

  test('without description, and without saying for whom; the day is the UTC day', async () => {
    const body = { description: undefined, userId: undefined, date: '2026-11-15T23:30:00-05:00' };
    expect(await addWell(people.free, { body })).toMatchObject({
      date: '2026-11-16T00:00:00.000Z',
      description: '',
      userId: people.free.userId,
    });
  });

  test.each([
    [{ amount: undefined }, { amount: INVALID_AMOUNT }],
    [{ amount: null }, { amount: INVALID_AMOUNT }],
    [{ amount: '100' }, { amount: INVALID_AMOUNT }],
    [{ amount: 0 }, { amount: INVALID_AMOUNT }],
    [{ amount: -0 }, { amount: INVALID_AMOUNT }],
    [{ amount: -5 }, { amount: INVALID_AMOUNT }],
    [{ amount: 0.001 }, { amount: INVALID_AMOUNT }],
    [{ amount: 1.005 }, { amount: INVALID_AMOUNT }],
    [{ amount: 10_000_000_000 }, { amount: INVALID_AMOUNT }],
    [{ amount: 1e300 }, { amount: INVALID_AMOUNT }],
    [{ date: undefined }, { date: 'Please select a date' }],
    [{ date: '' }, { date: 'Please select a date' }],
    [{ date: '31/12/2026' }, { date: 'Invalid date format' }],
    [{ date: '2026-02-30' }, { date: 'Invalid date format' }],
    [{ date: '275000-01-01' }, { date: 'Invalid date format' }],
    [{ description: 'x'.repeat(201) }, { description: 'Please use at most 200 characters' }],
    [{ description: 'nul\u0000' }, { description: 'Please remove characters that cannot be stored' }],
    [{ userId: 7 }, { userId: 'User ID is required' }],
    [
      { date: 'soon', amount: 'much' },
      { date: 'Invalid date format', amount: INVALID_AMOUNT },
    ],
  ])('a rejected form: %j', async (body, errors) => {
    const response = await add(people.free, { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
    expect(await listed(people.free)).toEqual([]);
  });

  test('a window of more than three years', async () => {
    const response = await add(people.free, { query: '?from=2020-01-01&to=2026-01-01' });
    expectFailure(response, 400, 'Please choose at most 3 years');
    expect(await listed(people.free)).toEqual([]);
  });

  test('as many as an item can have, and no more, even at once', async () => {
    await addMany(people.premium, items.one, MAX_PAYMENT_DATES.anItem - 1);
    const responses = await Promise.all([add(people.premium), add(people.colleague), add(people.premium)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expectFailure(await add(people.premium), 409, 'An item can have at most 1,000 payment dates');
    await addWell(people.premium, { item: items.other });
    await addWell(people.free);
  });

  test('as many as a company can have', async () => {
    await addMany(people.premium, items.goa, MAX_PAYMENT_DATES.aWorkspace);
    expectFailure(await add(people.premium), 409, 'A company can have at most 5,000 payment dates');
    await addWell(people.free);
  });
});

describe('deleting', () => {
  test.each(['free', 'premium', 'admin'] as const)('%s: the whole updated item is answered', async (role) => {
    const { _id } = await addWell(people[role]);
    const kept = await addWell(people[role]);
    const response = await remove(people[role], _id);
    expect([response.statusCode, response.json().message]).toEqual([200, 'Payment date deleted successfully']);
    expect(response.json().data).toEqual(await findListed(world, people[role], items.one));
    expect(response.json().data.paymentDates).toEqual([kept]);
    expectFailure(await remove(people[role], _id), 404, 'Payment date not found');
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

describe('whose payment dates they are', () => {
  test('a stranger is turned away', async () => {
    const url = `/api/compliance/data/${items.one}/payment-dates`;
    for (const call of [
      { method: 'POST', url, payload: {} },
      { method: 'DELETE', url: `${url}/${UNKNOWN_ID}` },
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
      expectFailure(await remove(person, _id), 404, 'Payment date not found');
    }
    expectFailure(await remove(people.premium, UNKNOWN_ID), 404, 'Payment date not found');
    expectFailure(await remove(people.premium, 'payment'), 404, 'Not found');
    expectFailure(await remove(people.premium, _id, { item: items.other }), 404, 'Payment date not found');
    expectFailure(await remove(people.premium, _id, { item: items.goa }), 404, 'Compliance item not found');
    expect(await listed(people.premium)).toMatchObject([{ _id }]);
  });

  test('nothing is added to an item that does not apply, or is not there', async () => {
    expectFailure(await add(people.free, { item: items.goa }), 404, 'Compliance item not found');
    expectFailure(await add(people.free, { item: UNKNOWN_ID }), 404, 'Compliance item not found');
    expectFailure(await add(people.free, { item: 'item' }), 404, 'Not found');
  });

  test('an item that is deleted meanwhile is not found and nothing is left', async () => {
    const doomed = await addItem(world.server.services, { act_id: await addAct(world.server.services) });
    const response = await callWhileDeleting(world, doomed, () => add(people.free, { item: doomed }));
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
      { ...act, action: 'payment-dates.create' },
      { ...act, action: 'payment-dates.delete' },
    ]);
  });
});

/** Past the API. */
function addMany(person: Person, item: string, count: number) {
  return world.server.services.database.pool.query(
    `insert into payment_dates (workspace_id, id, compliance_item_id, user_id, day, amount_paise)
     select $1, uuidv7(), $2, $3, '2026-11-01', 100 from generate_series(1, $4)`,
    [person.workspaceId, item, person.userId, count],
  );
}
