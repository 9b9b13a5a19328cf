import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';
import { NOTE, type RecordStatus, type Status } from '@anupalan/domain/statuses';
import { readDay, readInstant } from '../../../platform/postgres/prepared-statement.ts';
import { presentChecking, presentLines, presentMore, rememberLast } from '../present.ts';
import type { Reader } from '../statements.ts';
import type { ItemHistory } from './item-history.ts';
import { ENTRY, RECORD, VALUE } from './statements.ts';

/** All that was recorded of one item: its entries by day, each with its records, the oldest first; and their numbers. */
export interface PackedItem {
  packed: string;
  entries: string;
  records: string;
}

export interface PackedRow extends PackedItem {
  compliance_item_id: string;
}

/** What is null is '', and so is a creation in the moment of the last change. Only a few have `checking` and `lines`. */
type EntryValues = [
  id: string,
  day: string,
  userId: string,
  current: Status,
  updatedAt: string,
  createdAt: string,
  checking?: string,
  lines?: string,
];
const ENTRY_VALUES = 6;

/** What is null is ''; the note is JSON. Only a few have `more` and `counterpart`. */
type RecordValues = [
  id: string,
  status: RecordStatus,
  note: string,
  updatedAt: string,
  updatedBy: string,
  more?: string,
  counterpart?: string,
];
const RECORD_VALUES = 5;

interface PackedEntry {
  readonly values: EntryValues;
  readonly records: readonly RecordValues[];
}

/** The history of an item as PostgreSQL packed it; for free users with the newest status of each entry alone. */
export class PackedHistory implements ItemHistory {
  readonly length: number;
  readonly records: number;
  readonly #packed: string;
  readonly #itemId: string;
  readonly #reader: Exclude<Reader, 'administrator'>;
  readonly #readMoment = rememberLast(readInstant);

  constructor(itemId: string, { packed, entries, records }: PackedItem, reader: Exclude<Reader, 'administrator'>) {
    this.length = Number(entries);
    this.records = Number(records);
    this.#packed = packed;
    this.#itemId = itemId;
    this.#reader = reader;
  }

  /** The characters of its notes at most. */
  get characters(): number {
    return this.#packed.length;
  }

  /** The characters of its notes. */
  countNotes(): number {
    const notes = this.#unpack().flatMap(({ records }) => records.map(([, , note]) => JSON.parse(note)));
    return notes.reduce((sum, note) => sum + note.length, 0);
  }

  read(): StatusEntry[] {
    return this.#unpack().map((entry) => this.#present(entry));
  }

  /** Entries and records in which nothing is unusual, nearly all, are written as they come, and not made first. */
  write(): string {
    return `[${this.#unpack().map(this.#write, this).join(',')}]`;
  }

  #unpack(): PackedEntry[] {
    return this.#packed.split(ENTRY).slice(1).map(unpackEntry);
  }

  #present({ values, records }: PackedEntry): StatusEntry {
    const [id, day, userId, current, updated, created, checking, lines] = values;
    const updatedAt = this.#readMoment(updated);
    const history = records.map((record) => this.#presentRecord(record));
    return {
      _id: id,
      complianceId: this.#itemId,
      userId: userId || null,
      date: readDay(day),
      current,
      history: this.#reader === 'free' ? keepNewest(history) : history,
      ...(checking ? presentChecking(JSON.parse(checking)) : NOTHING_SAID),
      ...(lines && { lines: presentLines(JSON.parse(lines)) }),
      lastUpdated: updatedAt,
      createdAt: created ? this.#readMoment(created) : updatedAt,
      updatedAt,
    };
  }

  #presentRecord([id, status, note, updated, updatedBy, more, counterpart]: RecordValues): HistoryRecord {
    return {
      _id: id,
      status,
      note: JSON.parse(note),
      updatedAt: this.#readMoment(updated),
      updatedBy: updatedBy || null,
      ...(more && presentMore(JSON.parse(more))),
      ...(counterpart && (status === NOTE ? { takesBack: counterpart } : { takenBack: true })),
    };
  }

  #write(entry: PackedEntry): string {
    const { values, records } = entry;
    if (values.length > ENTRY_VALUES || records.some(isUnusual)) return JSON.stringify(this.#present(entry));
    const [id, day, userId, current, updated, created] = values;
    const updatedAt = this.#readMoment(updated);
    const createdAt = created ? this.#readMoment(created) : updatedAt;
    const shown = this.#reader === 'free' ? records.slice(-1) : records;
    const history = shown.map(this.#writeRecord, this).join(',');
    return `{"_id":"${id}","complianceId":"${this.#itemId}","userId":${writeId(userId)},"date":"${readDay(day)}",\
"current":"${current}","history":[${history}],"waiting":null,"lastUpdated":"${updatedAt}","createdAt":"${createdAt}",\
"updatedAt":"${updatedAt}"}`;
  }

  #writeRecord([id, status, note, updated, updatedBy]: RecordValues): string {
    const updatedAt = this.#readMoment(updated);
    return `{"_id":"${id}","status":"${status}","note":${note},"updatedAt":"${updatedAt}","updatedBy":${writeId(updatedBy)}}`;
  }
}

function unpackEntry(packed: string): PackedEntry {
  const [values = '', ...records] = packed.split(RECORD);
  return {
    values: values.split(VALUE) as EntryValues,
    records: records.map((record) => record.split(VALUE) as RecordValues),
  };
}

function isUnusual({ length }: RecordValues): boolean {
  return length > RECORD_VALUES;
}

function writeId(id: string): string {
  return id ? `"${id}"` : 'null';
}

/** The newest status that counts, else the newest that was taken back (R-statuses-8). */
export function keepNewest(history: readonly HistoryRecord[]): HistoryRecord[] {
  const newest = history.findLast(({ takenBack }) => !takenBack) ?? history.at(-1);
  return newest ? [newest] : [];
}

const NOTHING_SAID = presentChecking(null);
