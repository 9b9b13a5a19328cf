import { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors/errors.ts';
import { addressKey } from './rate-limits.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Bytes of an answer that is never refused: the system's own buffers take about as much (R-api-20). */
const SMALL = 64 * KILOBYTE;

/** Bytes of answers that wait in memory to be read, at most (R-api-20). */
const MOST_UNREAD = { aCaller: 64 * MEGABYTE, inAll: 256 * MEGABYTE };

/** Milliseconds without any progress after which whoever reads an answer is cut off (R-api-21). */
export const STALLED_AFTER_MS = 30_000;

const BUSY = 'The service is busy. Please try again shortly.';

/** The bytes of answers that are in memory because their callers have not read them yet. */
export class UnreadAnswers {
  readonly #most: typeof MOST_UNREAD;
  readonly #ofCaller = new Map<string, number>();
  #inAll = 0;

  constructor(most = MOST_UNREAD) {
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

/**
 * Bounds what slow readers cost: whoever makes no progress is cut off, and large answers are refused while too much is
 * unread. Streams hold next to nothing. This hook comes before those that compress: their source stays in memory too.
 */
export function boundUnreadAnswers(app: FastifyInstance, stalledAfterMs: number): void {
  const unread = new UnreadAnswers();
  app.addHook('onSend', async (request, reply, payload) => {
    cutWhenStalled(reply, stalledAfterMs);
    const bytes = sizeOf(payload);
    if (bytes <= SMALL) return;
    try {
      finished(reply.raw, unread.hold(request.caller ?? addressKey(request.ip), bytes));
    } catch (refusal) {
      reply.removeHeader('Content-Disposition');
      throw refusal;
    }
  });
}

/** Live updates have a rule of their own, because nothing may happen for long. */
function cutWhenStalled({ raw, request }: FastifyReply, stalledAfterMs: number): void {
  const { socket } = request.raw;
  if (!(socket instanceof Socket) || request.routeOptions.config.endless) return;
  raw.setTimeout(stalledAfterMs, () => socket.destroy());
}

function sizeOf(payload: unknown): number {
  if (Buffer.isBuffer(payload)) return payload.length;
  return typeof payload === 'string' ? Buffer.byteLength(payload) : 0;
}
