import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { beginSession } from '../../identity/sessions.ts';
import { AT_ONCE, type EndCall, UserCalls, WAITING } from './user-calls.ts';

const NEVER = () => new AbortController().signal;

/** Begins calls in turn. @returns those that run, in the order in which they began. */
function beginMany(calls: UserCalls, user: string, count: number) {
  const running: { n: number; end: EndCall }[] = [];
  const all = Array.from({ length: count }, async (_, n) => {
    running.push({ n, end: await calls.begin(user, NEVER) });
  });
  return { running, all };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('calls at once', () => {
  test('ten of a user run; the others wait, and run in the order in which they came', async () => {
    const calls = new UserCalls(1_000);
    const { running } = beginMany(calls, 'a', 25);
    await settle();
    expect(running.map(({ n }) => n)).toEqual(Array.from({ length: AT_ONCE }, (_, n) => n));
    for (let ended = 0; ended < 15; ended++) {
      running[ended]?.end();
      running[ended]?.end();
      await settle();
    }
    expect(running.map(({ n }) => n)).toEqual(Array.from({ length: 25 }, (_, n) => n));
  });

  test('nobody waits for the calls of somebody else', async () => {
    const calls = new UserCalls(1_000);
    beginMany(calls, 'greedy', 100);
    const { running } = beginMany(calls, 'other', 1);
    await settle();
    expect(running).toHaveLength(1);
  });

  test('a hundred wait, one more is refused and told when to come back', async () => {
    const calls = new UserCalls(1_000);
    beginMany(calls, 'a', AT_ONCE + WAITING);
    await settle();
    await expect(calls.begin('a', NEVER)).rejects.toMatchObject({ code: 'too-many', retryAfter: 1 });
  });

  test('whoever goes away while waiting gives up the place', async () => {
    const calls = new UserCalls(1_000);
    const { running } = beginMany(calls, 'a', AT_ONCE);
    const gone = new AbortController();
    const waiting = calls.begin('a', () => gone.signal);
    await settle();
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'too-many' });
    const next = beginMany(calls, 'a', 1);
    await settle();
    running[0]?.end();
    await Promise.all(next.all);
    expect(next.running).toHaveLength(1);
  });
});

describe('calls in a minute', () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startTestApp({ env: { CALLS_PER_USER: '15' } });
  });

  afterAll(() => server.close());

  const read = (token: string) => server.call({ url: '/api/users/profile', token });

  test('more than are allowed answer 429 with the envelope and when to come back; others go on', async () => {
    const [busy, other] = await Promise.all([addPerson(server.services), addPerson(server.services)]);
    const answers = await Promise.all(Array.from({ length: 16 }, () => read(busy.token)));
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.statusCode).toBe(429);
    expect(refused[0]?.json()).toEqual({ status: 'error', message: 'Too many requests. Please try again later.' });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await read(other.token)).statusCode).toBe(200);
  });

  test('a user has one count for all sessions, an impersonation counts for the administrator', async () => {
    const { database } = server.services;
    const [person, administrator] = [
      await addPerson(server.services),
      await addPerson(server.services, { role: 'admin' }),
    ];
    const second = await beginSession(database.db, { userId: person.userId, device: 'second' });
    const inTheirName = await beginSession(database.db, {
      userId: person.userId,
      device: 'admin',
      impersonatorId: administrator.userId,
    });
    for (let n = 0; n < 15; n++) await read(inTheirName);
    expect((await read(inTheirName)).statusCode).toBe(429);
    expect((await read(administrator.token)).statusCode).toBe(429);
    for (let n = 0; n < 15; n++) await read(n % 2 ? second : person.token);
    expect([(await read(person.token)).statusCode, (await read(second)).statusCode]).toEqual([429, 429]);
  });

  test('the body of a refused call is not looked at, and live updates do not count', async () => {
    const { token } = await addPerson(server.services);
    for (let n = 0; n < 20; n++) {
      const live = await server.call({ url: '/api/live', token, payloadAsStream: true });
      live.stream().destroy();
    }
    for (let n = 0; n < 15; n++) await read(token);
    const refused = await server.call({ method: 'PUT', url: '/api/users/profile', token, payload: { firstName: 7 } });
    expect(refused.statusCode).toBe(429);
  });
});
