import type { DatabaseListener } from './database-listener.ts';

/**
 * Keeps a value that is the same for everyone: it is read at the first call and kept until the channel announces a
 * change of it. Calls at the same time share one read; a read that began before a change is never kept past it.
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
    // A failed read is not kept; the caller who waits for it hears of the failure.
    reading.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading;
  };
}
