import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startCashfree, type TestCashfree } from '../../../test/cashfree.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { expectBalance, order, orderId, readRole } from '../../../test/payments.ts';
import { addPerson } from '../../../test/people.ts';
import { createPaymentJobs } from './jobs.ts';

let cashfree: TestCashfree;
let server: TestApp;
const ORDERED = Temporal.Instant.from('2026-11-21T09:00:00Z');
let now = ORDERED;

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

/** Runs the job every minute, as the queue does. @returns the minutes at which the provider was asked about an order */
async function runFor(minutes: number, id: string): Promise<number[]> {
  const asked: number[] = [];
  const [job] = createPaymentJobs(server.services);
  for (let minute = 0; minute <= minutes; minute += 1) {
    now = ORDERED.add({ minutes: minute });
    cashfree.calls.length = 0;
    await job?.run(undefined);
    if (cashfree.calls.includes(`GET /pg/orders/${id}`)) asked.push(minute);
  }
  return asked;
}

test('it runs every minute', () => {
  expect(createPaymentJobs(server.services)).toMatchObject([{ queue: 'reconcile-orders', cron: '* * * * *' }]);
});

test('an order that nobody tells the end of is asked about after 2, 10 and 60 minutes, then hourly for a day', async () => {
  now = ORDERED;
  const id = await orderId(server, await addPerson(server.services));
  const hourly = Array.from({ length: 24 }, (_, hour) => (hour + 1) * 60);
  expect(await runFor(26 * 60, id)).toEqual([2, 10, ...hourly]);
});

test('a lost browser and a lost webhook together still end in premium', async () => {
  now = ORDERED;
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id);
  expect(await runFor(30, id)).toEqual([2]);
  expect(await readRole(server, person)).toBe('premium');
});

test('so does a payment that the status page saw before the browser was lost', async () => {
  now = ORDERED;
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id);
  await server.call({ url: `/api/payments/order/${id}`, token: person.token });
  expect(await readRole(server, person)).toBe('user');
  await runFor(3, id);
  expect(await readRole(server, person)).toBe('premium');
});

test('so does a payment that arrives after its order was over', async () => {
  now = ORDERED;
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id, { status: 'EXPIRED' });
  expect(await runFor(30, id)).toEqual([2, 10]);
  expect(await readRole(server, person)).toBe('user');
  cashfree.pay(id);
  expect(await runFor(60, id)).toEqual([60]);
  expect(await readRole(server, person)).toBe('premium');
});

test('a provider that was away is asked again until it answers', async () => {
  now = ORDERED;
  const person = await addPerson(server.services);
  const id = await orderId(server, person);
  cashfree.pay(id);
  cashfree.manner = 'fail';
  expect(await runFor(5, id)).toEqual([2, 4]);
  cashfree.manner = 'well';
  const [job] = createPaymentJobs(server.services);
  now = ORDERED.add({ hours: 40 });
  await job?.run(undefined);
  expect(await readRole(server, person)).toBe('premium');
});

test('an order that never arrived at the provider is over', async () => {
  now = ORDERED;
  const person = await addPerson(server.services);
  cashfree.manner = 'fail';
  await order(server, person, true);
  cashfree.manner = 'well';
  await runFor(3, '');
  const { db } = server.services.database;
  expect(await db.selectFrom('orders').select('status').where('user_id', '=', person.userId).execute()).toEqual([
    { status: 'failed' },
  ]);
});

test('two instances that check at the same moment give one month', async () => {
  now = ORDERED;
  const person = await addPerson(server.services);
  cashfree.pay(await orderId(server, person));
  now = ORDERED.add({ minutes: 2 });
  const jobs = [1, 2, 3].flatMap(() => createPaymentJobs(server.services));
  await Promise.all(jobs.map((job) => job.run(undefined)));
  expect(await readRole(server, person)).toBe('premium');
});
