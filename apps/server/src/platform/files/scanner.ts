import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { AppError } from '../errors/errors.ts';

/** Asks whether files have a virus. */
export interface Scanner {
  /** The name of the virus in a file; null when there is none. @throws AppError unavailable when nobody can tell. */
  findVirus(bytes: Buffer | AsyncIterable<Buffer>): Promise<string | null>;
}

/** Milliseconds in which a file is scanned, connection included: a busy clamd takes a few seconds. */
const PATIENCE = 20_000;

/** Bytes of one chunk. */
const CHUNK = 64 * 1024;

/**
 * Has files scanned by ClamAV's daemon: `tcp://host:port` or `unix:/path` (`CLAMD_URL`). Every file is sent whole over a
 * connection of its own, so that the daemon needs no access to ours (clamd(8), INSTREAM).
 */
export function createScanner(clamdUrl: string, patience = PATIENCE): Scanner {
  return {
    findVirus: async (bytes) => {
      const answer = await ask(clamdUrl, bytes, patience).catch((error: unknown) => {
        throw cannotScan(error);
      });
      const [, virus] = /^stream: (.+) FOUND\0?$/.exec(answer) ?? [];
      if (virus !== undefined) return virus;
      if (/^stream: OK\0?$/.test(answer)) return null;
      throw cannotScan(new Error(`clamd answered ${JSON.stringify(answer.slice(0, 200))}`));
    },
  };
}

/** What the scanner answers to a file, which is sent no faster than it is taken. */
async function ask(clamdUrl: string, bytes: Buffer | AsyncIterable<Buffer>, patience: number): Promise<string> {
  const socket = open(new URL(clamdUrl));
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('clamd took too long')), patience);
  const answer = text(socket);
  const sending = send(socket, Buffer.isBuffer(bytes) ? [bytes] : bytes);
  try {
    // A scanner that has enough answers before the end.
    await Promise.race([sending, answer, late]);
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    socket.destroy();
    for (const left of [sending, answer]) left.catch(() => {});
  }
}

async function send(socket: Socket, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += CHUNK) {
      const chunk = piece.subarray(at, at + CHUNK);
      socket.write(lengthOf(chunk));
      if (!socket.write(chunk)) await once(socket, 'drain');
    }
  }
  socket.write(lengthOf(Buffer.alloc(0)));
}

function open({ protocol, hostname, port, pathname }: URL): Socket {
  return protocol === 'unix:'
    ? connect({ path: decodeURIComponent(pathname) })
    : connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) });
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function cannotScan(cause: unknown): AppError {
  const message = 'Files cannot be checked for viruses right now. Please try again shortly.';
  return new AppError('unavailable', message, { retryAfter: 60, cause });
}
