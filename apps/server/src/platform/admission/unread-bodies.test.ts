import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { AppError } from '../errors/errors.ts';
import { acceptUploads } from '../files/uploads.ts';
import { drainOnClose } from '../http/drain.ts';
import { handleErrors } from '../http/error-handler.ts';
import { openRooms } from './admit-calls.ts';
import { dropUnreadBodies } from './unread-bodies.ts';

const MEGABYTE = 1024 * 1024;
const DROPPED = 8 * MEGABYTE;
const FORM = 'Content-Type: multipart/form-data; boundary=x';
const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';

let app: FastifyInstance;
let refuseLater: PromiseWithResolvers<void>;

beforeEach(async () => {
  app = Fastify({ bodyLimit: 1_000 });
  drainOnClose(app);
  dropUnreadBodies(app, DROPPED);
  handleErrors(app);
  await acceptUploads(app);
  const refuse = () => {
    throw new AppError('unauthenticated', 'Please sign in to continue');
  };
  app.post('/refused', { onRequest: refuse }, async () => {});
  // Refused in the middle of a file, as a quota is.
  app.post('/full', async (request) => {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      for await (const _ of part.file) throw new AppError('conflict', 'There is no room');
    }
  });
  app.post('/json', async () => {});
  refuseLater = Promise.withResolvers();
  app.post('/later', { onRequest: () => refuseLater.promise.then(refuse) }, async () => {});
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(() => app.close());

/** Sends a body to its end, as browsers do, and only then reads. @returns the answer, and whether it was reset */
async function send(path: string, { bytes, headers = [FORM] }: { bytes: number; headers?: string[] }) {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let isReset = false;
  socket.on('error', () => {
    isReset = true;
  });
  const start = [`POST ${path} HTTP/1.1`, 'Host: a', `Content-Length: ${HEAD.length + bytes}`, ...headers, '', HEAD];
  socket.pause().write(start.join('\r\n'));
  const piece = Buffer.alloc(65_536, 'a');
  let sent = 0;
  for (; sent < bytes && !socket.destroyed; sent += piece.length) {
    const isTaken = socket.write(piece.subarray(0, Math.min(piece.length, bytes - sent)));
    if (!isTaken) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
    await after(0);
  }
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.resume();
  while (!socket.destroyed && !answer.includes('"message"')) await after(10);
  socket.destroy();
  return { answer, isReset, sent };
}

describe.each([
  ['keeps its connection', []],
  ['ends it, as proxies do', ['Connection: close']],
])('a sender who %s', (_, connection) => {
  test.each([
    ['before anything was read', '/refused', [FORM], '401', 'Please sign in to continue'],
    ['in the middle of a file', '/full', [FORM], '409', 'There is no room'],
    ['for being too large', '/json', ['Content-Type: application/json'], '413', 'The request is too large'],
  ])('who was refused %s hears it once all was sent', async (_, path, headers, status, message) => {
    const { answer, isReset } = await send(path, { bytes: 4 * MEGABYTE, headers: [...headers, ...connection] });
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(answer).toContain(message);
    expect(isReset).toBe(false);
  });
});

test.each(['/refused', '/full'])(
  'who goes on sending to %s is cut',
  async (path) => {
    const { sent } = await send(path, { bytes: 100 * MEGABYTE });
    expect(sent).toBeLessThan(60 * MEGABYTE);
  },
  60_000,
);

test('a server that stops tells who is refused that the connection ends, once all was sent', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const isAsked = once(app.server, 'request');
  socket.write(['POST /later HTTP/1.1', 'Host: a', 'Content-Length: 2', FORM, '', '-'].join('\r\n'));
  await isAsked;
  const closed = app.close();
  await after(50);
  refuseLater.resolve();
  await after(50);
  socket.write('-');
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 401 [\s\S]*connection: close/i);
  await closed;
});

test('who is refused takes no place of a call while the rest is waited for', async () => {
  const rooms = openRooms({ calls: 2 });
  const entered = vi.spyOn(rooms.calls, 'enter');
  const server = await startTestApp({ rooms });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const head = ['POST /api/registrations HTTP/1.1', 'Host: a', 'Connection: close', 'Content-Type: application/json'];
  const senders = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  for (const sender of senders) sender.write([...head, 'Content-Length: 1000', '', '{'].join('\r\n'));
  await vi.waitFor(() => expect(entered).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(rooms.calls.inside).toBe(0));
  expect(senders.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  for (const sender of senders) sender.destroy();
  await server.close();
});
