import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { failureOf, post } from '../../../../test/accounts.ts';
import { startCashfree, type TestCashfree } from '../../../../test/cashfree.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { captureLog, expectBalance, order, orderId, readRole, upgrade } from '../../../../test/payments.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { beginSession } from '../../../identity/sessions.ts';

let cashfree: TestCashfree;
let server: TestApp;
let now = Temporal.Instant.from('2026-11-21T09:00:00Z');
const { log, lines } = captureLog();

beforeAll(async () => {
  cashfree = await startCashfree();
  server = await startTestApp({ env: cashfree.env, now: () => now, log });
});

afterEach(async () => {
  cashfree.manner = 'well';
  await expectBalance(server);
  expect(lines.join('')).not.toMatch(/cfsk_test|TEST_APP/);
});

afterAll(async () => {
  await server.close();
  await cashfree.close();
});

function read(id: string, { token }: Person, expect5xx = false) {
  return server.call({ url: `/api/payments/order/${id}`, token, expect5xx });
}

/** Cuts the provider's time limit from ten seconds to a moment. */
function shortenProviderTimeout() {
  const real = AbortSignal.timeout.bind(AbortSignal);
  return vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => real(50));
}

describe('creating an order', () => {
  test('answers what the checkout needs', async () => {
    const response = await order(server, await addPerson(server.services));
    expect(response.statusCode).toBe(201);
    const { data } = response.json();
    expect(data).toEqual({
      order_id: expect.stringMatching(/^order_[0-9a-f]{32}$/),
      cf_order_id: `cf_${data.order_id.slice(-8)}`,
      payment_session_id: `session_${data.order_id}`,
      order_amount: 3999,
      order_currency: 'INR',
      provider: 'cashfree',
      mode: 'sandbox',
    });
    expect(cashfree.orders.get(data.order_id)?.request).toMatchObject({
      order_amount: 3999,
      order_expiry_time: '2026-11-21T10:00:00Z',
      order_meta: { return_url: `http://localhost:3000/payment/status?order_id=${data.order_id}` },
    });
  });

  test('nobody signed in: 401', async () => {
    expect((await post(server, '/payments/create-order', { amount: 3999 })).statusCode).toBe(401);
  });

  test.each([[{ amount: 1 }], [{ amount: '3999' }], [{ amount: 3999.01 }], [{ amount: null }], [{}]])(
    '%j: 400',
    async (payload) => {
      const { token } = await addPerson(server.services);
      expect(failureOf(await post(server, '/payments/create-order', payload, { token }))).toEqual([
        400,
        'Invalid amount',
      ]);
    },
  );

  test('administrators: 403', async () => {
    const admin = await addPerson(server.services, { role: 'admin' });
    expect(failureOf(await order(server, admin))).toEqual([403, 'Administrators already have every feature']);
  });

  test('while impersonating every call about money is refused', async () => {
    const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
    const id = await orderId(server, person);
    const { db } = server.services.database;
    const token = await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
    const responses = [
      await order(server, { token }),
      await upgrade(server, { token }),
      await post(server, '/plans/downgrade', {}, { token }),
      await read(id, { ...person, token }),
      await server.call({ url: '/api/payments', token }),
      await server.call({ url: '/api/payments/receipts/1', token }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403]);
  });

  test('premium that an administrator gave is not for sale: 409', async () => {
    const person = await addPerson(server.services, { role: 'premium' });
    expect(failureOf(await order(server, person))).toEqual([409, 'You are already on this plan']);
  });

  test('a double click makes one order', async () => {
    const person = await addPerson(server.services);
    const responses = await Promise.all(Array.from({ length: 5 }, () => order(server, person)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(responses.map((response) => response.json().data.order_id)).size).toBe(1);
    expect(new Set(responses.map((response) => response.json().data.payment_session_id)).size).toBe(1);
    expect(await orderId(server, person)).toBe(responses[0]?.json().data.order_id);
  });

  test('an order that has expired makes room for another', async () => {
    const person = await addPerson(server.services);
    const first = await orderId(server, person);
    cashfree.pay(first, { status: 'EXPIRED' });
    expect(await orderId(server, person)).not.toBe(first);
  });

  test('an open order that was paid meanwhile is given, not ordered again', async () => {
    const person = await addPerson(server.services);
    cashfree.pay(await orderId(server, person));
    expect(failureOf(await order(server, person))).toEqual([409, 'You are already on this plan']);
    expect(await readRole(server, person)).toBe('premium');
  });

  test('so is one whose payment was seen but not used', async () => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    cashfree.pay(id);
    expect((await read(id, person)).json().data.order_status).toBe('PAID');
    expect(await readRole(server, person)).toBe('user');
    expect(failureOf(await order(server, person))).toEqual([409, 'You are already on this plan']);
    expect(await readRole(server, person)).toBe('premium');
  });

  test.each(['fail', 'nonsense', 'html-404'] as const)(
    'a provider that answers %s: 502, and then all is well',
    async (manner) => {
      const person = await addPerson(server.services);
      cashfree.manner = manner;
      expect(failureOf(await order(server, person, true))).toEqual([502, 'Failed to create order']);
      cashfree.manner = 'well';
      expect((await order(server, person)).statusCode).toBe(201);
    },
  );

  test('a provider that answers without a session to pay with: 502, and then all is well', async () => {
    const person = await addPerson(server.services);
    cashfree.manner = 'bare';
    expect(failureOf(await order(server, person, true))).toEqual([502, 'Failed to create order']);
    cashfree.manner = 'well';
    expect((await order(server, person)).statusCode).toBe(201);
  });

  test('a provider that hangs: 502 after ten seconds', async () => {
    const person = await addPerson(server.services);
    cashfree.manner = 'hang';
    const timeout = shortenProviderTimeout();
    expect(failureOf(await order(server, person, true))).toEqual([502, 'Failed to create order']);
    expect(timeout.mock.calls).toEqual([[10_000]]);
  });

  test('an order that never arrived at the provider is made anew, whenever that is noticed', async () => {
    const person = await addPerson(server.services);
    cashfree.manner = 'fail';
    await order(server, person, true);
    cashfree.manner = 'well';
    now = now.add({ minutes: 5 });
    expect((await order(server, person)).statusCode).toBe(201);
  });
});

