import { useMemo, useSyncExternalStore } from 'react';
import { readToday } from './read-today.ts';

const MINUTE_MS = 60_000;

/** Checks that keep the minute at most 5 seconds late; only a new minute renders anything. */
const CHECK_MINUTE_EVERY_MS = 5_000;

/** Today in India (R-due-dates-6), also on a page that stays open overnight. */
export function useToday(): Temporal.PlainDate {
  const iso = useSyncExternalStore(subscribeToDays, readToday, readToday);
  return useMemo(() => Temporal.PlainDate.from(iso), [iso]);
}

/** Present minute, kept up to date. */
export function useMinute(): Temporal.Instant {
  const minute = useSyncExternalStore(subscribeToMinutes, readMinute);
  return useMemo(() => Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS), [minute]);
}

/**
 * Memoised derivation from a thing and the day, shared by all callers; another thing or day derives anew. Things must
 * be replaced and never changed, as those in the query cache are.
 */
export function onceADay<Thing extends object, Result>(
  derive: (thing: Thing, today: Temporal.PlainDate) => Result,
): (thing: Thing, today: Temporal.PlainDate) => Result {
  const known = new WeakMap<Thing, { today: Temporal.PlainDate; result: Result }>();
  return (thing, today) => {
    const last = known.get(thing);
    if (last && Temporal.PlainDate.compare(last.today, today) === 0) return last.result;
    const result = derive(thing, today);
    known.set(thing, { today, result });
    return result;
  };
}

function readMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

function subscribeToDays(listener: () => void): () => void {
  return tick(listener, MINUTE_MS);
}

function subscribeToMinutes(listener: () => void): () => void {
  return tick(listener, CHECK_MINUTE_EVERY_MS);
}

function tick(listener: () => void, milliseconds: number): () => void {
  const timer = setInterval(listener, milliseconds);
  return () => clearInterval(timer);
}
