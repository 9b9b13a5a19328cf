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
