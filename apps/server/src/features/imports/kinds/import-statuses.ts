import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { chooseChecker, mayWait, type WaitsFor } from '@anupalan/domain/assignments';
import { todayUtc } from '@anupalan/domain/calendar-day';
import { NOTE } from '@anupalan/domain/statuses';
import { requirePermission } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Services } from '../../../services.ts';
import { recordActivity } from '../../activity/commands.ts';
import { addPaymentDatesIn } from '../../payment-dates/commands.ts';
import { holdChecker, nobodyMayCheck, peopleBehind } from '../../status-history/checks/commands-wait.ts';
import { requireEvidence } from '../../status-history/commands.ts';
import type { CallerOfMany } from '../../status-history/commands-caller.ts';
import { queueForDays } from '../../status-history/commands-queue.ts';
import { type PastRecord, RECORDS_A_DAY } from '../../status-history/new-record.ts';
import { recordPast } from '../../status-history/past/commands-past.ts';
import { type Acting, authorOf } from '../../tracker/commands.ts';
import { listColleagues } from '../../tracker/queries-assignments.ts';
import { listNumbers } from '../../tracker/queries-numbers.ts';
import type { Existing, Fault, ImportKind, JudgedRow, PlannedRow } from '../import-kind.ts';
import { type KnownRecord, readKnownRecords, readRulesVersion } from '../queries.ts';
import { ItemsOfRows } from './items-of-rows.ts';
import { judgeStatus, STATUS_COLUMNS, type StatusRow } from './status-rows.ts';

/** The import of past statuses (R-imports-14 to R-imports-16). */
export function importStatusesKind(
  { database, now }: Pick<Services, 'database' | 'now'>,
  caller: CallerOfMany,
): ImportKind<StatusRow, PastRecord> {
  const items = new ItemsOfRows();
  let acting: Acting = caller.begun;
  let rules = '';
  return {
    columns: STATUS_COLUMNS,
    judge: judgeStatus,
    prepare: async (rows) => {
      rules = await readRulesVersion(database.db, acting.view.workspaceId);
      await items.look(database, acting, { rows: rows.map(({ form }) => form), today: todayUtc(now()) });
    },
    hold: async (trx) => {
      acting = await caller.hold(trx);
      await queueForDays(trx, acting.view.workspaceId);
      // A checker who was set while another import was written must not be passed by.
      if ((await readRulesVersion(trx, acting.view.workspaceId)) !== rules) throw new AppError('conflict', CHANGED);
    },
    plan: (db, rows, existing) => new Planning(acting, items, existing).plan(db, rows),
    write: async (trx, records, { fileName }) => {
      const held = new Map<string, WaitsFor>();
      for (const { waits } of records) {
        if (waits && !held.has(keyOf(waits))) held.set(keyOf(waits), await holdChecker(trx, acting, waits));
      }
      const settled = records.map((record) => ({
        ...record,
        waits: record.waits && (held.get(keyOf(record.waits)) ?? record.waits),
      }));
      const waiting = await recordPast(trx, acting, settled, randomUUIDv7());
      await addPaymentDatesIn(trx, acting, paymentsOf(records));
      const about = { kind: 'statuses', name: fileName.slice(0, 200), count: records.length };
      await recordActivity(trx, authorOf(acting), { what: 'imports.run', about });
      return { waiting };
    },
  };
}

const CHANGED = 'What the company has set was changed meanwhile. Please try again.';

function keyOf({ checker, reason }: WaitsFor): string {
  return `${checker} ${reason}`;
}

function paymentsOf(records: readonly PastRecord[]) {
  const payments = records.flatMap(({ itemId, filing }) =>
    filing?.amount !== undefined && filing.paidOn
      ? [{ itemId, day: filing.paidOn, amount: filing.amount, description: filing.number ?? '' }]
      : [],
  );
  // Two records may be about one payment, such as one that was corrected.
  const byKey = new Map(payments.map((payment) => [`${payment.itemId} ${payment.day} ${payment.amount}`, payment]));
  return [...byKey.values()];
}

/** What becomes of the rows of a file, beside what is recorded already. */
class Planning {
  readonly #acting: Acting;
  readonly #items: ItemsOfRows;
  readonly #existing: Existing;

  constructor(acting: Acting, items: ItemsOfRows, existing: Existing) {
    this.#acting = acting;
    this.#items = items;
    this.#existing = existing;
  }

