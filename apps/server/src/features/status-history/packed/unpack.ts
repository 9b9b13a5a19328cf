import type { RecordStatus, Status } from '@anupalan/domain/statuses';
import { ENTRY, RECORD, VALUE } from './statements.ts';

/** An entry as PostgreSQL packed it. What is null is '', and so is a creation in the moment of the last change. */
export interface PackedEntry {
  readonly id: string;
  readonly day: string;
  readonly userId: string;
  readonly current: Status;
  readonly updated: string;
  readonly created: string;
  /** JSON, which few entries have, as `lines`. */
  readonly checking: string;
  readonly lines: string;
  readonly records: readonly PackedRecord[];
}

/** A record as PostgreSQL packed it. What is null is ''. */
export interface PackedRecord {
  readonly id: string;
  readonly status: RecordStatus;
  /** JSON. */
  readonly note: string;
  readonly updated: string;
  readonly updatedBy: string;
  /** JSON, which few records have. */
  readonly more: string;
  readonly counterpart: string;
}

/**
 * The entries that are packed in a text, by day, each with its records.
 * @throws Error where the text is none that was packed so
 */
export function unpackEntries(packed: string): PackedEntry[] {
  const values = new PackedValues(packed);
  const entries: PackedEntry[] = [];
  while (values.pass(ENTRY)) entries.push(unpackEntry(values));
  values.requireEnd();
  return entries;
}

function unpackEntry(values: PackedValues): PackedEntry {
  return {
    id: values.take(),
    day: values.take(),
    userId: values.take(),
    current: values.take() as Status,
    updated: values.take(),
    created: values.take(),
    checking: values.takeIfThere(),
    lines: values.takeIfThere(),
    records: unpackRecords(values),
  };
}

function unpackRecords(values: PackedValues): PackedRecord[] {
  const records: PackedRecord[] = [];
  while (values.pass(RECORD)) records.push(unpackRecord(values));
  return records;
}

function unpackRecord(values: PackedValues): PackedRecord {
  return {
    id: values.take(),
    status: values.take() as RecordStatus,
    note: values.take(),
    updated: values.take(),
    updatedBy: values.take(),
    more: values.takeIfThere(),
    counterpart: values.takeIfThere(),
  };
}

/** Goes through a packed text: to split it into lists of values takes longer. */
class PackedValues {
  readonly #packed: string;
  #at = 0;

  constructor(packed: string) {
    this.#packed = packed;
  }

  /** Whether a mark comes next, which is passed then. */
  pass(mark: string): boolean {
    const isNext = this.#packed[this.#at] === mark;
    if (isNext) this.#at++;
    return isNext;
  }

  take(): string {
    const from = this.#at;
    const end = this.#packed.indexOf(VALUE, from);
    if (end < 0) throw new Error('A packed text ends within a value');
    this.#at = end + 1;
    return this.#packed.slice(from, end);
  }

  requireEnd(): void {
    if (this.#at < this.#packed.length) throw new Error('A packed text has something between its entries');
  }

  /** The next value of the entry or record; '' when it has no more. */
  takeIfThere(): string {
    const next = this.#packed[this.#at];
    return next === undefined || next === ENTRY || next === RECORD ? '' : this.take();
  }
}
