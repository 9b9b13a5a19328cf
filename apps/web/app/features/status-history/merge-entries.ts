import type { StatusEntry } from '@anupalan/contract/status-history';

/** Entries from two answers, each once; of those in both, as the first has them. */
export function mergeEntries(fresh: readonly StatusEntry[], older: readonly StatusEntry[]): StatusEntry[] {
  return [...new Map([...older, ...fresh].map((entry) => [entry._id, entry])).values()];
}
