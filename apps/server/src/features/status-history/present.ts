import { HistoryRecord, type StatusEntry } from '@anupalan/contract/status-history';
import { NOTE, type RecordStatus, STATUSES, type Status } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { readDay, readInstant } from '../../platform/postgres/prepared-statement.ts';
import { Moment, presentSaid, type Said, SaidRecord } from './checks/said.ts';
import { NOTE_BEGINNING } from './statements.ts';

/**
 * A status entry with one of its records; an entry without records has one row, too. Values are as PostgreSQL writes
 * them.
 */
export interface StatusRow {
  id: string;
  compliance_item_id: string;
  day: string;
  user_id: string | null;
  current_status: Status;
  created_at: string;
  updated_at: string;
  /** What waits for its check or came back from it, as JSON. */
  checking: string | null;
  /** The lines of its registration numbers, as JSON. */
  lines: string | null;
  record_id: string | null;
  status: RecordStatus | null;
  note: string | null;
  updated_by: string | null;
  record_updated_at: string | null;
  /** What few records have, as JSON of {@link MoreOfRecord}. */
  more: string | null;
  /** The other record of a pair of which one takes the other back (migration 0036). */
  counterpart: string | null;
}

/** A row for administrators, with the names of whose the entry and the record are (R-statuses-9). */
export interface NamedStatusRow extends StatusRow {
  user_name: string | null;
  is_own: 't' | 'f';
  updated_by_name: string | null;
}

/**
 * The room for notes in an answer with the newest records only; once it is used up, longer notes are cut
 * (R-statuses-16).
 */
export class NoteRoom {
  #characters = 1_000_000;

  fit(note: string): string {
    this.#characters -= note.length;
    return this.#characters >= 0 || note.length <= NOTE_BEGINNING ? note : `${note.slice(0, NOTE_BEGINNING)}…`;
  }
}

/** The entries in the rows; those of one entry follow each other, oldest record first. */
export function presentStatusEntries(
  rows: readonly (StatusRow | NamedStatusRow)[],
  notes: Pick<NoteRoom, 'fit'> | null = null,
): StatusEntry[] {
  const entries: StatusEntry[] = [];
  let entry: StatusEntry | undefined;
  const readMoment = rememberLast(readInstant);
  for (const row of rows) {
    if (entry?._id !== row.id) {
      entry = presentEntry(row, readMoment);
      entries.push(entry);
    }
    const { record_id, status, note, record_updated_at, updated_by, more, counterpart } = row;
    if (record_id === null || status === null || note === null || record_updated_at === null) continue;
    entry.history.push({
      _id: record_id,
      status,
      note: notes ? notes.fit(note) : note,
      updatedAt: readMoment(record_updated_at),
      updatedBy: updated_by,
      ...('updated_by_name' in row && row.updated_by_name !== null && { updatedByName: row.updated_by_name }),
      ...(more !== null && presentMore(JSON.parse(more))),
      ...(counterpart !== null && (status === NOTE ? { takesBack: counterpart } : { takenBack: true })),
    });
  }
  return entries;
}

/** Reads what comes twice in a row once: most entries were made, changed and recorded in one moment. */
function rememberLast(read: (value: string) => string): (value: string) => string {
  let last = '';
  let known = '';
  return (value) => {
    if (value !== last) known = read(value);
    last = value;
    return known;
  };
}

function presentEntry(row: StatusRow | NamedStatusRow, readMoment: (timestamp: string) => string): StatusEntry {
  const updatedAt = readMoment(row.updated_at);
  return {
    _id: row.id,
    complianceId: row.compliance_item_id,
    userId: row.user_id,
    ...('is_own' in row && presentOwner(row)),
    date: readDay(row.day),
    current: row.current_status,
    history: [],
    ...presentChecking(row.checking === null ? null : JSON.parse(row.checking)),
    ...(row.lines !== null && { lines: presentLines(JSON.parse(row.lines)) }),
    lastUpdated: updatedAt,
    createdAt: readMoment(row.created_at),
    updatedAt,
  };
}

/** What an entry's `checking` says, parsed from JSON. */
function presentChecking(checking: unknown): Said {
  return presentSaid(checking === null ? null : SaidRecord.parse(checking));
}

/** An entry's `lines`, parsed from JSON, in the order in which their registrations were recorded: ids grow with time. */
function presentLines(lines: unknown): NonNullable<StatusEntry['lines']> {
  const kept = Object.entries(KeptLines.parse(lines)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return kept.map(([registrationId, { status, checking }]) => ({
    registrationId,
    status,
    ...presentSaid(checking ?? null),
  }));
}

const KeptLines = z.record(z.string(), z.object({ status: z.enum(STATUSES), checking: SaidRecord.optional() }));

const MoreOfRecord = HistoryRecord.pick({
  imported: true,
  checkedBy: true,
  checkNote: true,
  checkedInstead: true,
  noEvidenceReason: true,
  filing: true,
  registrationId: true,
  registrationNumber: true,
}).extend({ checkedAt: Moment.optional() });

/** What few records have, parsed from JSON. */
function presentMore(more: unknown): Partial<HistoryRecord> {
  return MoreOfRecord.parse(more);
}

function presentOwner({ user_name, is_own }: NamedStatusRow): Pick<StatusEntry, 'userName' | 'isOwn'> {
  return { isOwn: is_own === 't', ...(user_name !== null && { userName: user_name }) };
}
