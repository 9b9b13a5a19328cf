import { once } from 'node:events';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSlowly, statusOf } from '../../../test/harness.ts';
import { handleErrors } from './error-handler.ts';
import { boundUnreadAnswers, UnreadAnswers } from './unread-answers.ts';
import { limitUserCalls } from './user-calls.ts';

const MEGABYTE = 1024 * 1024;

let app: FastifyInstance;
let port: number;
let readers: Socket[];

beforeEach(() => {
  readers = [];
});

afterEach(async () => {
  for (const reader of readers) reader.destroy();
  await app.close();
});

async function start(stalledAfterMs: number): Promise<void> {
  app = Fastify({ forceCloseConnections: true });
  handleErrors(app);
  limitUserCalls(app, 1_000);
  boundUnreadAnswers(app, stalledAfterMs);
  app.get('/large', async () => Buffer.alloc(16 * MEGABYTE));
  app.get('/small', async () => 'small');
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

async function read(path: string): Promise<Socket> {
  const reader = await readSlowly(port, path);
  readers.push(reader);
  return reader;
}

const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
};

test('large answers are refused while 64 MB of a caller are unread; small ones go on, and reading makes room', async () => {
  await start(60_000);
  for (let n = 0; n < 4; n++) expect(statusOf(await read('/large'))).toBe(200);
  expect(await get('/large')).toEqual({
    status: 503,
    retryAfter: '5',
    text: JSON.stringify({ status: 'error', message: 'The service is busy. Please try again shortly.' }),
  });
  expect((await get('/small')).text).toBe('small');
  const [first] = readers;
  first?.resume();
  first?.end();
  if (first) await once(first, 'close');
  expect((await get('/large')).status).toBe(200);
});

test('a reader without progress is cut off', async () => {
  await start(300);
  const reader = await read('/large');
  const cut = once(reader, 'close');
  await untilNobodyIsConnected();
  reader.resume();
  await cut;
  expect(reader.bytesRead).toBeLessThan(16 * MEGABYTE);
});

async function untilNobodyIsConnected(): Promise<void> {
  await expect
    .poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count))), { timeout: 10_000 })
    .toBe(0);
}

test('what is unread is counted for each caller and in all, and forgotten when it was read', () => {
  app = Fastify();
  const unread = new UnreadAnswers({ aCaller: 10, inAll: 25 });
  const releases = [unread.hold('a', 10), unread.hold('b', 10)];
  expect(() => unread.hold('a', 1)).toThrow('The service is busy');
  expect(() => unread.hold('c', 6)).toThrow('The service is busy');
  releases.push(unread.hold('c', 5));
  for (const release of releases) release();
  for (const caller of ['a', 'b']) unread.hold(caller, 10);
});
