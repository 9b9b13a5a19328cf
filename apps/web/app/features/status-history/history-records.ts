import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';
import { NOTE } from '@anupalan/domain/statuses';
import type { NewRecord } from './optimistic-record.ts';

/** Record with the day it is for (ISO, midnight UTC). */
export interface DatedRecord extends HistoryRecord {
  readonly date: string;
}

/** Records of an item, the newest first (R-statuses-12). */
export function listRecords(entries: readonly StatusEntry[]): DatedRecord[] {
  const records = entries.flatMap(({ date, history }) => history.map((record) => ({ ...record, date })));
  return records.sort((one, other) => compareNewestFirst(one.updatedAt, other.updatedAt));
}

/**
 * Record that an answer has of what was just recorded: the one that waits, or the newest of its day, if it says the same
 * by the same person; of one registration number the newest about it.
 */
export function findRecorded(
  entries: readonly StatusEntry[],
  { forDate, status, userId, about }: Pick<NewRecord, 'forDate' | 'status' | 'userId' | 'about'>,
): string | null {
  const entry = entries.find(({ date, isOwn = true }) => isOwn && date === forDate);
  const id = about?.registrationId;
  const said = id === undefined ? entry : entry?.lines?.find(({ registrationId }) => registrationId === id);
  const newest =
    said?.waiting ?? entry?.history.findLast((record) => isCounting(record) && record.registrationId === id);
  return newest?.status === status && newest.updatedBy === userId ? newest._id : null;
}

/**
 * Ids of the records that can still be taken back (R-statuses-18): of each day of the viewer's workspace the newest that
 * counts, of several registration numbers the newest about each, for an hour, if the viewer `may`.
 */
export function listTakeable(
  entries: readonly StatusEntry[],
  now: Temporal.Instant,
  may: (record: HistoryRecord) => boolean,
): ReadonlySet<string> {
  const since = now.subtract({ hours: 1 });
  const newest = entries.flatMap(({ isOwn = true, history }) => (isOwn ? listNewest(history) : []));
  const takeable = newest.filter((record) => Temporal.Instant.compare(record.updatedAt, since) > 0 && may(record));
  return new Set(takeable.map(({ _id }) => _id));
}

/** Records of a day, the oldest first, after which nothing was recorded about the same number or about all. */
function listNewest(history: readonly HistoryRecord[]): HistoryRecord[] {
  const newest: HistoryRecord[] = [];
  for (const record of history.toReversed()) {
    if (!isCounting(record)) continue;
    if (newest.length === 0 || (record.registrationId && !newest.some((later) => isAboutSame(later, record)))) {
      newest.push(record);
    }
    if (!record.registrationId) break;
  }
  return newest;
}

function isAboutSame({ registrationId: one }: HistoryRecord, { registrationId: other }: HistoryRecord): boolean {
  return !one || !other || one === other;
}

/** Whether the record of a day waits for its check, as an answer says it (R-checks-7). */
export function isWaitingIn(
  entries: readonly StatusEntry[],
  { forDate, about }: Pick<NewRecord, 'forDate' | 'about'>,
): boolean {
  return entries.some(({ date, isOwn = true, waiting, lines = [] }) => {
    if (!isOwn || date !== forDate) return false;
    if (!about) return waiting !== null;
    return lines.some((line) => line.registrationId === about.registrationId && line.waiting !== null);
  });
}

function isCounting({ status, takenBack }: HistoryRecord): boolean {
  return status !== NOTE && !takenBack;
}

function compareNewestFirst(one: string, other: string): number {
  return Temporal.Instant.compare(other, one);
}
