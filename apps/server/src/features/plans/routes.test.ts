import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, post } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startCashfree, type TestCashfree } from '../../../test/cashfree.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { buy, expectBalance, order, orderId, readRole, upgrade } from '../../../test/payments.ts';
import { addPerson, type Person } from '../../../test/people.ts';

let cashfree: TestCashfree;
let server: TestApp;
let now = Temporal.Instant.from('2026-01-31T09:00:00Z');

beforeAll(async () => {
  cashfree = await startCashfree();
  server = await startTestApp({ env: cashfree.env, now: () => now });
});

afterEach(async () => {
  cashfree.manner = 'well';
  await expectBalance(server);
});

afterAll(async () => {
  await server.close();
  await cashfree.close();
});

function downgrade({ token }: Pick<Person, 'token'>) {
  return server.call({ method: 'POST', url: '/api/plans/downgrade', token });
}

async function readState({ token }: Person) {
  return (await server.call({ url: '/api/payments', token })).json().data;
}

describe('upgrading', () => {
  test('who has paid is premium for a month, with a receipt and a mail', async () => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    cashfree.pay(id);
    const response = await upgrade(server, person);
    expect(response.json()).toMatchObject({
      status: 'success',
      message: 'You are now on the Premium plan',
      data: { user: { _id: person.userId, role: 'premium' } },
    });
    const period = { startsAt: '2026-01-31T09:00:00.000Z', endsAt: '2026-02-28T09:00:00.000Z' };
    expect(await readState(person)).toEqual({
      plan: 'premium',
      period,
      fallsBackAt: '2026-03-03T09:00:00.000Z',
      orderOpen: false,
      renewalOpen: false,
      payments: [
        {
          order_id: id,
          amount: 3999,
          currency: 'INR',
          status: 'paid',
          createdAt: '2026-01-31T09:00:00.000Z',
          paidAt: '2026-01-31T09:00:00.000Z',
          refundedAt: null,
          refundFailedAt: null,
          period: { ...period, endedEarlyAt: null },
          receiptNumber: 1,
        },
      ],
    });
    expect(server.enqueued.at(-1)).toMatchObject({
      queue: 'deliver-mail',
      data: { to: `${person.userId}@example.in`, subject: 'Receipt 1 for Anupalan Premium' },
    });
    expect(await readAuditOf(server, person.userId)).toMatchObject([{ action: 'plans.upgrade', actor_id: null }]);
  });

  test('the same payment again: 409, without asking anyone', async () => {
    const person = await addPerson(server.services);
    await buy(server, cashfree, person);
    const asked = cashfree.calls.length;
    expect(failureOf(await upgrade(server, person))).toEqual([409, 'You are already on this plan']);
    expect(cashfree.calls).toHaveLength(asked);
  });

  test.each([
    ['no order', undefined],
    ['an open one', 'ACTIVE'],
    ['one that failed', 'EXPIRED'],
  ])('with %s: 402', async (_what, status) => {
    const person = await addPerson(server.services);
    if (status) cashfree.pay(await orderId(server, person), { status });
    expect(failureOf(await upgrade(server, person))).toEqual([402, 'Payment required']);
    expect(await readRole(server, person)).toBe('user');
  });

  test('the payment of somebody else is not used', async () => {
    const [payer, other] = [await addPerson(server.services), await addPerson(server.services)];
    cashfree.pay(await orderId(server, payer));
    expect((await upgrade(server, other)).statusCode).toBe(402);
    expect((await upgrade(server, payer)).statusCode).toBe(200);
  });

  test('a provider that can not be asked: 502, and nothing is given', async () => {
    const person = await addPerson(server.services);
    cashfree.pay(await orderId(server, person));
    cashfree.manner = 'fail';
    expect(failureOf(await upgrade(server, person, true))).toEqual([502, 'Failed to verify payment status']);
    expect(await readRole(server, person)).toBe('user');
  });

  test('who may: 401, 403; and to what: 400, 409', async () => {
    const [admin, person, gifted] = [
      await addPerson(server.services, { role: 'admin' }),
      await addPerson(server.services),
      await addPerson(server.services, { role: 'premium' }),
    ];
    const ask = (plan: unknown, token?: string) => post(server, '/plans/upgrade', { plan }, token ? { token } : {});
    expect((await ask('premium')).statusCode).toBe(401);
    expect(failureOf(await ask('premium', admin.token))).toEqual([403, 'Administrators already have every feature']);
    expect(failureOf(await ask('gold', person.token))).toEqual([400, 'Plan must be free, premium or enterprise']);
    expect((await ask('enterprise', person.token)).statusCode).toBe(400);
    expect(failureOf(await ask('free', person.token))).toEqual([409, 'You are already on this plan']);
    expect((await ask('free', gifted.token)).statusCode).toBe(400);
    expect(failureOf(await ask('premium', gifted.token))).toEqual([409, 'You are already on this plan']);
  });

  test('calls that ask no provider are not limited', async () => {
    const { token } = await addPerson(server.services, { role: 'admin' });
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => post(server, '/plans/upgrade', { plan: 'premium' }, { token })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
  });
});

