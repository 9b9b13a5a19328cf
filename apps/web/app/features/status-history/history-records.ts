import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';

/** One record with the day it was recorded for (ISO, midnight UTC). */
export interface DatedRecord extends HistoryRecord {
  readonly date: string;
}

/** Everything recorded about an item, the newest record first. */
export function listRecords(entries: readonly StatusEntry[]): DatedRecord[] {
  const records = entries.flatMap(({ date, history }) => history.map((record) => ({ ...record, date })));
  return records.sort((one, other) => compareNewestFirst(one.updatedAt, other.updatedAt));
}

function compareNewestFirst(one: string, other: string): number {
  return Temporal.Instant.compare(other, one);
}