describe('reading an order', () => {
  test.each([
    ['ACTIVE', 'ACTIVE'],
    ['PAID', 'PAID'],
    ['EXPIRED', 'EXPIRED'],
    ['TERMINATED', 'TERMINATED'],
  ])('what the provider calls %s is answered as %s', async (status, answered) => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    cashfree.pay(id, { status });
    expect((await read(id, person)).json()).toEqual({
      status: 'success',
      data: {
        order_id: id,
        cf_order_id: `cf_${id.slice(-8)}`,
        order_status: answered,
        order_amount: 3999,
        order_currency: 'INR',
      },
    });
    expect(await readRole(server, person)).toBe('user');
  });

  test.each([[{ amount: 1 }], [{ amount: 3999.5 }], [{ amount: 3999.001 }], [{ currency: 'USD' }]])(
    'PAID with %j is not paid, and an operator hears of it',
    async (paid) => {
      const person = await addPerson(server.services);
      const id = await orderId(server, person);
      cashfree.pay(id, paid);
      lines.length = 0;
      expect((await read(id, person)).json().data.order_status).toBe('MISMATCH');
      expect((await read(id, person)).json().data.order_status).toBe('MISMATCH');
      expect(lines.join('')).toContain('an order was paid with another amount than ordered');
      expect(failureOf(await upgrade(server, person))).toEqual([402, 'Payment required']);
      const { db } = server.services.database;
      const noted = await db
        .selectFrom('ledger')
        .select('kind')
        .where('user_id', '=', person.userId)
        .where('kind', '=', 'payment-mismatched')
        .execute();
      expect(noted).toHaveLength(1);
    },
  );

  test('what is paid counts also when the provider leaves out its own ids', async () => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    cashfree.pay(id);
    cashfree.manner = 'bare';
    expect((await read(id, person)).json().data.order_status).toBe('PAID');
    expect((await upgrade(server, person)).statusCode).toBe(200);
  });

  test('a failed order that is paid after all is paid', async () => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    cashfree.pay(id, { status: 'EXPIRED' });
    await read(id, person);
    cashfree.pay(id);
    expect((await read(id, person)).json().data.order_status).toBe('PAID');
    expect((await upgrade(server, person)).statusCode).toBe(200);
  });

  test.each(['fail', 'nonsense', 'another-order'] as const)('never a stale status: %s is 502', async (manner) => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    cashfree.pay(id);
    await read(id, person);
    cashfree.manner = manner;
    expect(failureOf(await read(id, person, true))).toEqual([502, 'Failed to verify payment status']);
  });

  test.each(['hang', 'drip'] as const)('a provider that keeps one waiting (%s): 502', async (manner) => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    cashfree.manner = manner;
    shortenProviderTimeout();
    expect(failureOf(await read(id, person, true))).toEqual([502, 'Failed to verify payment status']);
  });

  test('an order of somebody else, an unknown one and none at all: 404', async () => {
    const [person, other] = [await addPerson(server.services), await addPerson(server.services)];
    const admin = await addPerson(server.services, { role: 'admin' });
    const id = await orderId(server, person);
    for (const [wanted, who] of [
      [id, other],
      [id, admin],
      [`order_${'0'.repeat(32)}`, person],
      ["order_1' or '1'='1", person],
    ] as const) {
      expect((await read(wanted, who)).statusCode).toBe(404);
    }
    expect((await server.call({ url: `/api/payments/order/${id}` })).statusCode).toBe(401);
  });
});

test('without credentials in production nobody can pay, and the rest works', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://anupalan.example.in' };
  const closed = await startTestApp({ env: { ...production, SMTP_URL: 'smtp://127.0.0.1:1' } });
  const person = await addPerson(closed.services);
  expect(failureOf(await order(closed, person, true))).toEqual([503, 'Payments are not configured']);
  expect(failureOf(await upgrade(closed, person))).toEqual([402, 'Payment required']);
  expect((await closed.call({ url: '/api/payments/local/x' })).statusCode).toBe(404);
  expect((await closed.call({ ...cashfree.webhook({}), expect5xx: true })).statusCode).toBe(503);
  expect((await closed.call({ url: '/api/payments', token: person.token })).statusCode).toBe(200);
  await closed.close();
});
