import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { addAccount, post } from '../test/accounts.ts';
import { copyDatabase } from '../test/copy-database.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { listenTo } from '../test/live.ts';
import { addPerson, type Person } from '../test/people.ts';
import { UNKNOWN_ID } from '../test/tracked.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { collectState } from './platform/metrics/collect.ts';
import { measureMailer } from './platform/metrics/measure-mailer.ts';
import { listenForMetrics } from './platform/metrics/serve-metrics.ts';
import { openDatabase } from './platform/postgres/database.ts';

const TOKEN = 'a-token-for-the-scraper';

let server: TestApp;
let person: Person;

beforeAll(async () => {
  server = await startTestApp({ env: { METRICS_TOKEN: TOKEN, AUTH_ATTEMPTS_PER_IP: '3' } });
  person = await addPerson(server.services);
});

afterAll(() => server.close());

/** The samples by name and labels, as they are written: `name{label="value"}`. */
async function scrape(): Promise<Map<string, number>> {
  const { statusCode, body } = await server.call({ url: '/metrics', token: TOKEN });
  expect(statusCode).toBe(200);
  return readSamples(body);
}

function readSamples(text: string): Map<string, number> {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('without the token the metrics are as unknown as any other path, and not there at all unless they are wanted', async () => {
  const requests = [{}, { token: 'wrong' }, { token: `${TOKEN}x` }, { token: person.token }];
  for (const request of requests) expect((await server.call({ url: '/metrics', ...request })).statusCode).toBe(404);
  const elsewhere = await startTestApp({ env: { METRICS_TOKEN: TOKEN, METRICS_PORT: '9464' } });
  const without = await startTestApp();
  for (const other of [elsewhere, without]) {
    expect((await other.call({ url: '/metrics', token: TOKEN })).statusCode).toBe(404);
    await other.close();
  }
});

test('answers are counted by the path of the contract and the class of the status, never by what a caller chose', async () => {
  await server.call({ url: '/api/users/profile', token: person.token });
  await server.call({ url: '/api/users/profile' });
  await server.call({ url: `/api/companies/user/${UNKNOWN_ID}?x=asha@example.in`, token: person.token });
  await server.call({ url: '/api/anything-at-all' });
  const samples = await scrape();
  const count = (labels: string) => samples.get(`anupalan_http_request_duration_seconds_count{${labels}}`);
  expect(count('method="GET",path="/api/users/profile",status="2xx"')).toBe(1);
  expect(count('method="GET",path="/api/users/profile",status="4xx"')).toBe(1);
  expect(count('method="GET",path="/api/companies/user/:id",status="4xx"')).toBe(1);
  expect([...samples.keys()].join('\n')).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|@|anything-at-all/);
});

test('requests in flight and open streams come and go', async () => {
  // Tests that ran before in this process may have left streams behind.
  const calm = await scrape();
  const before = calm.get('anupalan_live_streams') ?? 0;
  const listener = await listenTo(server, person.token);
  expect((await scrape()).get('anupalan_live_streams')).toBe(before + 1);
  listener.leave();
  await listener.ended.catch(() => {});
  await vi.waitFor(async () => {
    const samples = await scrape();
    expect(samples.get('anupalan_live_streams')).toBe(before);
    // The call that asks is in flight itself.
    expect(samples.get('anupalan_http_requests_in_flight')).toBe(calm.get('anupalan_http_requests_in_flight'));
  });
});

test('outcomes of sign-ins and refusals of limits are counted', async () => {
  const { email } = await addAccount(server);
  const failures = 'anupalan_audit_entries_total{action="auth.fail-sign-in",reason="wrong-password"}';
  const refusals = 'anupalan_rate_limit_refusals_total{limit="auth-address"}';
  const before = await scrape();
  for (let time = 0; time < 4; time += 1) await post(server, '/auth/login', { email, password: 'Wrong-horse-9' });
  const after = await scrape();
  const risen = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect([risen(failures), risen(refusals)]).toEqual([3, 1]);
});

test('mail is counted by whether it was accepted, with its time', async () => {
  const mail = { to: 'asha@example.in', subject: 'Hello', text: '', html: '' };
  const deliver = vi.fn(async () => {});
  const mailer = measureMailer({ deliver, close: () => {} });
  const count = async (outcome: string) =>
    (await scrape()).get(`anupalan_mail_duration_seconds_count{outcome="${outcome}"}`) ?? 0;
  const before = [await count('accepted'), await count('failed')];
  await mailer.deliver(mail);
  deliver.mockRejectedValueOnce(new Error('mailbox full'));
  await expect(mailer.deliver(mail)).rejects.toThrow('mailbox full');
  expect([await count('accepted'), await count('failed')]).toEqual(before.map((times) => times + 1));
});

test('on a port of their own they have the state of process, pool and queues', async () => {
  const copy = await copyDatabase(inject('postgresUrl'));
  onTestFinished(() => copy.drop());
  const database = openDatabase(copy.url, () => {});
  onTestFinished(() => database.close());
  const jobs = await openJobs(copy.url, pino({ level: 'silent' }));
  const run = async () => {};
  await jobs.start([{ queue: 'tested', run }]);
  await database.db.transaction().execute((trx) => jobs.enqueue(trx, 'tested', {}));
  await jobs.stop();
  await database.pool.query(
    `update pgboss.job set state = 'created', start_after = now() - interval '90 seconds' where name = 'tested'`,
  );
  collectState(database, pino({ level: 'silent' }));
  const failed = vi.fn();
  const open = await listenForMetrics({ port: 0, host: '127.0.0.1', token: undefined }, failed);
  onTestFinished(() => open.close());
  const response = await fetch(`http://127.0.0.1:${open.port}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4; charset=utf-8/);
  const samples = readSamples(await response.text());
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
  ]) {
    expect(samples.get(name), name).toBeGreaterThanOrEqual(0);
  }
  expect(samples.get('anupalan_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
  expect(samples.get('anupalan_queue_jobs{queue="tested",state="waiting"}')).toBe(1);
  expect(samples.get('anupalan_queue_oldest_seconds{queue="tested"}')).toBeGreaterThanOrEqual(90);
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/metrics'],
  ] as const) {
    expect((await fetch(`http://127.0.0.1:${open.port}${path}`, { method })).status).toBe(404);
  }
  expect(failed).not.toHaveBeenCalled();
});

test('a port of their own asks for the token where there is one', async () => {
  const closed = await listenForMetrics({ port: 0, host: '127.0.0.1', token: TOKEN }, () => {});
  onTestFinished(() => closed.close());
  const ask = (authorization: string) =>
    fetch(`http://127.0.0.1:${closed.port}/metrics`, { headers: { authorization } });
  expect((await ask('Bearer wrong')).status).toBe(404);
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(200);
});
