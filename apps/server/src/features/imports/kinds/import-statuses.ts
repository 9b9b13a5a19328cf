import { randomUUIDv7 } from 'node:crypto';
import { chooseChecker, mayWait, type WaitsFor } from '@anupalan/domain/assignments';
import { formatDay, todayInIndia } from '@anupalan/domain/calendar-day';
import { nearestPastDay } from '@anupalan/domain/due-days/past-days';
import { NOTE } from '@anupalan/domain/statuses';
import type { Transaction } from 'kysely';
import { requirePermission } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { Services } from '../../../services.ts';
import { recordActivity } from '../../activity/commands.ts';
import { lockWorkspace } from '../../compliance-items/own/commands.ts';
import { addPaymentDatesIn } from '../../payment-dates/commands.ts';
import { holdChecker, nobodyMayCheck, peopleBehind } from '../../status-history/checks/commands-wait.ts';
import { requireEvidence } from '../../status-history/commands.ts';
import type { CallerOfMany } from '../../status-history/commands-caller.ts';
import { requireFilingDay } from '../../status-history/commands-filing.ts';
import { queueForDays } from '../../status-history/commands-queue.ts';
import { type PastRecord, RECORDS_A_DAY } from '../../status-history/new-record.ts';
import { recordPast } from '../../status-history/past/commands-past.ts';
import { type Acting, authorOf } from '../../tracker/commands.ts';
import { listColleagues } from '../../tracker/queries-assignments.ts';
import { readNumbersOf } from '../../tracker/queries-numbers.ts';
import type { Existing, Fault, ImportKind, JudgedRow, PlannedRow } from '../import-kind.ts';
import { readKnownRecords, readRulesVersion } from '../queries-statuses.ts';
import { ItemsOfRows } from './items-of-rows.ts';
import { dayOf, KnownDays } from './known-days.ts';
import { PlacesLeft } from './places-left.ts';
import { judgeStatus, STATUS_COLUMNS, type StatusRow } from './status-rows.ts';

