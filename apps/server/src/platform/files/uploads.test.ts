import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formOf, pdf } from '../../../test/forms.ts';
import { handleErrors } from '../http/error-handler.ts';
import { acceptUploads, withUpload } from './uploads.ts';

const FIVE_MB = 5 * 1024 * 1024;
const UPLOAD = { field: 'files', several: true, maxBytes: 5 * FIVE_MB };
const FORM = formOf({}, Array(5).fill({ field: 'files', name: 'a.txt', bytes: Buffer.alloc(FIVE_MB) }));

let app: FastifyInstance;
let stored: PromiseWithResolvers<void>;
const store = vi.fn(() => stored.promise);

beforeEach(async () => {
  stored = Promise.withResolvers<void>();
  store.mockClear();
  app = Fastify({ trustProxy: true });
  handleErrors(app);
  await acceptUploads(app, {
    pace: { totalMs: 700, windowMs: 250, leastBytes: 10 },
    budget: { cpuMs: 100, wallMs: 20_000 },
  });
  app.post('/', (request) => withUpload(request, { upload: UPLOAD, accept: (form) => form }, store));
});

afterEach(() => app.close());

test('more than there is memory for is asked to come back, until there is room again', async () => {
  const waiting = Array.from({ length: 10 }, (_, n) => send(`203.0.113.${n}`));
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(10), 10_000);
  const refused = await send('203.0.113.99');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);

  stored.resolve();
  const answers = await Promise.all([...waiting, send('203.0.113.99')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(200));
});

test('one address gets no more than its share of the memory, and others still get theirs', async () => {
  const waiting = [send('203.0.113.1'), send('203.0.113.1')];
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(2), 10_000);
  const refused = await send('203.0.113.1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);

  stored.resolve();
  const answers = await Promise.all([...waiting, send('203.0.113.2'), send('203.0.113.1')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});

test('senders who stall are cut, and what they held is free for others', async () => {
  const port = await listen();
  const stalled = await Promise.all(Array.from({ length: 11 }, (_, n) => begin(port, `203.0.113.${n}`, 24_000_000)));
  const answers = await Promise.all(stalled.map(readToEnd));
  expect(answers.join('')).toContain('The upload was too slow. Please try again.');
  expect(store).not.toHaveBeenCalled();

  stored.resolve();
  const after = await Promise.all(Array.from({ length: 10 }, (_, n) => send(`203.0.113.${n}`)));
  expect(after.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
}, 30_000);

test('a sender who trickles has a time for the whole form', async () => {
  const socket = await begin(await listen(), '203.0.113.1', 1_000);
  const trickle = setInterval(() => socket.write(Buffer.alloc(20)), 50);
  const began = performance.now();
  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(trickle);
  expect(performance.now() - began).toBeGreaterThan(600);
});

test('a form whose files take too long to open is asked to come back, and holds no memory any more', async () => {
  const link = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://x.in)>>>>';
  const slow = pdf({ page: `/Annots[${link.repeat(20_000)}]`, size: FIVE_MB });
  const form = formOf({}, Array(5).fill({ field: 'files', name: 'a.pdf', bytes: slow }));
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await send('203.0.113.1', form));
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    Array(3).fill([503, '10']),
  );
  expect(store).not.toHaveBeenCalled();
}, 30_000);

function send(address: string, form = FORM) {
  return app.inject({ ...form, headers: { ...form.headers, 'x-forwarded-for': address }, url: '/' });
}

async function listen(): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

/** Begins to send a form of 25 MB, and sends so many bytes of it. */
async function begin(port: number, address: string, bytes: number) {
  const payload = Buffer.from(FORM.payload as Buffer);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n` +
      `Content-Type: ${FORM.headers?.['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
  );
  socket.write(payload.subarray(0, bytes));
  return socket;
}

/** What a connection brings until it is cut. */
async function readToEnd(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.on('close', () => resolve());
  await promise;
  return Buffer.concat(parts).toString();
}
