import { isDeepStrictEqual } from 'node:util';
import { NOTE } from '@anupalan/domain/statuses';
import type { PastRecord } from '../../status-history/new-record.ts';
import type { KnownRecord } from '../queries-statuses.ts';

/** The day (ISO) of an item that a record is about. */
export function dayOf({ itemId, day }: Pick<PastRecord, 'itemId' | 'day'>) {
  return { itemId, day: day.slice(0, 10) };
}

/** What is recorded of days, counted with what a file adds. */
export class KnownDays {
  readonly #left = new Map<string, KnownRecord[]>();
  readonly #counts = new Map<string, number>();

  constructor(records: readonly KnownRecord[]) {
    for (const record of records) {
      const day = `${record.itemId} ${record.day}`;
      this.#left.set(day, [...(this.#left.get(day) ?? []), record]);
      this.#counts.set(day, (this.#counts.get(day) ?? 0) + 1);
    }
    this.#isThere = new Set(records.filter(({ status }) => status !== NOTE).map(lineOf));
  }

  readonly #isThere: ReadonlySet<string>;

  /** Whether anything is recorded of the day of a record, by the file or before. */
  has(record: PastRecord): boolean {
    const { itemId, day } = dayOf(record);
    return this.#counts.has(`${itemId} ${day}`);
  }

  /**
   * Whether a record of the day says the same, each of them for one row alone, so that a file may say the same twice; and
   * whether a status was recorded about it before the file.
   */
  take(record: PastRecord): { isSame: boolean; isThere: boolean; count: number } {
    const { itemId, day } = dayOf(record);
    const key = `${itemId} ${day}`;
    const left = this.#left.get(key) ?? [];
    const same = left.findIndex((known) => saysSame(known, record));
    if (same >= 0) left.splice(same, 1);
    const count = this.#counts.get(key) ?? 0;
    const isThere =
      record.status !== NOTE &&
      this.#isThere.has(lineOf({ itemId, day, registrationId: record.registrationId ?? null }));
    if (same < 0) this.#counts.set(key, count + 1);
    return { isSame: same >= 0, isThere, count };
  }
}

/** A day of an item, or of one of its registration numbers. */
function lineOf({ itemId, day, registrationId }: Pick<KnownRecord, 'itemId' | 'day' | 'registrationId'>): string {
  return `${itemId} ${day} ${registrationId ?? ''}`;
}

function saysSame(known: KnownRecord, record: PastRecord): boolean {
  const { byMailLink: _, ...filed } = known.filing ?? {};
  return (
    known.status === record.status &&
    known.note === record.note &&
    known.registrationId === (record.registrationId ?? null) &&
    isDeepStrictEqual(filed, record.filing ?? {})
  );
}
