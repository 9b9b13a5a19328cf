import { useMemo, useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** Often enough that a minute is at most a few seconds old; only a new minute draws anything. */
const CHECK_EVERY_MS = 5_000;

/** Now, cut to the minute, while the page stays open. */
export function useMinute(): Temporal.Instant {
  const minute = useSyncExternalStore(subscribeToClock, readMinute);
  return useMemo(() => Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS), [minute]);
}

function readMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

function subscribeToClock(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
