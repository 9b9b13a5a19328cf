import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';
import { NOTE, type RecordStatus, type Status } from '@anupalan/domain/statuses';
import { readDay, readInstant } from '../../../platform/postgres/prepared-statement.ts';
import { presentChecking, presentLines, presentMore, rememberLast } from '../present.ts';

/** The entries of an item, or its records, as a JSON list of {@link PackedEntry} or {@link PackedRecord}, by day. */
export interface PackedRow {
  compliance_item_id: string;
  kind: 'entries' | 'records';
  packed: string;
}

/** All that was recorded of one item, as {@link PackedRow} has it; without records there are none. */
export interface PackedItem {
  entries: string;
  records: string | null;
}

/** What is null is '', and so is a creation in the moment of the last change. Only a few have `checking` and `lines`. */
type PackedEntry = [
  id: string,
  day: string,
  userId: string,
  current: Status,
  createdAt: string,
  updatedAt: string,
  checking?: unknown,
  lines?: unknown,
];

/** What is null is ''. Only a few have `more` and `counterpart`. */
type PackedRecord = [
  day: string,
  id: string,
  status: RecordStatus,
  updatedBy: string,
  updatedAt: string,
  note: string,
  more?: unknown,
  counterpart?: string | null,
];

/** How much was recorded; of notes the characters. */
interface Counts {
  entries: number;
  records: number;
  notes: number;
}

/** What a workspace recorded, by item. */
export interface Unpacked extends Readonly<Counts> {
  readonly byItem: Map<string, StatusEntry[]>;
}

/** The entries that were packed, by day, with their records, the oldest first. */
export function unpackEntries(rows: readonly PackedRow[]): Unpacked {
  const recordsOf = new Map<string, string>();
  for (const { compliance_item_id, kind, packed } of rows) {
    if (kind === 'records') recordsOf.set(compliance_item_id, packed);
  }
  const byItem = new Map<string, StatusEntry[]>();
  const counts: Counts = { entries: 0, records: 0, notes: 0 };
  for (const { compliance_item_id: item, kind, packed: entries } of rows) {
    if (kind === 'entries')
      byItem.set(item, unpackItem(item, { entries, records: recordsOf.get(item) ?? null }, counts));
  }
  return { byItem, ...counts };
}

/** The same of one item. @param counts get what it has added to them */
export function unpackItem(itemId: string, { entries, records }: PackedItem, counts: Counts): StatusEntry[] {
  const item = new EntriesOfItem(itemId, JSON.parse(entries));
  counts.entries += item.all.length;
  if (records !== null) item.add(JSON.parse(records), counts);
  return item.all;
}

class EntriesOfItem {
  readonly all: StatusEntry[];
  readonly #readMoment = rememberLast(readInstant);
  readonly #itemId: string;

  constructor(itemId: string, packed: readonly PackedEntry[]) {
    this.#itemId = itemId;
    this.all = packed.map((entry) => this.#present(entry));
  }

  /** Adds records, which are in the order of their days, to their entries, which are too. */
  add(records: readonly PackedRecord[], counts: Counts): void {
    let at = 0;
    for (const record of records) {
      const day = readDay(record[0]);
      while (this.all[at] && this.all[at]?.date !== day) at++;
      this.all[at]?.history.push(this.#presentRecord(record));
      counts.notes += record[5].length;
    }
    counts.records += records.length;
  }

  #present([id, day, userId, current, created, updated, checking, lines]: PackedEntry): StatusEntry {
    const updatedAt = this.#readMoment(updated);
    return {
      _id: id,
      complianceId: this.#itemId,
      userId: userId || null,
      date: readDay(day),
      current,
      history: [],
      ...(checking == null ? NOTHING_SAID : presentChecking(checking)),
      ...(lines != null && { lines: presentLines(lines) }),
      lastUpdated: updatedAt,
      createdAt: created ? this.#readMoment(created) : updatedAt,
      updatedAt,
    };
  }

  #presentRecord([, id, status, updatedBy, updated, note, more, counterpart]: PackedRecord): HistoryRecord {
    return {
      _id: id,
      status,
      note,
      updatedAt: this.#readMoment(updated),
      updatedBy: updatedBy || null,
      ...(more != null && presentMore(more)),
      ...(counterpart != null && (status === NOTE ? { takesBack: counterpart } : { takenBack: true })),
    };
  }
}

const NOTHING_SAID = presentChecking(null);
