import type { StatusEntry } from '@anupalan/contract/status-history';

/** The entries of an item by day, as they were read: how many there are is known, the rest is made when it is asked for. */
export interface ItemHistory {
  readonly length: number;
  read(): readonly StatusEntry[];
  /** The same entries as a JSON list, to the byte. */
  write(): string;
}

/** The history of entries that are there already. */
export function historyOf(entries: readonly StatusEntry[]): ItemHistory {
  return { length: entries.length, read: () => entries, write: () => JSON.stringify(entries) };
}

export const NO_HISTORY = historyOf([]);

/** The histories of entries that are there already, by item. */
export function historiesOf(entries: readonly StatusEntry[]): Map<string, ItemHistory> {
  const byItem = Map.groupBy(entries, (entry) => entry.complianceId);
  return new Map([...byItem].map(([item, ofItem]) => [item, historyOf(ofItem)]));
}
