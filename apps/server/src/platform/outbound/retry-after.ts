import type { IncomingHttpHeaders } from 'node:http';

/** Seconds for which an address is left alone at most, whatever it asks. */
const MOST = 86_400;

/** The seconds that an answer asks to be left alone, at most a day; null when it doesn't. */
export function readRetryAfter({ 'retry-after': value }: IncomingHttpHeaders, now: number): number | null {
  if (value === undefined) return null;
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1_000;
  return seconds > 0 ? Math.min(seconds, MOST) : null;
}
