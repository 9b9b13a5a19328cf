import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { post } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { listenTo } from '../../../test/live.ts';
import { expectBalance, orderId, readRole, upgrade } from '../../../test/payments.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { listOver } from './commands-expire.ts';
import { createPlanJobs } from './jobs.ts';

let server: TestApp;
const BOUGHT = Temporal.Instant.from('2026-11-10T09:00:00Z');
let now = BOUGHT;

beforeAll(async () => {
  server = await startTestApp({ now: () => now });
});

afterEach(() => expectBalance(server));

afterAll(() => server.close());

async function buy(person: Person): Promise<string> {
  const id = await orderId(server, person);
  const { db } = server.services.database;
  await db.updateTable('local_payments').set({ status: 'PAID' }).where('order_id', '=', id).execute();
  expect((await upgrade(server, person)).statusCode).toBe(200);
  return id;
}

/** Runs the jobs on two instances at the same moment. */
async function runJobs(at: string): Promise<void> {
  now = Temporal.Instant.from(at);
  const work = [...createPlanJobs(server.services), ...createPlanJobs(server.services)];
  await Promise.all(work.map((job) => job.run(undefined)));
}

function subjectsTo({ userId }: Person): string[] {
  return server.enqueued.flatMap(({ data }) =>
    'to' in data && data.to === `${userId}@example.in` && 'subject' in data ? [String(data.subject)] : [],
  );
}

test('they run every hour', () => {
  expect(createPlanJobs(server.services)).toMatchObject([
    { queue: 'remind-of-renewal', cron: '10 * * * *' },
    { queue: 'end-unpaid-plans', cron: '20 * * * *' },
  ]);
});

test('two reminders, three days of grace, and then the free plan', async () => {
  now = BOUGHT;
  const person = await addPerson(server.services);
  await buy(person);
  const [receipt, reminder, ended] = [
    expect.stringMatching(/^Receipt/),
    'Your Premium plan ends on 10 December 2026',
    'Your Premium plan has ended',
  ];
  await runJobs('2026-12-05T08:59:59Z');
  expect(subjectsTo(person)).toEqual([receipt]);
  for (const at of ['2026-12-05T09:00:00Z', '2026-12-05T10:00:00Z', '2026-12-09T08:59:59Z']) await runJobs(at);
  expect(subjectsTo(person)).toEqual([receipt, reminder]);
  for (const at of ['2026-12-09T09:00:00Z', '2026-12-09T10:00:00Z']) await runJobs(at);
  expect(subjectsTo(person)).toEqual([receipt, reminder, reminder]);
  await runJobs('2026-12-13T08:59:59Z');
  expect(await readRole(server, person)).toBe('premium');
  for (const at of ['2026-12-13T09:00:00Z', '2026-12-13T10:00:00Z']) await runJobs(at);
  expect(await readRole(server, person)).toBe('user');
  expect(subjectsTo(person)).toEqual([receipt, reminder, reminder, ended]);
  expect(await listOver(server.services.database.db, now)).toEqual([]); // the job doesn't look at it again
  now = Temporal.Instant.from('2026-12-20T09:00:00Z');
  await buy(person);
  await runJobs('2026-12-20T10:00:00Z');
  expect(await readRole(server, person)).toBe('premium');
});

test('when nobody was there to send the first, only the last goes out', async () => {
  now = BOUGHT;
  const person = await addPerson(server.services);
  await buy(person);
  await runJobs('2026-12-09T12:00:00Z');
  expect(subjectsTo(person)).toHaveLength(2);
});

test('a customer who has renewed is left alone until that month ends', async () => {
  now = BOUGHT;
  const person = await addPerson(server.services);
  await buy(person);
  now = Temporal.Instant.from('2026-12-04T09:00:00Z');
  await buy(person);
  for (const at of ['2026-12-09T12:00:00Z', '2027-01-04T00:00:00Z']) await runJobs(at);
  expect(await readRole(server, person)).toBe('premium');
  expect(subjectsTo(person)).toHaveLength(2);
});

test('premium that an administrator gave has no end, and administrators keep their role', async () => {
  now = BOUGHT;
  const [admin, gifted, promoted] = [
    await addPerson(server.services, { role: 'admin' }),
    await addPerson(server.services),
    await addPerson(server.services),
  ];
  for (const [person, role] of [
    [gifted, 'premium'],
    [promoted, 'admin'],
  ] as const) {
    await buy(person);
    const url = `/api/users/${person.userId}/role`;
    await server.call({ method: 'PATCH', url, token: admin.token, payload: { role: 'user' } });
    await server.call({ method: 'PATCH', url, token: admin.token, payload: { role } });
  }
  await runJobs('2027-12-13T09:00:00Z');
  expect([await readRole(server, gifted), await readRole(server, promoted)]).toEqual(['premium', 'admin']);
});

test('somebody suspended gets no mail', async () => {
  now = BOUGHT;
  const person = await addPerson(server.services);
  await buy(person);
  const { db } = server.services.database;
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.userId).execute();
  await runJobs('2026-12-09T12:00:00Z');
  expect(subjectsTo(person)).toHaveLength(1);
});

test('whoever is looking hears at once that a plan began, ended or was refunded', async () => {
  now = BOUGHT;
  const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
  const { heard, ended, leave } = await listenTo(server, person.token);
  const expectNews = async (count: number) => {
    await vi.waitFor(() => expect(heard).toEqual(Array(count).fill({ kind: 'users' })));
  };
  await buy(person);
  await expectNews(1);
  await runJobs('2026-12-13T09:00:00Z');
  await expectNews(2);
  const id = await buy(person);
  await expectNews(3);
  await post(server, `/payments/orders/${id}/refund`, {}, { token: admin.token });
  await expectNews(4);
  leave();
  await Promise.allSettled([ended]);
});