  async plan(db: Db, rows: readonly JudgedRow<StatusRow>[]): Promise<PlannedRow<PastRecord>[]> {
    const { workspaceId } = this.#acting.view;
    const people = await listColleagues(db, workspaceId);
    const colleagues = people.map((person) => ({ ...person, isAway: false }));
    const numberOf = numbersOf(db, this.#acting);
    const found: (PlannedRow<PastRecord> | { row: number; record: PastRecord })[] = [];
    for (const { row, form } of rows) {
      const result = await this.#judge(form, numberOf, colleagues);
      found.push(
        Array.isArray(result)
          ? { row, outcome: 'skip', step: null, faults: result }
          : { row, record: { ...result, recordId: randomUUIDv7() } },
      );
    }
    const records = found.flatMap((one) => ('record' in one ? [one.record] : []));
    const known = new KnownDays(await readKnownRecords(db, workspaceId, records.map(dayOf)));
    return found.map((one) => ('record' in one ? this.#decide(one, known) : one));
  }

  /** The record of a row, or what is wrong with it beside what is there. */
  async #judge(
    row: StatusRow,
    numberOf: ReturnType<typeof numbersOf>,
    colleagues: Parameters<typeof chooseChecker>[2],
  ): Promise<Omit<PastRecord, 'recordId'> | Fault[]> {
    const found = this.#items.of(row);
    if ('fault' in found) return [found.fault];
    const { id: itemId, lines, days } = found.item;
    const { status, note, noEvidenceReason, registrationNumber, filing } = row;
    const day = days.nominalDayOf(row.forDate);
    const { by } = this.#acting;
    const faults: Fault[] = [];
    const refusal = refusalOf(() =>
      status === NOTE
        ? requirePermission(by, 'status-history.add-note')
        : requirePermission(by, 'status-history.record', status),
    );
    if (refusal !== null) faults.push({ key: 'status', expected: refusal });
    const missing = refusalOf(() => requireEvidence({ isProven: false, status, noEvidenceReason, lines }));
    if (missing !== null) faults.push({ key: 'noEvidenceReason', expected: missing });
    const registrationId =
      registrationNumber === undefined ? undefined : await numberOf({ itemId, day }, registrationNumber);
    if (registrationId === null) {
      faults.push({ key: 'registrationNumber', expected: 'a registration number of this obligation on that day' });
    }
    const behind = peopleBehind(this.#acting);
    const waits = mayWait(status, lines, behind) ? chooseChecker(lines, behind, colleagues) : null;
    if (waits === 'nobody') return [...faults, { key: 'status', expected: nobodyMayCheck().message }];
    if (faults.length > 0) return faults;
    return {
      itemId,
      day,
      status,
      note,
      noEvidenceReason,
      lines,
      filing,
      waits,
      ...(registrationId && { registrationId }),
    };
  }

  /** What is there says the same, or something else, or nothing (R-imports-15). */
  #decide({ row, record }: { row: number; record: PastRecord }, known: KnownDays): PlannedRow<PastRecord> {
    const { isSame, isThere, count } = known.take(record);
    if (isSame || (isThere && this.#existing === 'skip')) return { row, outcome: 'skip', step: null };
    if (count >= RECORDS_A_DAY) {
      const expected = `at most ${RECORDS_A_DAY} records for one day, with those that are there`;
      return { row, outcome: 'skip', step: null, faults: [{ key: 'forDate', expected }] };
    }
    return { row, outcome: isThere ? 'update' : 'add', step: record };
  }
}

function dayOf({ itemId, day }: Pick<PastRecord, 'itemId' | 'day'>) {
  return { itemId, day: day.slice(0, 10) };
}

/** What is recorded of days, counted with what a file adds. */
class KnownDays {
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

/** Finds a registration by its number, as people write it, among those of an item on a day; null when there is none. */
function numbersOf(db: Db, { view }: Acting) {
  const known = new Map<string, ReadonlyMap<string, string>>();
  return async (of: { itemId: string; day: string }, number: string): Promise<string | null> => {
    const key = `${of.itemId} ${of.day}`;
    const numbers =
      known.get(key) ??
      new Map(
        ((await listNumbers(db, [view.workspaceId], of)).get(view.workspaceId) ?? []).map(
          ({ registrationId, registrationNumber }) => [plainNumber(registrationNumber), registrationId],
        ),
      );
    known.set(key, numbers);
    return numbers.get(plainNumber(number)) ?? null;
  };
}

function plainNumber(number: string): string {
  return number.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The words with which something is refused; null when it isn't. */
function refusalOf(ask: () => void): string | null {
  try {
    ask();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
