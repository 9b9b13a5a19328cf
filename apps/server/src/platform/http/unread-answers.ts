import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BUSY } from '../admission/admit-calls.ts';
import { AppError } from '../errors/errors.ts';
import { addressKey } from './callers/addresses.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Bytes of an answer that is never refused: the system's own buffers take about as much (R-api-20). */
const SMALL = 64 * KILOBYTE;

/**
 * Bytes of answers that wait in memory to be read, at most: strangers have room of their own, so that they never take
 * that of those who are signed in (R-api-20).
 */
const MOST_UNREAD = {
  signedIn: { aCaller: 64 * MEGABYTE, inAll: 192 * MEGABYTE },
  strangers: { aCaller: 64 * MEGABYTE, inAll: 64 * MEGABYTE },
};

/** Milliseconds without any progress after which whoever reads an answer is cut off (R-api-21). */
export const STALLED_AFTER_MS = 30_000;

/** Bytes of an answer, or its rest, that whoever has not kept up takes in such a time at least (R-api-21). */
const LEAST_TAKEN = 64 * KILOBYTE;

/** The bytes of answers that are in memory because their callers have not read them yet. */
export class UnreadAnswers {
  readonly #most: { readonly aCaller: number; readonly inAll: number };
  readonly #ofCaller = new Map<string, number>();
  #inAll = 0;

  constructor(most: { readonly aCaller: number; readonly inAll: number }) {
    this.#most = most;
  }

  /**
   * Counts an answer until the returned function is called.
   * @throws AppError unavailable when too much is unread already, of this caller or in all.
   */
  hold(caller: string, bytes: number): () => void {
    const ofCaller = this.#ofCaller.get(caller) ?? 0;
    if (ofCaller + bytes > this.#most.aCaller || this.#inAll + bytes > this.#most.inAll) {
      throw new AppError('unavailable', BUSY, { retryAfter: 5 });
    }
    this.#ofCaller.set(caller, ofCaller + bytes);
    this.#inAll += bytes;
    return () => this.#release(caller, bytes);
  }

  #release(caller: string, bytes: number): void {
    const rest = (this.#ofCaller.get(caller) ?? 0) - bytes;
    if (rest > 0) this.#ofCaller.set(caller, rest);
    else this.#ofCaller.delete(caller);
    this.#inAll -= bytes;
  }
}

/** The bodies that are in memory once, however many read them: their readers cost nothing (R-api-20). */
const SHARED = new WeakSet<Buffer>();

/** Has a body that is kept for everybody not counted as unread. */
export function shareBody(body: Buffer): void {
  SHARED.add(body);
}

/**
 * Bounds what slow readers cost: whoever makes no progress, or next to none, is cut off, and large answers are refused
 * while too much is unread. Streams hold next to nothing. This hook comes before those that compress: their source
 * stays in memory too.
 * @param windowMs what a reader may go without progress, and in which the least is to be taken
 */
export function boundUnreadAnswers(app: FastifyInstance, windowMs: number, leastBytes = LEAST_TAKEN): void {
  const signedIn = new UnreadAnswers(MOST_UNREAD.signedIn);
  const strangers = new UnreadAnswers(MOST_UNREAD.strangers);
  const watch = cutSlowReaders(app, windowMs, leastBytes);
  const hold = (request: FastifyRequest, bytes: number) =>
    request.caller ? signedIn.hold(request.caller, bytes) : strangers.hold(addressKey(request.ip), bytes);
  app.addHook('onSend', (request, reply, payload, done) => {
    watch(reply);
    const bytes = sizeOf(payload);
    if (bytes <= SMALL) return done(null, payload);
    try {
      finished(reply.raw, hold(request, bytes));
    } catch (refusal) {
      reply.removeHeader('Content-Disposition');
      return done(refusal instanceof Error ? refusal : new Error(BUSY));
    }
    done(null, payload);
  });
}

/**
 * Has the readers of answers watched, all by one clock; live updates have a rule of their own, because nothing may
 * happen for long.
 */
function cutSlowReaders(app: FastifyInstance, windowMs: number, leastBytes: number): (reply: FastifyReply) => void {
  const watched = new Map<ServerResponse, Watched>();
  const clock = setInterval(() => {
    for (const [answer, { socket, before }] of watched) {
      const now = progressOf(socket);
      // Only readers who are behind are slow: an answer that is still being made is no fault of theirs.
      if (before.waiting > 0 && now.waiting > 0 && now.taken - before.taken < leastBytes) socket.destroy();
      if (socket.destroyed) watched.delete(answer);
      else watched.set(answer, { socket, before: now });
    }
  }, windowMs).unref();
  app.addHook('onClose', async () => clearInterval(clock));
  return ({ raw, request }) => {
    const { socket } = request.raw;
    // One that is refused comes by a second time.
    if (!(socket instanceof Socket) || request.routeOptions.config.endless || watched.has(raw)) return;
    watched.set(raw, { socket, before: NOTHING_YET });
    raw.setTimeout(windowMs, () => socket.destroy());
    raw.once('close', () => watched.delete(raw));
  };
}

interface Watched {
  readonly socket: Socket;
  readonly before: Progress;
}

interface Progress {
  readonly taken: number;
  readonly waiting: number;
}

const NOTHING_YET: Progress = { taken: 0, waiting: 0 };

const Handle = z.object({ bytesWritten: z.number(), writeQueueSize: z.number() });

/**
 * The bytes that the system took of a connection so far, and those that wait for it. Node.js tells them of a write that
 * is under way by the connection's handle alone; its own look for stalled connections reads them there too.
 */
function progressOf(socket: Socket): Progress {
  const handle = Handle.safeParse(Reflect.get(socket, '_handle'));
  if (!handle.success) return NOTHING_YET;
  const { bytesWritten, writeQueueSize } = handle.data;
  return { taken: bytesWritten - writeQueueSize, waiting: writeQueueSize };
}

function sizeOf(payload: unknown): number {
  if (Buffer.isBuffer(payload)) return SHARED.has(payload) ? 0 : payload.length;
  return typeof payload === 'string' ? Buffer.byteLength(payload) : 0;
}
