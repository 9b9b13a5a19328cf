import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';
import { NOTE } from '@anupalan/domain/statuses';
import { joinJson } from '../../../platform/answers/join-json.ts';
import { readDay, readInstant } from '../../../platform/postgres/prepared-statement.ts';
import { presentChecking, presentLines, presentMore, rememberLast } from '../present.ts';
import type { Reader } from '../statements.ts';
import type { ItemHistory } from './item-history.ts';
import { type PackedEntry, type PackedRecord, unpackEntries } from './unpack.ts';

/** All that was recorded of one item: its entries by day, each with its records, the oldest first; and their numbers. */
export interface PackedItem {
  packed: string;
  entries: string;
  records: string;
}

export interface PackedRow extends PackedItem {
  compliance_item_id: string;
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
    const notes = unpackEntries(this.#packed).flatMap(({ records }) => records.map(({ note }) => JSON.parse(note)));
    return notes.reduce((sum, note) => sum + note.length, 0);
  }

  read(): StatusEntry[] {
    return unpackEntries(this.#packed).map((entry) => this.#present(entry));
  }

  /** What all entries and records have is written around its values, and not made first. */
  write(): string {
    return writeList(unpackEntries(this.#packed), (entry) => this.#write(entry));
  }

  #present(entry: PackedEntry): StatusEntry {
    const updatedAt = this.#readMoment(entry.updated);
    return {
      _id: entry.id,
      complianceId: this.#itemId,
      userId: entry.userId || null,
      date: readDay(entry.day),
      current: entry.current,
      history: this.#shown(entry.records).map((record) => this.#presentRecord(record)),
      ...presentSaid(entry),
      lastUpdated: updatedAt,
      createdAt: entry.created ? this.#readMoment(entry.created) : updatedAt,
      updatedAt,
    };
  }

  #presentRecord(record: PackedRecord): HistoryRecord {
    return {
      _id: record.id,
      status: record.status,
      note: JSON.parse(record.note),
      updatedAt: this.#readMoment(record.updated),
      updatedBy: record.updatedBy || null,
      ...presentRest(record),
    };
  }

  #write(entry: PackedEntry): string {
    const { id, day, userId, current, updated, created } = entry;
    const updatedAt = this.#readMoment(updated);
    const createdAt = created ? this.#readMoment(created) : updatedAt;
    const history = writeList(this.#shown(entry.records), (record) => this.#writeRecord(record));
    const said = entry.checking || entry.lines ? JSON.stringify(presentSaid(entry)).slice(1, -1) : NOTHING_SAID;
    return `{"_id":"${id}","complianceId":"${this.#itemId}","userId":${writeId(userId)},"date":"${readDay(day)}",\
"current":"${current}","history":${history},${said},"lastUpdated":"${updatedAt}","createdAt":"${createdAt}",\
"updatedAt":"${updatedAt}"}`;
  }

  #writeRecord(record: PackedRecord): string {
    const { id, status, note, updated, updatedBy } = record;
    const updatedAt = this.#readMoment(updated);
    const usual = `{"_id":"${id}","status":"${status}","note":${note},"updatedAt":"${updatedAt}",\
"updatedBy":${writeId(updatedBy)}}`;
    return record.more || record.counterpart ? joinJson(usual, JSON.stringify(presentRest(record))) : usual;
  }

  #shown(records: readonly PackedRecord[]): readonly PackedRecord[] {
    return this.#reader === 'free' ? keepNewest(records, ({ counterpart }) => counterpart !== '') : records;
  }
}

type Said = Pick<StatusEntry, 'waiting' | 'returned' | 'lines'>;

/** What waits for a check or came back from it, and the lines of registration numbers. */
function presentSaid({ checking, lines }: PackedEntry): Said {
  return {
    ...presentChecking(checking ? JSON.parse(checking) : null),
    ...(lines && { lines: presentLines(JSON.parse(lines)) }),
  };
}

const NOTHING_SAID = JSON.stringify(presentChecking(null)).slice(1, -1);

/** What few records have; nothing for most. */
function presentRest({ status, more, counterpart }: PackedRecord): Partial<HistoryRecord> {
  return {
    ...(more && presentMore(JSON.parse(more))),
    ...(counterpart && (status === NOTE ? { takesBack: counterpart } : { takenBack: true })),
  };
}

/** The newest status that counts, else the newest that was taken back (R-statuses-8). */
export function keepNewest<Kept>(history: readonly Kept[], isTakenBack: (kept: Kept) => boolean): Kept[] {
  const newest = history.findLast((kept) => !isTakenBack(kept)) ?? history.at(-1);
  return newest ? [newest] : [];
}

/** One text that grows is half the work of a list that is joined. */
function writeList<Listed>(all: readonly Listed[], write: (one: Listed) => string): string {
  let list = '';
  for (const one of all) list += list ? `,${write(one)}` : write(one);
  return `[${list}]`;
}

function writeId(id: string): string {
  return id ? `"${id}"` : 'null';
}