describe('renewing', () => {
  test('in the last seven days the next month is sold, and begins where this one ends', async () => {
    now = Temporal.Instant.from('2026-03-10T09:00:00Z');
    const person = await addPerson(server.services);
    await buy(server, cashfree, person);
    now = Temporal.Instant.from('2026-04-03T08:59:59Z');
    expect(failureOf(await order(server, person))).toEqual([409, 'You are already on this plan']);
    now = Temporal.Instant.from('2026-04-03T09:00:00Z');
    expect(await readState(person)).toMatchObject({ orderOpen: true, renewalOpen: true });
    await buy(server, cashfree, person);
    const state = await readState(person);
    expect(state.period).toEqual({ startsAt: '2026-03-10T09:00:00.000Z', endsAt: '2026-05-10T09:00:00.000Z' });
    expect(state).toMatchObject({ orderOpen: false, renewalOpen: false });
    expect(failureOf(await order(server, person))).toEqual([409, 'You are already on this plan']);
  });

  test('in the days of grace it still follows the end', async () => {
    now = Temporal.Instant.from('2026-03-10T09:00:00Z');
    const person = await addPerson(server.services);
    await buy(server, cashfree, person);
    now = Temporal.Instant.from('2026-04-12T09:00:00Z');
    await buy(server, cashfree, person);
    expect((await readState(person)).period).toEqual({
      startsAt: '2026-04-10T09:00:00.000Z',
      endsAt: '2026-05-10T09:00:00.000Z',
    });
  });
});

describe('downgrading', () => {
  test('returns to the free plan at once, and what was recorded stays', async () => {
    const company = { employeeCount: 60, state: 'Goa', additionalStates: ['Kerala'] } as const;
    const person = await addPerson(server.services, { company });
    await buy(server, cashfree, person);
    const response = await downgrade(person);
    expect(response.json()).toMatchObject({
      message: 'You are now on the Free plan',
      data: { user: { role: 'user' } },
    });
    expect(response.json().data.user.company.additionalStates).toEqual(['Kerala']);
    expect(await readState(person)).toMatchObject({ plan: 'free', period: null, fallsBackAt: null, orderOpen: true });
    expect(failureOf(await downgrade(person))).toEqual([409, 'You are already on this plan']);
    expect((await upgrade(server, person)).statusCode).toBe(402);
  });

  test('after it a payment buys a month from then, not from the end of what was given up', async () => {
    now = Temporal.Instant.from('2026-06-01T09:00:00Z');
    const person = await addPerson(server.services);
    await buy(server, cashfree, person);
    await downgrade(person);
    now = Temporal.Instant.from('2026-06-05T09:00:00Z');
    await buy(server, cashfree, person);
    expect((await readState(person)).period).toEqual({
      startsAt: '2026-06-05T09:00:00.000Z',
      endsAt: '2026-07-05T09:00:00.000Z',
    });
  });

  test('who may not: 401, 403', async () => {
    const admin = await addPerson(server.services, { role: 'admin' });
    expect((await server.call({ method: 'POST', url: '/api/plans/downgrade' })).statusCode).toBe(401);
    expect(failureOf(await downgrade(admin))).toEqual([403, 'Administrators already have every feature']);
  });
});
