import type { DatabaseListener } from './database-listener.ts';

/**
 * Reads something that is the same for everyone once, at the first call, and keeps it until a change of it is announced
 * on the channel. Calls at the same time share one read; a read that began before a change is never kept past it.
 */
export function keepUntilAnnounced<T>(
  listener: Pick<DatabaseListener, 'subscribe'>,
  channel: string,
  read: () => Promise<T>,
): () => Promise<T> {
  let kept: Promise<T> | null = null;
  listener.subscribe(channel, () => {
    kept = null;
  });
  return () => {
    if (kept) return kept;
    const reading = read();
    kept = reading;
    // The caller hears of the failure; here it only must not be kept.
    reading.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading;
  };
}
