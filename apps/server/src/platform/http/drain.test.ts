import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drainOnClose } from './drain.ts';

/** A limit beyond any test: what waits for it doesn't end in time. */
const NEVER_MS = 600_000;

const CALLS = 40;

async function start(limitMs: number) {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  drainOnClose(app, limitMs);
  const { promise: closing, resolve: sayClosing } = Promise.withResolvers<void>();
  app.addHook('preClose', async () => sayClosing());
  const gate = Promise.withResolvers<void>();
  const begun = { waiting: 0 };
  app.get('/wait', async () => {
    begun.waiting++;
    await gate.promise;
    return 'done';
  });
  app.get('/stream', (_request, reply) => {
    const body = new PassThrough();
    body.write('first ');
    void gate.promise.then(() => body.end('last'));
    return reply.send(body);
  });
  app.post('/send', async () => 'sent');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS });
  onTestFinished(async () => {
    agent.destroy();
    gate.resolve();
    app.server.closeAllConnections();
    await app.close();
  });
  return { app, begun, closing, goOn: gate.resolve, call: (path: string) => call(app, agent, path) };
}

async function call(app: FastifyInstance, agent: Agent, path: string): Promise<IncomingMessage> {
  const [answer] = await once(get({ agent, path, port: portOf(app), host: '127.0.0.1' }), 'response');
  return answer;
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port;
}

test(`${CALLS} calls in flight are answered, are told that the connection ends, and nothing else is waited for`, async () => {
  const { app, begun, closing, goOn, call } = await start(NEVER_MS);
  const calls = Array.from({ length: CALLS }, () => call('/wait'));
  await vi.waitFor(() => expect(begun.waiting).toBe(CALLS));
  const closed = app.close();
  await closing;
  goOn();
  const answers = await Promise.all(calls);
  expect(answers.map(({ headers }) => headers.connection)).toEqual(Array(CALLS).fill('close'));
  expect(await Promise.all(answers.map((answer) => text(answer)))).toEqual(Array(CALLS).fill('done'));
  await closed;
});

test('an answer that was begun before is finished, and then its connection ends', async () => {
  const { app, closing, goOn, call } = await start(NEVER_MS);
  const answer = await call('/stream');
  const closed = app.close();
  await closing;
  goOn();
  expect(await text(answer)).toBe('first last');
  await closed;
});

test('a caller who never finishes sending is cut', async () => {
  const { app } = await start(50);
  const socket = connect(portOf(app), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST /send HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  await vi.waitFor(async () => expect((await countConnections(app)) > 0).toBe(true));
  await app.close();
});

function countConnections(app: FastifyInstance): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
}
