import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handleErrors } from '../http/error-handler.ts';
import { keepRequestContext } from '../http/request-context.ts';
import { admitCalls, openRooms, type Rooms, waitAside } from './admit-calls.ts';

const SIZE = 2;

let app: FastifyInstance;
let rooms: Rooms;
let work: PromiseWithResolvers<void>;
let elsewhere: PromiseWithResolvers<void>;
const warn = vi.fn();

beforeEach(() => {
  rooms = openRooms({ calls: SIZE, signIns: 1 });
  work = Promise.withResolvers();
  elsewhere = Promise.withResolvers();
  warn.mockClear();
  app = Fastify();
  vi.spyOn(app.log, 'warn').mockImplementation(warn);
  admitCalls(app, rooms);
  keepRequestContext(app);
  handleErrors(app);
  app.get('/api/work', async () => {
    await work.promise;
    return 'done';
  });
  app.post('/api/work', async () => 'done');
  app.get('/api/ask', async () => {
    await waitAside(() => elsewhere.promise);
    return 'asked';
  });
  app.get('/api/fail', async () => {
    await work.promise;
    throw new Error('a fault');
  });
  app.get('/api/health/live', { config: { room: 'none' } }, async () => 'ok');
  app.get('/api/auth/login', { config: { room: 'sign-ins' } }, async () => {
    await work.promise;
    return 'signed in';
  });
  app.get('/page', async () => 'page');
});

afterEach(async () => {
  vi.useRealTimers();
  work.resolve();
  elsewhere.resolve();
  await app.close();
});

const get = (url: string) => app.inject({ url });

/** Begins calls that don't end before `work` does. */
async function fill(url: string, count: number, room = rooms.calls) {
  const calls = Array.from({ length: count }, () => get(url).then(({ statusCode }) => statusCode));
  await vi.waitFor(() => expect(room.inside).toBe(count), { interval: 1 });
  return calls;
}

describe('a full room', () => {
  test('refuses one more call with the envelope and when to come back, and takes it when one has ended', async () => {
    const calls = await fill('/api/work', SIZE);
    const refused = await get('/api/work');
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      { status: 'error', message: 'The service is busy. Please try again shortly.' },
    ]);
    expect(refused.headers).toMatchObject({
      'retry-after': '2',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.any(String),
      'x-request-id': expect.any(String),
    });
    work.resolve();
    expect(await Promise.all(calls)).toEqual([200, 200]);
    expect((await get('/api/work')).statusCode).toBe(200);
    expect(rooms.calls.inside).toBe(0);
  });

  test('refuses no health, no page, and no call of the other room', async () => {
    await fill('/api/work', SIZE);
    for (const url of ['/api/health/live', '/page']) expect((await get(url)).statusCode).toBe(200);
    await fill('/api/auth/login', 1, rooms.signIns);
    expect((await get('/api/auth/login')).statusCode).toBe(503);
  });

  test('is left by calls that fail', async () => {
    const calls = await fill('/api/fail', SIZE);
    work.resolve();
    expect(await Promise.all(calls)).toEqual([500, 500]);
    expect(rooms.calls.inside).toBe(0);
  });

  test('looks at nothing of what it refuses', async () => {
    const looked = vi.fn();
    app.addHook('onRequest', async () => looked());
    await fill('/api/work', SIZE);
    looked.mockClear();
    expect((await get('/api/work')).statusCode).toBe(503);
    expect(looked).not.toHaveBeenCalled();
  });

  test('logs the refusals of a second as one line', async () => {
    await fill('/api/work', SIZE);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    for (let n = 0; n < 5; n++) await get('/api/work');
    expect(warn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    await get('/api/work');
    vi.advanceTimersByTime(1_000);
    const line = 'calls were refused because the service is busy';
    expect(warn.mock.calls).toEqual([
      [{ room: 'calls', calls: 5 }, line],
      [{ room: 'calls', calls: 1 }, line],
    ]);
  });
});

describe('no place is taken', () => {
  test('by calls that wait for somebody else', async () => {
    const waiting = Array.from({ length: 5 }, () => get('/api/ask'));
    await new Promise((resolve) => setImmediate(resolve));
    expect((await get('/api/ask-nobody')).statusCode).toBe(404);
    expect(rooms.calls.inside).toBe(0);
    elsewhere.resolve();
    for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(200);
    expect(rooms.calls.inside).toBe(0);
  });

  test('by bodies that are still coming in, nor by those that break off', async () => {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const senders = await Promise.all(
      Array.from({ length: SIZE }, async () => {
        const sender = connect(Number(port), '127.0.0.1');
        const begun = once(app.server, 'request');
        sender.write(
          'POST /api/work HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
        );
        await begun;
        return sender;
      }),
    );
    expect((await app.inject({ method: 'POST', url: '/api/work', payload: {} })).statusCode).toBe(200);
    const broken = vi.fn();
    for (const sender of senders) sender.on('close', broken).destroy();
    await vi.waitFor(() => expect(broken).toHaveBeenCalledTimes(SIZE));
    const calls = await fill('/api/work', SIZE);
    expect((await get('/api/work')).statusCode).toBe(503);
    work.resolve();
    expect(await Promise.all(calls)).toEqual([200, 200]);
    expect(rooms.calls.inside).toBe(0);
  });
});

test('the place of a caller who has left is taken until the work is done', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const caller = connect(Number(port), '127.0.0.1');
  caller.write('GET /api/work HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(rooms.calls.inside).toBe(1));
  caller.destroy();
  await once(caller, 'close');
  const other = get('/api/work');
  await vi.waitFor(() => expect(rooms.calls.inside).toBe(SIZE));
  expect((await get('/api/work')).statusCode).toBe(503);
  work.resolve();
  expect((await other).statusCode).toBe(200);
  await vi.waitFor(() => expect(rooms.calls.inside).toBe(0));
});
