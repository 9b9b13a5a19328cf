import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { addAccount, post } from '../test/accounts.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { listenTo } from '../test/live.ts';
import { addPerson } from '../test/people.ts';
import { openRooms, type Rooms } from './platform/admission/admit-calls.ts';

const TOKEN = 'a-token-for-the-scraper';

const BUSY = { status: 'error', message: 'The service is busy. Please try again shortly.' };

async function start(rooms: Rooms): Promise<TestApp> {
  const server = await startTestApp({ rooms, env: { METRICS_TOKEN: TOKEN } });
  onTestFinished(() => server.close());
  return server;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a server without room refuses calls, signed in or not, and is in good health', async () => {
  const server = await start(openRooms({ calls: 0 }));
  const { token } = await addPerson(server.services);
  for (const call of [
    { url: '/api/users/profile', token },
    { url: '/api/users/profile' },
    { url: '/api/live', token },
  ]) {
    const refused = await server.call({ ...call, expect5xx: true });
    expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([503, BUSY, '2']);
  }
  for (const url of ['/api/health/live', '/api/health/ready'])
    expect((await server.call({ url })).statusCode).toBe(200);
  expect((await post(server, '/auth/login', {})).statusCode).toBe(400);
});

test('calls of signing in have a room of their own, and leave the other calls alone', async () => {
  const server = await start(openRooms({ signIns: 0 }));
  const { email, token } = await addAccount(server);
  for (const [path, form] of [
    ['/auth/login', { email, password: 'Right-horse-9' }],
    ['/auth/verify-otp', { email, otp: '123456', purpose: 'registration' }],
    ['/auth/forgot-password', { email }],
  ] as const) {
    const refused = await post(server, path, form, { expect5xx: true });
    expect([path, refused.statusCode, refused.json()]).toEqual([path, 503, BUSY]);
  }
  expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(200);
});

test('open streams of live updates take no place', async () => {
  const server = await start(openRooms({ calls: 1 }));
  const { token } = await addPerson(server.services);
  for (let n = 0; n < 3; n++) {
    const stream = await listenTo(server, token);
    expect(stream.response.status).toBe(200);
    onTestFinished(async () => {
      stream.leave();
      await stream.ended.catch(() => {});
    });
  }
  expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(200);
});

test('refusals are counted by themselves, and are no requests in flight', async () => {
  const server = await start(openRooms({ calls: 0 }));
  const read = async () => (await server.call({ url: '/metrics', token: TOKEN })).body;
  const counted = (text: string) =>
    Number(/^anupalan_busy_refusals_total\{room="calls"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  const before = counted(await read());
  for (let n = 0; n < 3; n++) await server.call({ url: '/api/acts', expect5xx: true });
  const after = await read();
  expect(counted(after) - before).toBe(3);
  // The call that asks is in flight itself.
  expect(after).toMatch(/^anupalan_http_requests_in_flight 1$/m);
  expect(after).not.toMatch(/path="\/api\/acts"/);
});

test('a call that gets no connection to the database in time is 503, and the next one goes on', async () => {
  const server = await start(openRooms());
  const { token } = await addPerson(server.services);
  const { pool } = server.services.database;
  const taken = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = server.call({ url: '/api/users/profile', token, expect5xx: true });
  await vi.waitFor(() => expect(pool.waitingCount).toBe(1));
  vi.advanceTimersByTime(5_000);
  const refused = await waiting;
  vi.useRealTimers();
  expect([refused.statusCode, refused.json().message, refused.headers['retry-after']]).toEqual([
    503,
    'The service is temporarily unavailable. Please try again.',
    '5',
  ]);
  for (const client of taken) client.release();
  expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(200);
});

test('a call of somebody signed in writes nothing: what limits it is counted in memory', async () => {
  const server = await start(openRooms());
  const { token } = await addPerson(server.services);
  const { call } = server;
  const urls = ['/api/users/profile', '/api/compliance/data', '/api/compliance/data'];
  for (const url of urls) await call({ url, token });
  const query = vi.spyOn(pg.Client.prototype, 'query');
  for (const url of urls) expect((await call({ url, token })).statusCode).toBe(200);
  const statements = query.mock.calls.map(([first]) => textOf(first));
  expect(statements.length).toBeGreaterThan(urls.length);
  expect(statements.length).toBeLessThanOrEqual(4 * urls.length);
  expect(statements.filter((text) => /\b(insert|update|delete|nextval)\b/i.test(text))).toEqual([]);
});

/** The text of what `pg` was asked for. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
}
