import type { StatusEntry } from '@anupalan/contract/status-history';
import type { Status } from '@anupalan/domain/statuses';

/** A status as it is about to be recorded. `forDate` is midnight UTC. */
export interface NewRecord {
  readonly complianceId: string;
  readonly userId: string;
  readonly status: Status;
  readonly forDate: string;
  readonly note: string;
}

/**
 * An item's entries as they will look once the server has recorded a status: shown at once, then replaced by its
 * answer. `now` is an ISO instant. Ids made up here never reach the server.
 */
export function withRecord(entries: readonly StatusEntry[], record: NewRecord, now: string): StatusEntry[] {
  const index = entries.findIndex(({ date, isOwn = true }) => isOwn && date === record.forDate);
  const before = entries[index] ?? emptyEntry(record, now);
  const after: StatusEntry = {
    ...before,
    current: record.status,
    history: [
      ...before.history,
      {
        _id: crypto.randomUUID(),
        status: record.status,
        note: record.note,
        updatedAt: now,
        updatedBy: record.userId,
      },
    ],
    lastUpdated: now,
    updatedAt: now,
  };
  return index < 0 ? [...entries, after] : entries.with(index, after);
}

function emptyEntry({ complianceId, userId, forDate, status }: NewRecord, now: string): StatusEntry {
  return {
    _id: crypto.randomUUID(),
    complianceId,
    userId,
    date: forDate,
    current: status,
    history: [],
    lastUpdated: now,
    createdAt: now,
    updatedAt: now,
  };
}
