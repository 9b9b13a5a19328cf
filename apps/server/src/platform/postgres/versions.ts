import { sql } from 'kysely';
import { AppError } from '../errors/errors.ts';

/**
 * Refuses an edit made from an older version than the present one (R-catalogue-2).
 * @param current its `updatedAt` now, read in the transaction of the edit, in which nothing else can change it.
 * @param read the `updatedAt` the editor read; without one the last edit wins.
 * @throws AppError conflict
 */
export function refuseStaleEdit(noun: string, current: string, read: string | undefined): void {
  if (read === undefined || toMilliseconds(read) === toMilliseconds(current)) return;
  throw new AppError('conflict', `This ${noun} was changed by someone else. Reload and try again.`);
}

/**
 * The `updated_at` of the next version: always later by at least the millisecond that answers show, even when the clock
 * goes back.
 */
export function nextVersion() {
  return sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`;
}

/** Milliseconds are compared because answers carry no more; the database has microseconds. */
function toMilliseconds(moment: string): number {
  return Temporal.Instant.from(moment).epochMilliseconds;
}
