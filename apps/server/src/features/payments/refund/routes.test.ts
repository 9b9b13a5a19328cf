import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failureOf, post } from '../../../../test/accounts.ts';
import { readAuditOf } from '../../../../test/audit.ts';
import { startCashfree, type TestCashfree } from '../../../../test/cashfree.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { buy, captureLog, expectBalance, orderId, readRole, upgrade } from '../../../../test/payments.ts';
import { addPerson, type Person } from '../../../../test/people.ts';

let cashfree: TestCashfree;
let server: TestApp;
let admin: Person;
let now = Temporal.Instant.from('2026-11-21T09:00:00Z');
const { log, lines } = captureLog();

beforeAll(async () => {
  cashfree = await startCashfree();
  server = await startTestApp({ env: cashfree.env, now: () => now, log });
  admin = await addPerson(server.services, { role: 'admin' });
});

afterEach(async () => {
  cashfree.manner = 'well';
  cashfree.refundStatus = 'SUCCESS';
  cashfree.afterRefund = null;
  now = Temporal.Instant.from('2026-11-21T09:00:00Z');
  await expectBalance(server);
});

afterAll(async () => {
  await server.close();
  await cashfree.close();
});

function refund(id: string, { token } = admin, expect5xx = false) {
  return post(server, `/payments/orders/${id}/refund`, {}, { token, expect5xx });
}

/** Sends the webhook by which the provider tells of a refund. */
async function tellOf(id: string, refundId?: string): Promise<void> {
  const told = { order_id: id, ...(refundId && { refund_id: refundId }) };
  expect((await server.call(cashfree.webhook({ data: { refund: told } }))).statusCode).toBe(200);
}

/** The refunds that the provider was asked for, of one order. */
function refundsOf(id: string) {
  return cashfree.orders.get(id)?.refunds ?? [];
}

async function readPayment({ token }: Person) {
  return (await server.call({ url: '/api/payments', token })).json().data.payments[0];
}

test('gives the money back at the provider, ends the period and the plan, and is on record', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  const response = await refund(id);
  expect(response.json()).toMatchObject({
    status: 'success',
    message: 'Payment refunded',
    data: { order_id: id, status: 'refunded', refundedAt: '2026-11-21T09:00:00.000Z' },
  });
  expect(response.json().data.period.endedEarlyAt).toBe('2026-11-21T09:00:00.000Z');
  expect(cashfree.orders.get(id)?.refunds).toMatchObject([{ refund_amount: 3999 }]);
  expect(await readRole(server, person)).toBe('user');
  expect((await readAuditOf(server, person.userId)).at(-1)).toMatchObject({
    action: 'plans.refund',
    actor_id: admin.userId,
  });
  expect((await server.call({ url: `/api/payments/order/${id}`, token: person.token })).json().data.order_status).toBe(
    'REFUNDED',
  );
  expect(failureOf(await upgrade(server, person))).toEqual([402, 'Payment required']);
});

test('again, and by two at once, it is one refund', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  const responses = await Promise.all([refund(id), refund(id), refund(id)]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await refund(id)).statusCode).toBe(200);
  expect(cashfree.orders.get(id)?.refunds).toHaveLength(1);
});

test('refunding one of two months leaves the other', async () => {
  const person = await addPerson(server.services);
  const first = await buy(server, cashfree, person);
  now = Temporal.Instant.from('2026-12-18T09:00:00Z');
  const second = await buy(server, cashfree, person);
  await refund(first);
  expect(await readRole(server, person)).toBe('premium');
  await refund(second);
  expect(await readRole(server, person)).toBe('user');
});

test('a role that an administrator gave meanwhile stays', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  for (const role of ['user', 'premium']) {
    const url = `/api/users/${person.userId}/role`;
    await server.call({ method: 'PATCH', url, token: admin.token, payload: { role } });
  }
  await refund(id);
  expect(await readRole(server, person)).toBe('premium');
});

test('a refund that the provider has yet to make counts; should it fail, an operator hears of it and repeats it', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  cashfree.refundStatus = 'PENDING';
  expect((await refund(id)).json().data).toMatchObject({ status: 'refunded', refundFailedAt: null });
  for (const made of refundsOf(id)) made.refund_status = 'FAILED';
  lines.length = 0;
  await tellOf(id);
  await tellOf(id, refundsOf(id)[0]?.refund_id);
  expect(lines.join('').match(/a refund failed at the provider/g)).toHaveLength(1);
  expect(await readPayment(person)).toMatchObject({ status: 'refunded', refundFailedAt: '2026-11-21T09:00:00.000Z' });

  cashfree.refundStatus = 'SUCCESS';
  now = now.add({ hours: 1 });
  const repeated = await Promise.all([refund(id), refund(id)]);
  for (const response of repeated) {
    expect(response.json().data).toMatchObject({ status: 'refunded', refundFailedAt: null });
  }
  await refund(id);
  expect(refundsOf(id).map(({ refund_status }) => refund_status)).toEqual(['FAILED', 'SUCCESS']);
  const audit = (await readAuditOf(server, person.userId)).map(({ action }) => action);
  expect(audit.filter((action) => action === 'plans.refund')).toHaveLength(2);
});

