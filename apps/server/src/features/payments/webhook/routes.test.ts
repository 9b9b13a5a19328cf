import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failureOf, post } from '../../../../test/accounts.ts';
import { startCashfree, type TestCashfree } from '../../../../test/cashfree.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { captureLog, expectBalance, orderId, readRole, upgrade } from '../../../../test/payments.ts';
import { addPerson } from '../../../../test/people.ts';
import { reconcileOrders } from '../orders/commands-reconcile.ts';
import { settleOrder } from '../orders/commands-settle.ts';
import { findOrder } from '../queries.ts';

let cashfree: TestCashfree;
let server: TestApp;
const { log, lines } = captureLog();

beforeAll(async () => {
  cashfree = await startCashfree();
  server = await startTestApp({ env: cashfree.env, log });
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

function tell(id: string, type = 'PAYMENT_SUCCESS_WEBHOOK') {
  const status = type === 'PAYMENT_SUCCESS_WEBHOOK' ? 'SUCCESS' : 'FAILED';
  return cashfree.webhook({
    data: {
      order: { order_id: id, order_amount: 3999, order_currency: 'INR', order_tags: null },
      payment: { cf_payment_id: 1453002795, payment_status: status, payment_amount: 3999 },
    },
    event_time: '2026-11-21T11:16:10+05:30',
    type,
  });
}

function receiptsMailed() {
  return server.enqueued.filter(({ data }) => 'subject' in data && String(data.subject).startsWith('Receipt'));
}

test('a payment that only the webhook tells of ends in premium, once', async () => {
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id);
  const mails = receiptsMailed().length;
  for (let time = 0; time < 3; time += 1) {
    const response = await server.call(tell(id));
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'success', message: 'Webhook received' }]);
  }
  expect(await readRole(server, person)).toBe('premium');
  expect(receiptsMailed()).toHaveLength(mails + 1);
  expect(failureOf(await upgrade(server, person))).toEqual([409, 'You are already on this plan']);
});

test('a webhook is only a hint: what the provider does not confirm is not given', async () => {
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  expect((await server.call(tell(id))).statusCode).toBe(200);
  expect(await readRole(server, person)).toBe('user');
  expect(failureOf(await upgrade(server, person))).toEqual([402, 'Payment required']);
});

test('a failed payment leaves the order payable, and takes nothing from who has paid', async () => {
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  expect((await server.call(tell(id, 'PAYMENT_FAILED_WEBHOOK'))).statusCode).toBe(200);
  expect(await orderId(server, person)).toBe(id);
  cashfree.pay(id);
  await server.call(tell(id));
  expect((await server.call(tell(id, 'PAYMENT_USER_DROPPED_WEBHOOK'))).statusCode).toBe(200);
  expect(await readRole(server, person)).toBe('premium');
});

test('whatever the provider did not sign: 401, and nobody is asked', async () => {
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id);
  const genuine = tell(id);
  const asked = cashfree.calls.length;
  const forged = [
    cashfree.webhook(genuine.payload, { secretKey: 'guess' }),
    { ...genuine, payload: genuine.payload.replace('3999', '3998') },
    { ...genuine, headers: { ...genuine.headers, 'x-webhook-timestamp': '1746427759734' } },
    { ...genuine, headers: { 'content-type': 'application/json' } },
    { ...genuine, headers: { ...genuine.headers, 'x-webhook-signature': 'Ã©' } },
    { ...genuine, payload: '' },
  ];
  for (const webhook of forged) {
    expect(failureOf(await server.call(webhook))).toEqual([401, 'Invalid signature']);
  }
  expect(cashfree.calls).toHaveLength(asked);
  expect(await readRole(server, person)).toBe('user');
});

test('how the body is called does not matter, and an old timestamp neither', async () => {
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id);
  const webhook = cashfree.webhook(`{"data": {"order": {"order_id": "${id}"}}}\n`, { timestamp: '1' });
  const headers = { ...webhook.headers, 'content-type': 'text/plain' };
  expect((await server.call({ ...webhook, headers })).statusCode).toBe(200);
  expect(await readRole(server, person)).toBe('premium');
});

test.each([
  ['an unknown order', { data: { order: { order_id: `order_${'f'.repeat(32)}` } } }],
  ['an order of another shop', { data: { order: { order_id: "x'; drop table orders; --" } } }],
  ['no order', { type: 'WEBHOOK', data: { test_object: { test_key: 'test_value' } } }],
  ['no object', '[]'],
  ['no JSON', 'hello'],
])('%s is acknowledged', async (_what, body) => {
  expect((await server.call(cashfree.webhook(body))).statusCode).toBe(200);
});