/** The import of past statuses (R-imports-14 to R-imports-16). */
export function importStatusesKind(
  { database, now }: Pick<Services, 'database' | 'now'>,
  caller: CallerOfMany,
): ImportKind<StatusRow, PastRecord> {
  const items = new ItemsOfRows();
  let acting: Acting = caller.begun;
  let rules = '';
  const requireSameRules = async (trx: Transaction<DB>) => {
    if ((await readRulesVersion(trx, acting.view.workspaceId)) !== rules) throw new AppError('conflict', CHANGED);
  };
  return {
    columns: STATUS_COLUMNS,
    judge: judgeStatus,
    prepare: async (rows) => {
      rules = await readRulesVersion(database.db, acting.view.workspaceId);
      await items.look(database, acting, { rows: rows.map(({ form }) => form), today: todayInIndia(now()) });
    },
    hold: async (trx) => {
      acting = await caller.hold(trx);
      await queueForDays(trx, acting.view.workspaceId);
      // A checker who was set while another import was written must not be passed by.
      await requireSameRules(trx);
    },
    plan: (db, rows, existing) => new Planning(acting, { items, existing, today: todayInIndia(now()) }).plan(db, rows),
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
      // Nor one who was set while this one was. Whoever sets one holds the workspace, as this does from here on.
      await lockWorkspace(trx, acting.view.workspaceId);
      await requireSameRules(trx);
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
  readonly #today: Temporal.PlainDate;

  constructor(
    acting: Acting,
    { items, existing, today }: { items: ItemsOfRows; existing: Existing; today: Temporal.PlainDate },
  ) {
    this.#acting = acting;
    this.#items = items;
    this.#existing = existing;
    this.#today = today;
  }

  async plan(db: Db, rows: readonly JudgedRow<StatusRow>[]): Promise<PlannedRow<PastRecord>[]> {
    const { workspaceId } = this.#acting.view;
    const people = await listColleagues(db, workspaceId);
    const colleagues = people.map((person) => ({ ...person, isAway: false }));
    const findNumber = await readNumbers(db, this.#acting, this.#numberedItems(rows));
    const found = rows.map(({ row, form }): PlannedRow<PastRecord> | FoundRecord => {
      if (form.isRuledOut && this.#items.isNone(form)) return { row, outcome: 'skip', step: null, isRuledOut: true };
      const result = this.#judge(form, findNumber, colleagues);
      return Array.isArray(result)
        ? { row, outcome: 'skip', step: null, faults: result }
        : { row, record: { ...result, recordId: randomUUIDv7() }, fallsDue: this.#dueDayOf(form, result.day) };
    });
    const records = found.flatMap((one) => ('record' in one ? [one.record] : []));
    const known = new KnownDays(await readKnownRecords(db, workspaceId, records.map(dayOf)));
    const left = await PlacesLeft.read(db, workspaceId, records);
    return found.map((one) => ('record' in one ? this.#decide(one, known, left) : one));
  }

  /** The items of which rows name a registration number. */
  #numberedItems(rows: readonly JudgedRow<StatusRow>[]): string[] {
    const ids = rows.flatMap(({ form }) => {
      const found = this.#items.of(form);
      return form.registrationNumber !== undefined && 'item' in found ? [found.item.id] : [];
    });
    return [...new Set(ids)];
  }

  /** The record of a row, or what is wrong with it beside what is there. */
  #judge(
    row: StatusRow,
    findNumber: FindNumber,
    colleagues: Parameters<typeof chooseChecker>[2],
  ): Omit<PastRecord, 'recordId'> | Fault[] {
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
    const { frequency } = days.item.schedule;
    const filedOn = filing?.filedOn;
    const early = filedOn ? refusalOf(() => requireFilingDay(filedOn, { day, frequency })) : null;
    if (early !== null) faults.push({ key: 'filedOn', expected: early });
    const registrationId =
      registrationNumber === undefined ? undefined : findNumber({ itemId, day }, registrationNumber);
    if (registrationNumber !== undefined && registrationId === undefined) {
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

  /** The due day nearest the one of a row; null where its item never falls due. */
  #dueDayOf(row: StatusRow, day: string): Temporal.PlainDate | null {
    const found = this.#items.of(row);
    if ('fault' in found) return null;
    return nearestPastDay(found.item.days.item.schedule, Temporal.PlainDate.from(day.slice(0, 10)), this.#today);
  }

  /** The day must fall due (R-imports-23), or have a record; that says the same, or something else (R-imports-15). */
  #decide({ row, record, fallsDue }: FoundRecord, known: KnownDays, left: PlacesLeft): PlannedRow<PastRecord> {
    const day = Temporal.PlainDate.from(record.day.slice(0, 10));
    if (fallsDue && !fallsDue.equals(day) && !known.has(record)) {
      const expected = `a day on which it falls due: the nearest is ${formatDay(fallsDue)}`;
      return { row, outcome: 'skip', step: null, faults: [{ key: 'forDate', expected }] };
    }
    const { isSame, isThere, count } = known.take(record);
    if (isSame || (isThere && this.#existing === 'skip')) return { row, outcome: 'skip', step: null };
    if (count >= RECORDS_A_DAY) {
      const expected = `at most ${RECORDS_A_DAY} records for one day, with those that are there`;
      return { row, outcome: 'skip', step: null, faults: [{ key: 'forDate', expected }] };
    }
    return { row, outcome: isThere ? 'update' : 'add', step: record, faults: left.take(record) };
  }
}

/** A record of a row, with the due day nearest its own; null where its item never falls due. */
interface FoundRecord {
  readonly row: number;
  readonly record: PastRecord;
  readonly fallsDue: Temporal.PlainDate | null;
}

type FindNumber = (of: { itemId: string; day: string }, number: string) => string | undefined;

/** Finds a registration by its number, as people write it, among those of an item on a day. @returns its id */
async function readNumbers(db: Db, { view }: Acting, itemIds: readonly string[]): Promise<FindNumber> {
  const numbersOf = await readNumbersOf(db, view.workspaceId, itemIds);
  const known = new Map<string, ReadonlyMap<string, string>>();
  return (of, number) => {
    const key = `${of.itemId} ${of.day}`;
    const numbers =
      known.get(key) ??
      new Map(
        numbersOf(of).map(({ registrationId, registrationNumber }) => [
          plainNumber(registrationNumber),
          registrationId,
        ]),
      );
    known.set(key, numbers);
    return numbers.get(plainNumber(number));
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
