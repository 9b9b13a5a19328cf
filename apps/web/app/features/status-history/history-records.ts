import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';

/** Record with the day it is for (ISO, midnight UTC). */
export interface DatedRecord extends HistoryRecord {
  readonly date: string;
}

/** Records of an item, the newest first (R-statuses-12). */
export function listRecords(entries: readonly StatusEntry[]): DatedRecord[] {
  const records = entries.flatMap(({ date, history }) => history.map((record) => ({ ...record, date })));
  return records.sort((one, other) => compareNewestFirst(one.updatedAt, other.updatedAt));
}

function compareNewestFirst(one: string, other: string): number {
  return Temporal.Instant.compare(other, one);
}
