import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../platform/errors/errors.ts';
import { addressKeys } from '../../platform/http/callers/addresses.ts';
import { limitRefusals } from '../../platform/metrics/registry.ts';

/** Readings of one address of a calendar in an hour: a calendar asks every five minutes at most. */
const READINGS_AN_HOUR = 120;

/** Addresses that nobody has, of which one caller hears in a minute that nobody has them. */
const MISSES_A_MINUTE = 30;

/**
 * Limits readings of calendars (R-calendar-feeds-7): each calendar for itself, as a few machines of a provider ask for
 * those of all its customers, and who tries addresses that nobody has. They are refused those alone: the same machines
 * ask for calendars of others. Counted in memory, for each instance: counting in the database would cost more than the
 * reading.
 */
export function limitReading(): {
  readonly countReading: (feedId: string) => Promise<void>;
  readonly countMiss: (ip: string) => Promise<void>;
} {
  const readings = new RateLimiterMemory({ points: READINGS_AN_HOUR, duration: 3_600 });
  const misses = new RateLimiterMemory({ points: MISSES_A_MINUTE, duration: 60 });
  return {
    countReading: (feedId) => readings.consume(feedId).then(() => undefined, refuse),
    countMiss: async (ip) => {
      for (const key of addressKeys(ip)) await misses.consume(key).catch(refuse);
    },
  };
}

/** @throws AppError too-many with the seconds to wait; what else went wrong goes on */
function refuse(refused: unknown): never {
  if (!(refused instanceof RateLimiterRes)) throw refused;
  limitRefusals.inc({ limit: 'calendar-feeds' });
  const retryAfter = refused.msBeforeNext / 1000;
  throw new AppError('too-many', 'This calendar was read too often. Please try again later.', { retryAfter });
}
