import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSlowly, statusOf } from '../../../test/harness.ts';
import { handleErrors } from './error-handler.ts';
import { PreparedAnswer } from './prepared-answer.ts';
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

async function start(windowMs: number, leastBytes?: number): Promise<void> {
  app = Fastify({ forceCloseConnections: true, trustProxy: true });
  handleErrors(app);
  limitUserCalls(app, 1_000);
  boundUnreadAnswers(app, windowMs, leastBytes);
  const shared = await PreparedAnswer.prepare(Buffer.alloc(16 * MEGABYTE), 'text/plain');
  app.get('/large', async () => Buffer.alloc(16 * MEGABYTE));
  app.get('/shared', (request, reply) => shared.send(request, reply, 'public'));
  app.get('/mine', async (request) => {
    request.caller = 'somebody who is signed in';
    return Buffer.alloc(16 * MEGABYTE);
  });
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

test('a reader who takes little at a time is cut off', async () => {
  await start(300, 12 * MEGABYTE);
  const reader = await read('/large');
  const cut = once(reader, 'close');
  let taken = 0;
  reader.on('data', (bytes: Buffer) => {
    taken += bytes.length;
    if (taken > MEGABYTE) reader.pause();
  });
  const drip = setInterval(() => {
    taken = 0;
    reader.resume();
  }, 120);
  await cut.finally(() => clearInterval(drip));
  expect(reader.bytesRead).toBeLessThan(16 * MEGABYTE);
});

test('strangers of many addresses leave large answers to those who are signed in', async () => {
  await start(60_000);
  const statuses: number[] = [];
  for (let n = 0; n < 16; n++) statuses.push(statusOf(await readFrom(`203.0.113.${n % 4}`, '/large')));
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect((await get('/mine')).status).toBe(200);
});

test('an answer that is there once counts for none of its readers', async () => {
  await start(60_000);
  for (let n = 0; n < 6; n++) expect(statusOf(await read('/shared'))).toBe(200);
  expect((await get('/large')).status).toBe(200);
});

async function readFrom(address: string, path: string): Promise<Socket> {
  const reader = connect(port, '127.0.0.1');
  readers.push(reader);
  reader.on('error', () => {});
  reader.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  await once(reader, 'readable');
  return reader;
}

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
