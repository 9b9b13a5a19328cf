import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerBadAddress, handleErrors } from './error-handler.ts';
import { answerClientErrors, limitReceiving, refuseExpectations } from './socket-answers.ts';

/** Times that no other timer has. */
const [USUAL_MS, LONGER_MS, CLOSED_AFTER_MS] = [119_993, 7_199_993, 5_000];

const log = { info: () => {} };

let app: FastifyInstance;

beforeEach(async () => {
  app = Fastify({
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerClientErrors(log),
    routerOptions: { maxParamLength: 20 },
  });
  refuseExpectations(app.server, log);
  limitReceiving(app, USUAL_MS);
  handleErrors(app);
  app.post('/of/:id', async () => 'done');
  app.post('/longer', { config: { receivedWithinMs: LONGER_MS } }, async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  vi.restoreAllMocks();
  app.server.closeAllConnections();
  await app.close();
});

/** Sends the beginning of a body, and keeps its own end open however the server closes its. */
function begin(path: string, headers = '') {
  const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  const received: string[] = [];
  socket.on('data', (part) => received.push(String(part)));
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}`);
  socket.write('Content-Length: 100000\r\n\r\n{');
  return { socket, received };
}

/** Waits until a connection is over, however it ends. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

test.each([
  ['a route', '/of/somebody', USUAL_MS, []],
  ['a route that has more time', '/longer', LONGER_MS, []],
  ['an address that cannot be read', '/%E0%A4%A', USUAL_MS, ['400 Bad Request']],
  ['an id too long to be one', `/of/${'a'.repeat(30)}`, USUAL_MS, ['404 Not Found']],
  ['a path that nothing has', '/nothing', USUAL_MS, []],
])('a body that never ends is cut off: %s', async (_, path, ms, answers) => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const startOf = (after: number) =>
    vi.waitUntil(() => timers.mock.calls.find(([, wait]) => wait === after)?.[0] as (() => void) | undefined);
  const { socket, received } = begin(path);
  const late = await startOf(ms);
  await vi.waitUntil(() => answers.every((answer) => received.join('').includes(answer)));
  late();
  const closed = closeOf(socket);
  const over = await startOf(CLOSED_AFTER_MS);
  await vi.waitUntil(() => received.join('').includes('408 Request Timeout'));
  // The sender doesn't mind, and goes on.
  const drip = setInterval(() => socket.write('{'), 20);
  over();
  await closed;
  clearInterval(drip);
});

test('an expectation that is refused ends its connection', async () => {
  const { socket, received } = begin('/of/somebody', 'Expect: the-impossible\r\n');
  const drip = setInterval(() => socket.write('{'), 20);
  await closeOf(socket);
  clearInterval(drip);
  expect(received.join('')).toContain('417');
});
