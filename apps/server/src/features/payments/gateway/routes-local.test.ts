import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failureOf, post } from '../../../../test/accounts.ts';
import { startCashfree } from '../../../../test/cashfree.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { expectBalance, order, readRole, upgrade } from '../../../../test/payments.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { FROM_ELSEWHERE } from '../../../platform/http/from-this-machine.fixture.ts';

let server: TestApp;
let now = Temporal.Instant.from('2026-11-21T09:00:00Z');

beforeAll(async () => {
  server = await startTestApp({ now: () => now });
});

afterEach(() => expectBalance(server));

afterAll(() => server.close());

async function checkout(person: Person): Promise<{ id: string; session: string }> {
  const { data } = (await order(server, person)).json();
  expect(data).toMatchObject({ provider: 'local', mode: 'sandbox' });
  return { id: data.order_id, session: data.payment_session_id };
}

async function act(session: string, action: string) {
  return (await post(server, `/payments/local/${session}`, { action })).json().data;
}

async function statusOf(id: string, { token }: Person): Promise<string> {
  return (await server.call({ url: `/api/payments/order/${id}`, token })).json().data.order_status;
}

test('the page shows what is to be paid', async () => {
  const { id, session } = await checkout(await addPerson(server.services));
  const response = await server.call({ url: `/api/payments/local/${session}` });
  expect(response.json().data).toEqual({ order_id: id, amount: 3999, currency: 'INR', status: 'ACTIVE' });
});

test('paying tells by the webhook, which gives premium before the browser is back', async () => {
  const person = await addPerson(server.services);
  const { id, session } = await checkout(person);
  const done = await act(session, 'pay');
  expect(done).toMatchObject({
    status: 'PAID',
    redirect_url: `http://localhost:3000/payment/status?order_id=${id}&payment_status=SUCCESS`,
  });
  expect(await readRole(server, person)).toBe('premium');
  expect(await statusOf(id, person)).toBe('PAID');
  expect((await upgrade(server, person)).statusCode).toBe(409);
  for (const action of ['pay', 'fail', 'close']) expect((await act(session, action)).status).toBe('PAID');
});

test('failing ends in a failed order, and the next one is another', async () => {
  const person = await addPerson(server.services);
  const { id, session } = await checkout(person);
  expect(await act(session, 'fail')).toMatchObject({
    status: 'FAILED',
    redirect_url: `http://localhost:3000/payment/status?order_id=${id}&payment_status=FAILED`,
  });
  expect(await statusOf(id, person)).toBe('FAILED');
  expect((await act(session, 'pay')).status).toBe('FAILED');
  expect((await upgrade(server, person)).statusCode).toBe(402);
  expect((await checkout(person)).id).not.toBe(id);
});

test('closing leads back to the plans, and the order can still be paid', async () => {
  const person = await addPerson(server.services);
  const { id, session } = await checkout(person);
  expect(await act(session, 'close')).toMatchObject({ status: 'ACTIVE', redirect_url: 'http://localhost:3000/plans' });
  expect(await statusOf(id, person)).toBe('ACTIVE');
  expect(await checkout(person)).toEqual({ id, session });
});

test('after an hour it can not be paid any more', async () => {
  const person = await addPerson(server.services);
  const { id, session } = await checkout(person);
  now = now.add({ hours: 1 });
  expect((await act(session, 'pay')).status).toBe('EXPIRED');
  expect(await statusOf(id, person)).toBe('EXPIRED');
  expect((await checkout(person)).id).not.toBe(id);
});

test('nobody makes us ask without end: 429, and others are served', async () => {
  const [person, other] = [await addPerson(server.services), await addPerson(server.services)];
  const { id } = await checkout(person);
  const read = () => server.call({ url: `/api/payments/order/${id}`, token: person.token });
  const answers = await Promise.all(Array.from({ length: 60 }, read));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(59).fill(200), 429]);
  expect(Number((await read()).headers['retry-after'])).toBeGreaterThan(0);
  expect((await order(server, person)).statusCode).toBe(429);
  expect((await upgrade(server, person)).statusCode).toBe(429);
  expect((await order(server, other)).statusCode).toBe(201);
});

test('an unknown session: 404; an unknown action: 400', async () => {
  const { session } = await checkout(await addPerson(server.services));
  expect((await server.call({ url: '/api/payments/local/nothing' })).statusCode).toBe(404);
  expect((await post(server, '/payments/local/nothing', { action: 'pay' })).statusCode).toBe(404);
  expect((await post(server, `/payments/local/${session}`, { action: 'steal' })).statusCode).toBe(400);
});

test.each(FROM_ELSEWHERE)('%s can not pay at the local gateway', async (_, request) => {
  const person = await addPerson(server.services);
  const { id, session } = await checkout(person);
  const url = `/api/payments/local/${session}`;
  expect(failureOf(await server.call({ ...request, url }))).toEqual([404, 'Not found']);
  const payload = { action: 'pay' };
  expect(failureOf(await server.call({ ...request, method: 'POST', url, payload }))).toEqual([404, 'Not found']);
  expect(await statusOf(id, person)).toBe('ACTIVE');
});

test('with credentials it is not there, and what it left open is given up', async () => {
  const cashfree = await startCashfree();
  const other = await startTestApp({ env: cashfree.env });
  const person = await addPerson(other.services);
  const local = await startTestApp({ reroute: async () => other.services.config.databaseUrl ?? '' });
  const { data } = (await order(local, person)).json();
  const url = `/api/payments/local/${data.payment_session_id}`;
  expect((await local.call({ url })).statusCode).toBe(200);
  expect((await other.call({ url })).statusCode).toBe(404);
  expect((await post(other, `/payments/local/${data.payment_session_id}`, { action: 'pay' })).statusCode).toBe(404);
  expect((await order(other, person)).json().data).toMatchObject({ provider: 'cashfree' });

  // An order "paid" at the local gateway and not used there buys nothing where payments are real.
  const [gifted, admin] = [await addPerson(other.services), await addPerson(other.services, { role: 'admin' })];
  const setRole = (role: string) =>
    other.call({ method: 'PATCH', url: `/api/users/${gifted.userId}/role`, token: admin.token, payload: { role } });
  const { payment_session_id } = (await order(local, gifted)).json().data;
  await setRole('premium');
  await post(local, `/payments/local/${payment_session_id}`, { action: 'pay' });
  await setRole('user');
  expect((await upgrade(other, gifted)).statusCode).toBe(402);
  expect((await order(other, gifted)).json().data).toMatchObject({ provider: 'cashfree' });
  await expectBalance(other);
  await local.close();
  await other.close();
  await cashfree.close();
});
