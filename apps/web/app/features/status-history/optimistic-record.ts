import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';
import { isChecked } from '@anupalan/domain/assignments';
import { NOTE, type RecordStatus } from '@anupalan/domain/statuses';
import { type AboutNumber, standingAfter, withLineRecord, withoutCheck } from './lines/optimistic-line.ts';

/** Status to record, or with the status NOTE a note alone (R-statuses-13). `forDate` is midnight UTC. */
export interface NewRecord<S extends RecordStatus = RecordStatus> {
  readonly complianceId: string;
  readonly userId: string;
  readonly status: S;
  readonly forDate: string;
  readonly note: string;
  /** Why there is no evidence, where it is required. */
  readonly noEvidenceReason?: string | undefined;
  /** Ids of the files that were staged for it (R-evidence-5). */
  readonly evidence?: readonly string[] | undefined;
  /** Whether the item has a checker, so that it may have to wait (R-checks-6). */
  readonly hasChecker?: boolean | undefined;
  /** The registration number that it is about; without one it is about all (R-registrations-16). */
  readonly about?: AboutNumber | undefined;
  /** Its id, once the server has told it. */
  readonly recordId?: string;
}

const MADE_UP = 'made-up-';

function makeUpId(): string {
  return `${MADE_UP}${crypto.randomUUID()}`;
}

/** Whether an id is of what the server hasn't answered yet: nothing can be asked about it. */
export function isMadeUp(id: string): boolean {
  return id.startsWith(MADE_UP);
}

export interface NoteOfItem {
  readonly complianceId: string;
  readonly userId: string;
  readonly noteId: string;
}

/**
 * Entries with a new record, shown until the server answers (R-statuses-11). A note leaves the status as it is. `now`
 * is an ISO instant. Ids are made up until the server has told them ({@link isMadeUp}).
 */
export function withRecord(entries: readonly StatusEntry[], record: NewRecord, now: string): StatusEntry[] {
  const index = entries.findIndex(({ date, isOwn = true }) => isOwn && date === record.forDate);
  const before = entries[index] ?? emptyEntry(record, now);
  const after = { ...addTo(before, record, now), lastUpdated: now, updatedAt: now };
  return index < 0 ? [...entries, after] : entries.with(index, after);
}

function addTo(before: StatusEntry, record: NewRecord, now: string): StatusEntry {
  const { status, note, userId: updatedBy, recordId: _id = makeUpId() } = record;
  const history = [...before.history, { _id, status, note, updatedAt: now, updatedBy }];
  if (status === NOTE) return { ...before, history };
  const { about, hasChecker } = record;
  if (about) return withLineRecord(before, { _id, status, note, updatedAt: now, updatedBy }, { about, hasChecker });
  const { returned: _, lines, ...entry } = before;
  if (hasChecker && isChecked(status)) {
    return {
      ...entry,
      ...(lines && { lines: lines.map(withoutCheck) }),
      waiting: { _id, status, note, updatedBy, createdAt: now },
    };
  }
  return { ...entry, current: status, history, waiting: null };
}

/** A record to take back; `userId` is who does so. */
export interface TakenBack {
  readonly complianceId: string;
  readonly userId: string;
  readonly recordId: string;
}

/** Entries with a record taken back by a second one (R-statuses-18), as {@link withRecord} has them. */
export function withTakenBack(
  entries: readonly StatusEntry[],
  { recordId, userId }: TakenBack,
  now: string,
): StatusEntry[] {
  return entries.map((entry) => {
    if (entry.waiting?._id === recordId) return { ...entry, waiting: null, lastUpdated: now, updatedAt: now };
    if (entry.lines?.some(({ waiting }) => waiting?._id === recordId)) {
      const lines = entry.lines.map((line) => (line.waiting?._id === recordId ? { ...line, waiting: null } : line));
      return { ...entry, lines, lastUpdated: now, updatedAt: now };
    }
    const index = entry.history.findIndex(({ _id }) => _id === recordId);
    const record = entry.history[index];
    if (!record) return entry;
    const note = { _id: makeUpId(), status: NOTE, note: '', updatedAt: now, updatedBy: userId } as const;
    const history = [...entry.history.with(index, { ...record, takenBack: true }), { ...note, takesBack: recordId }];
    const { lines: _, ...rest } = entry;
    return { ...rest, ...standingAfter({ ...entry, history }), history, lastUpdated: now, updatedAt: now };
  });
}

/** Entries with a note's new text, as {@link withRecord} has them. */
export function withNote(
  entries: readonly StatusEntry[],
  { noteId, userId, note }: NoteOfItem & { readonly note: string },
  now: string,
): StatusEntry[] {
  const change = (record: HistoryRecord): HistoryRecord =>
    record._id === noteId ? { ...record, note, updatedAt: now, updatedBy: userId } : record;
  return entries.map((entry) => ({ ...entry, history: entry.history.map(change) }));
}

/** Entries without a deleted note, and without its entry when nothing else was recorded for the day (R-statuses-14). */
export function withoutNote(entries: readonly StatusEntry[], { noteId }: Pick<NoteOfItem, 'noteId'>): StatusEntry[] {
  return entries.flatMap((entry) => {
    const history = entry.history.filter(({ _id }) => _id !== noteId);
    if (history.length === entry.history.length) return entry;
    return history.length > 0 ? { ...entry, history } : [];
  });
}

function emptyEntry({ complianceId, userId, forDate }: NewRecord, now: string): StatusEntry {
  return {
    _id: makeUpId(),
    complianceId,
    userId,
    date: forDate,
    current: 'pending',
    history: [],
    waiting: null,
    lastUpdated: now,
    createdAt: now,
    updatedAt: now,
  };
}
