import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createScanner } from './scanner.ts';

const SICK = Buffer.from('a harmless text that stands for a virus');
const CANNOT = { code: 'unavailable', message: /^Files cannot be checked for viruses right now\./, retryAfter: 60 };

let clamd: Server | undefined;

afterEach(() => {
  clamd?.close();
  clamd = undefined;
});

test.each<[string, Buffer, string | null]>([
  ['a healthy file', Buffer.alloc(200_000, 'x'), null],
  ['a sick one', Buffer.concat([Buffer.alloc(100_000), SICK]), 'Test.Sick'],
  ['an empty file', Buffer.alloc(0), null],
])('%s arrives whole and is told by name', async (_, bytes, virus) => {
  const url = await answer((received) => (received.includes(SICK) ? 'stream: Test.Sick FOUND\0' : 'stream: OK\0'));
  expect(await createScanner(url).findVirus(bytes)).toBe(virus);
});

test('a file that comes in pieces is sent in pieces, and what ends before its end is no all-clear', async () => {
  const url = await answer((received) => (received.includes(SICK) ? 'stream: Test.Sick FOUND\0' : 'stream: OK\0'));
  const pieces = async function* (last: Buffer) {
    for (let n = 0; n < 20; n++) yield Buffer.alloc(300_000, 'x');
    yield last;
  };
  expect(await createScanner(url).findVirus(pieces(Buffer.alloc(1)))).toBeNull();
  expect(await createScanner(url).findVirus(pieces(SICK))).toBe('Test.Sick');
  const broken = async function* () {
    yield* pieces(SICK);
    throw new Error('The store is away');
  };
  await expect(createScanner(url).findVirus(broken())).rejects.toMatchObject({ code: 'unavailable' });
});

test('a scanner may listen on a socket of the file system', async () => {
  const file = path.join(tmpdir(), `clamd-${randomUUID()}`);
  await answer(() => 'stream: OK\0', file);
  expect(await createScanner(`unix:${file}`).findVirus(SICK)).toBeNull();
});

test.each([
  'INSTREAM size limit exceeded. ERROR\0',
  'stream: OK',
  'stream: OK\nstream: Test.Sick FOUND\0',
  'UNKNOWN COMMAND\0',
  '',
])('the answer %j is no all-clear by accident', async (said) => {
  const finding = createScanner(await answer(() => said)).findVirus(SICK);
  if (said === 'stream: OK') expect(await finding).toBeNull();
  else await expect(finding).rejects.toMatchObject({ ...CANNOT, message: expect.stringMatching(CANNOT.message) });
});

test('without a scanner that answers in time, or at all, nobody knows', async () => {
  const wanted = { ...CANNOT, message: expect.stringMatching(CANNOT.message) };
  const silent = await answer(() => null);
  await expect(createScanner(silent, 100).findVirus(SICK)).rejects.toMatchObject(wanted);
  clamd?.close();
  await expect(createScanner('unix:/nowhere/clamd.ctl').findVirus(SICK)).rejects.toMatchObject(wanted);
});

/** A server that speaks clamd's INSTREAM and answers by what it received. @returns its address */
async function answer(say: (received: Buffer) => string | null, at?: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const parts: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      const received = readStream(Buffer.concat(parts));
      const said = received && say(received);
      if (said !== null) socket.end(said);
    });
  });
  server.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  clamd = server;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(at ?? { port: 0, host: '127.0.0.1' }, resolve);
  await promise;
  const address = server.address();
  return typeof address === 'object' && address ? `tcp://127.0.0.1:${address.port}` : `unix:${at}`;
}

/** The bytes of a stream by its chunks; null until its end has come. */
function readStream(sent: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (sent.length >= command.length) expect(sent.toString('latin1', 0, command.length)).toBe(command);
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= sent.length; ) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    if (at + 4 + length > sent.length) return null;
    chunks.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
