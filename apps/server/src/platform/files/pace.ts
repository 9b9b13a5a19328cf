import type { Socket } from 'node:net';
import { AppError } from '../errors/errors.ts';

/** How fast a form has to come: whole within `totalMs`, and at least so many bytes in each `windowMs`. */
export interface Pace {
  readonly totalMs: number;
  readonly windowMs: number;
  readonly leastBytes: number;
}

/** 25 MB by a line of 2 Mbit/s; a line that brings less than 16 KB a second is as good as dead (R-api-47). */
export const PACE: Pace = { totalMs: 100_000, windowMs: 10_000, leastBytes: 160_000 };

/** Watches how fast a sender is; `tooSlow` fails when they are too slow. */
export function watchPace(
  socket: Pick<Socket, 'bytesRead'>,
  { totalMs, windowMs, leastBytes }: Pace,
): { tooSlow: Promise<never>; stop: () => void } {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new AppError('too-slow', 'The upload was too slow. Please try again.'));
  let bytes = socket.bytesRead;
  const window = setInterval(() => {
    if (socket.bytesRead - bytes < leastBytes) giveUp();
    bytes = socket.bytesRead;
  }, windowMs);
  const total = setTimeout(giveUp, totalMs);
  const stop = () => {
    clearInterval(window);
    clearTimeout(total);
  };
  return { tooSlow, stop };
}

/** Measures how fast a sender is in the time in which they are waited for; that in which the store is, isn't theirs. */
export class SenderClock {
  readonly #socket: Pick<Socket, 'bytesRead'>;
  readonly #pace: Pace;
  #bytesBefore: number;
  #inWindowMs = 0;
  #inAllMs = 0;

  constructor(socket: Pick<Socket, 'bytesRead'>, pace: Pace) {
    this.#socket = socket;
    this.#pace = pace;
    this.#bytesBefore = socket.bytesRead;
  }

  /** Waits for what the sender sends next. @throws AppError too-slow */
  async wait<T>(next: Promise<T>): Promise<T> {
    const began = performance.now();
    const { promise: tooSlow, reject } = Promise.withResolvers<never>();
    const look = () => {
      if (this.#isTooSlow(performance.now() - began)) {
        reject(new AppError('too-slow', 'The upload was too slow. Please try again.'));
      }
    };
    const timer = setInterval(look, this.#pace.windowMs / 4);
    try {
      return await Promise.race([next, tooSlow]);
    } finally {
      clearInterval(timer);
      const waited = performance.now() - began;
      this.#inWindowMs += waited;
      this.#inAllMs += waited;
    }
  }

  #isTooSlow(waitedMs: number): boolean {
    const { totalMs, windowMs, leastBytes } = this.#pace;
    if (this.#inAllMs + waitedMs > totalMs) return true;
    if (this.#inWindowMs + waitedMs < windowMs) return false;
    if (this.#socket.bytesRead - this.#bytesBefore < leastBytes) return true;
    this.#bytesBefore = this.#socket.bytesRead;
    this.#inWindowMs = -waitedMs;
    return false;
  }
}