test('a body without end is refused', async () => {
  expect((await server.call(cashfree.webhook('x'.repeat(70_000)))).statusCode).toBe(413);
});

test('while the provider can not be asked the webhook is sent again', async () => {
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id);
  cashfree.manner = 'fail';
  expect((await server.call({ ...tell(id), expect5xx: true })).statusCode).toBe(502);
  expect(await readRole(server, person)).toBe('user');
  cashfree.manner = 'well';
  expect((await server.call(tell(id))).statusCode).toBe(200);
  expect(await readRole(server, person)).toBe('premium');
});

test('webhook, status page, upgrade and reconciliation race, and one month is given', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(server.services)));
  const bought = [];
  for (const person of people) bought.push({ person, id: await orderId(server, person) });
  const { pool } = server.services.database;
  await pool.query(`update orders set created_at = now() - interval '5 minutes'`);
  await pool.query(`update orders set checked_at = null`);
  for (const { id } of bought) cashfree.pay(id);
  const upgrades = await Promise.all(
    bought.flatMap(({ person, id }) => [
      upgrade(server, person),
      server.call(tell(id)),
      server.call({ url: `/api/payments/order/${id}`, token: person.token }),
      upgrade(server, person),
      server.call(tell(id)),
      reconcileOrders(server.services),
    ]),
  );
  const codes = upgrades.flatMap((answer) => (answer ? [answer.statusCode] : []));
  expect(new Set(codes).difference(new Set([200, 409]))).toEqual(new Set());
  const { rows } = await pool.query(
    `select user_id, count(*)::int as months from subscriptions where user_id = any($1) group by user_id`,
    [people.map(({ userId }) => userId)],
  );
  expect(rows.map(({ months }) => months)).toEqual([1, 1, 1, 1]);
});

test('a receipt whose transaction fails leaves no gap behind', async () => {
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id);
  const enqueue = () => Promise.reject(new Error('no queue'));
  const services = { ...server.services, jobs: { ...server.services.jobs, enqueue } };
  const placed = await findOrder(server.services.database.db, id);
  if (!placed) throw new Error('it was not ordered');
  await expect(settleOrder(services, placed, AbortSignal.timeout(5_000))).rejects.toThrow('no queue');
  expect(await readRole(server, person)).toBe('user');
  expect((await server.call(tell(id))).statusCode).toBe(200);
  expect(await readRole(server, person)).toBe('premium');
});

test('a payment of somebody erased meanwhile is on record, and an operator hears of it', async () => {
  const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
  const id = await orderId(server, person);
  await server.call({ method: 'DELETE', url: `/api/users/${person.userId}`, token: admin.token });
  cashfree.pay(id);
  lines.length = 0;
  expect((await server.call(tell(id))).statusCode).toBe(200);
  expect(lines.join('')).toContain('an order was paid by somebody who needs no plan');
  expect((await post(server, `/payments/orders/${id}/refund`, {}, { token: admin.token })).statusCode).toBe(200);
  expect(cashfree.orders.get(id)?.refunds).toHaveLength(1);
});

test('a payment of somebody who became an administrator changes no role, until they are one no longer', async () => {
  const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
  const setRole = (role: string) =>
    server.call({ method: 'PATCH', url: `/api/users/${person.userId}/role`, token: admin.token, payload: { role } });
  const id = await orderId(server, person);
  await setRole('admin');
  cashfree.pay(id);
  await server.call(tell(id));
  expect(await readRole(server, person)).toBe('admin');
  expect(failureOf(await upgrade(server, person))).toEqual([403, 'Administrators already have every feature']);
  await setRole('user');
  expect((await upgrade(server, person)).statusCode).toBe(200);
  expect(await readRole(server, person)).toBe('premium');
});

test('premium that an administrator gave meanwhile stays without an end', async () => {
  const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
  const id = await orderId(server, person);
  const url = `/api/users/${person.userId}/role`;
  await server.call({ method: 'PATCH', url, token: admin.token, payload: { role: 'premium' } });
  cashfree.pay(id);
  expect((await server.call(tell(id))).statusCode).toBe(200);
  const state = await server.call({ url: '/api/payments', token: person.token });
  expect(state.json().data).toMatchObject({ plan: 'premium', period: null, fallsBackAt: null });
});
