import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formOf, pdf } from '../../../test/forms.ts';
import { AppError } from '../errors/errors.ts';
import { handleErrors } from '../http/error-handler.ts';
import { Inspection } from './inspection/inspection.ts';
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
  // In place of a session, which says whose call it is.
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = String(request.headers['x-person'] ?? '') || null;
  });
  await acceptUploads(app, {
    pace: { totalMs: 700, windowMs: 250, leastBytes: 10 },
    budget: { cpuMs: 400, wallMs: 20_000 },
  });
  app.post('/', (request) => withUpload(request, { upload: UPLOAD, accept }, store));
});

afterEach(() => app.close());

/** Takes any form that doesn't say that it is wrong. */
function accept(form: Record<string, unknown>) {
  if (form.note === 'wrong') throw new AppError('invalid', 'The note is wrong');
  return form;
}

test('more than there is memory for is asked to come back, until there is room again', async () => {
  const waiting = Array.from({ length: 10 }, (_, n) => send(`203.0.113.${n}`, { person: `person ${n}` }));
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(10), 10_000);
  const refused = await send('203.0.113.99', { person: 'one more' });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);

  stored.resolve();
  const answers = await Promise.all([...waiting, send('203.0.113.99', { person: 'one more' })]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(200));
});

test('strangers have a part of the memory, and people who are signed in the rest', async () => {
  const waiting = Array.from({ length: 3 }, (_, n) => send(`203.0.113.${n}`));
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(3), 10_000);
  expect((await send('203.0.113.99')).statusCode).toBe(503);
  const person = send('203.0.113.99', { person: 'Asha' });
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(4), 10_000);

  stored.resolve();
  const answers = await Promise.all([...waiting, person]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});

test('an account has its share of the memory, wherever it sends from', async () => {
  const waiting = [1, 2].map((n) => send(`203.0.113.${n}`, { person: 'Asha' }));
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(2), 10_000);
  const refused = await send('203.0.113.3', { person: 'Asha' });
  const message = 'Many files of yours are being uploaded right now. Please try again shortly.';
  expect([refused.statusCode, refused.json().message]).toEqual([429, message]);
  stored.resolve();
  await Promise.all(waiting);
});

test('one address gets no more than its share of the memory, and others still get theirs', async () => {
  const waiting = [send('2001:db8:1:1::1'), send('2001:db8:1:2::1')];
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(2), 10_000);
  const refused = await send('2001:db8:1:3::1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);

  stored.resolve();
  const answers = await Promise.all([...waiting, send('2001:db8:2:1::1'), send('203.0.113.1')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});

test('senders who stall are cut, and what they held is free for others', async () => {
  const port = await listen();
  const stalled = await Promise.all(Array.from({ length: 11 }, (_, n) => begin(port, `203.0.113.${n}`, 24_000_000)));
  const answers = await Promise.all(stalled.map(({ answer }) => answer));
  expect(answers.join('')).toContain('The upload was too slow. Please try again.');
  expect(store).not.toHaveBeenCalled();

  stored.resolve();
  const after = await Promise.all(Array.from({ length: 3 }, (_, n) => send(`203.0.113.${n}`)));
  expect(after.map(({ statusCode }) => statusCode)).toEqual(Array(3).fill(200));
  // A sender who was refused and goes on without a word is let go after 72 seconds.
}, 180_000);

test('a sender who trickles has a time for the whole form', async () => {
  const { socket, answer } = await begin(await listen(), '203.0.113.1', 1_000);
  const trickle = setInterval(() => socket.write(Buffer.alloc(20)), 50);
  const began = performance.now();
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(trickle);
  expect(performance.now() - began).toBeGreaterThan(600);
});

const LINK = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://x.in)>>>>';
const SLOW = pdf({ page: `/Annots[${LINK.repeat(20_000)}]`, size: FIVE_MB });
const slow = { field: 'files', name: 'a.pdf', bytes: SLOW };

test('a form whose files take too long to open is asked to come back, and holds no memory any more', async () => {
  const form = formOf({}, Array(5).fill(slow));
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await send('203.0.113.1', { form }));
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    Array(3).fill([503, '10']),
  );
  expect(store).not.toHaveBeenCalled();
});

test.each(['', 'Asha'])('the files of a form that is wrong are not opened (sender: %j)', async (person) => {
  const opened = vi.spyOn(Inspection.prototype, 'inspect');
  const refused = await send('203.0.113.1', { person, form: formOf({ note: 'wrong' }, [slow]) });
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'The note is wrong']);
  expect(opened).not.toHaveBeenCalled();
  opened.mockRestore();
});

test('the slow files of strangers hold up nobody who is signed in', async () => {
  stored.resolve();
  const good = formOf({}, [{ field: 'files', name: 'a.pdf', bytes: pdf() }]);
  // Loads what opens a PDF.
  await send('203.0.113.99', { person: 'Ravi', form: good });
  const done: string[] = [];
  const note = (who: string) => (answer: { statusCode: number }) => done.push(`${who} ${answer.statusCode}`);
  const strangers = Array.from({ length: 6 }, (_, n) =>
    send(`203.0.113.${n}`, { form: formOf({}, [slow]) }).then(note('stranger')),
  );
  await send('203.0.113.99', { person: 'Asha', form: good }).then(note('Asha'));
  expect(done.at(-1)).toBe('Asha 200');
  expect(done.length).toBeLessThan(4);
  await Promise.all(strangers);
});

function send(address: string, { form = FORM, person = '' } = {}) {
  return app.inject({
    ...form,
    headers: { ...form.headers, 'x-forwarded-for': address, 'x-person': person },
    url: '/',
  });
}

async function listen(): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

/** Begins to send a form of 25 MB, and sends so many bytes of it. */
async function begin(port: number, address: string, bytes: number) {
  const payload = Buffer.from(FORM.payload as Buffer);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  // A busy machine may cut it before anybody asks for the answer.
  const answer = readToEnd(socket);
  await once(socket, 'connect');
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n` +
      `Content-Type: ${FORM.headers?.['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
  );
  socket.write(payload.subarray(0, bytes));
  return { socket, answer };
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