test('one that the provider refuses changes nothing, and the next is another', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  cashfree.refundStatus = 'FAILED';
  expect(failureOf(await refund(id, admin, true))).toEqual([502, 'Failed to refund the payment']);
  expect(await readRole(server, person)).toBe('premium');
  expect(await readPayment(person)).toMatchObject({ status: 'paid', refundFailedAt: null });
  await expect(
    server.services.database.pool.query('update orders set refund_failed_at = now() where order_id = $1', [id]),
  ).rejects.toThrow('check constraint');
  cashfree.refundStatus = 'SUCCESS';
  expect((await refund(id)).statusCode).toBe(200);
  expect(await readRole(server, person)).toBe('user');
});

test('one whose answer was lost ends the plan when the provider tells of it', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  cashfree.manner = 'forget';
  expect(failureOf(await refund(id, admin, true))).toEqual([502, 'Failed to refund the payment']);
  expect(await readRole(server, person)).toBe('premium');
  cashfree.manner = 'well';
  await tellOf(id, refundsOf(id)[0]?.refund_id);
  expect(await readRole(server, person)).toBe('user');
  expect((await readAuditOf(server, person.userId)).at(-1)).toMatchObject({ action: 'plans.refund', actor_id: null });
  await refund(id);
  expect(refundsOf(id)).toHaveLength(1);
});

test('one that was made at the provider ends the plan, a part of it does not, nor one that nobody knows', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  lines.length = 0;
  await tellOf(id, 'invented');
  await tellOf(id);
  refundsOf(id).push({ refund_id: 'part', refund_amount: 1000, refund_status: 'SUCCESS' });
  await tellOf(id, 'part');
  expect(lines.join('')).toContain('a part of an order was refunded at the provider');
  refundsOf(id).push({ refund_id: 'refused', refund_amount: 3999, refund_status: 'CANCELLED' });
  await tellOf(id, 'refused');
  expect(await readRole(server, person)).toBe('premium');
  refundsOf(id).push({ refund_id: 'whole', refund_amount: 3999, refund_status: 'SUCCESS' });
  await tellOf(id, 'whole');
  await tellOf(id, 'whole');
  expect(await readRole(server, person)).toBe('user');
  expect(failureOf(await upgrade(server, person))).toEqual([402, 'Payment required']);
});

test.each(['ACTIVE', 'EXPIRED'])(
  'so does one of an order that nobody knew to be paid, last seen %s',
  async (status) => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    cashfree.pay(id, { status });
    await server.call({ url: `/api/payments/order/${id}`, token: person.token });
    cashfree.pay(id);
    refundsOf(id).push({ refund_id: 'whole', refund_amount: 3999, refund_status: 'SUCCESS' });
    const data = { order: null, refund: { order_id: id, refund_id: 'whole' } };
    expect((await server.call(cashfree.webhook({ data }))).statusCode).toBe(200);
    expect(await readPayment(person)).toMatchObject({ status: 'refunded', receiptNumber: expect.any(Number) });
    expect(await readRole(server, person)).toBe('user');
  },
);

test('one that was made at the provider counts when it is done, not before', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  const made = { refund_id: 'whole', refund_amount: 3999, refund_status: 'PENDING' };
  refundsOf(id).push(made);
  for (const status of ['PENDING', 'ONHOLD', 'CANCELLED']) {
    made.refund_status = status;
    await tellOf(id, 'whole');
    expect(await readRole(server, person)).toBe('premium');
  }
});

test('whoever refunds is on record, also when the provider told of it first', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  cashfree.afterRefund = (refundId) => tellOf(id, refundId);
  expect((await refund(id)).statusCode).toBe(200);
  const audit = (await readAuditOf(server, person.userId)).filter(({ action }) => action === 'plans.refund');
  expect(audit.map(({ actor_id }) => actor_id)).toEqual([null, admin.userId]);
});

test('a provider that fails: 502, and nothing changes', async () => {
  const person = await addPerson(server.services);
  const id = await buy(server, cashfree, person);
  cashfree.manner = 'fail';
  expect(failureOf(await refund(id, admin, true))).toEqual([502, 'Failed to refund the payment']);
  expect(await readRole(server, person)).toBe('premium');
});

test('who may: 401, 403; and what: 404, 409', async () => {
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  expect((await server.call({ method: 'POST', url: `/api/payments/orders/${id}/refund` })).statusCode).toBe(401);
  expect((await refund(id, person)).statusCode).toBe(403);
  expect((await refund(`order_${'0'.repeat(32)}`)).statusCode).toBe(404);
  expect((await refund('nothing')).statusCode).toBe(404);
  expect(failureOf(await refund(id))).toEqual([409, 'This order has not been paid']);
});
