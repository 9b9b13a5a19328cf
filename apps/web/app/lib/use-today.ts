import { todayUtc } from '@anupalan/domain/calendar-day';
import { useMemo, useSyncExternalStore } from 'react';

const CHECK_EVERY_MS = 60_000;

/** Today (the UTC day); a page that stays open overnight is told when it changes. */
export function useToday(): Temporal.PlainDate {
  const iso = useSyncExternalStore(subscribeToMinutes, readToday);
  return useMemo(() => Temporal.PlainDate.from(iso), [iso]);
}

function readToday(): string {
  return todayUtc(Temporal.Now.instant()).toString();
}

function subscribeToMinutes(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
