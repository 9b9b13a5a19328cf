import { MAX_PAYMENT_DATES } from '@anupalan/contract/payment-dates';
import { toPaise } from '@anupalan/domain/money';
import type { Db } from '../../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { MOST_DAYS, type PastRecord } from '../../status-history/new-record.ts';
import type { Fault } from '../import-kind.ts';
import { readDaysOfItems, readKnownPayments } from '../queries-statuses.ts';
import { dayOf } from './known-days.ts';

/** How many things an item and a company may have. */
interface Most {
  readonly anItem: number;
  readonly aWorkspace: number;
}

/** Things of items: those that are there, and what is added. */
class Places {
  readonly #what: string;
  readonly #most: Most;
  readonly #there: Set<string>;
  readonly #ofItem: Map<string, number>;
  #inAll: number;

  constructor(
    what: string,
    most: Most,
    known: { there: readonly string[]; ofItems: Iterable<readonly [string, number]>; inAll: number },
  ) {
    this.#what = what;
    this.#most = most;
    this.#there = new Set(known.there);
    this.#ofItem = new Map(known.ofItems);
    this.#inAll = known.inAll;
  }

  /** Counts a thing once. @returns what is expected where it has no place */
  take(itemId: string, key: string): string | null {
    if (this.#there.has(key)) return null;
    this.#there.add(key);
    const ofItem = (this.#ofItem.get(itemId) ?? 0) + 1;
    this.#ofItem.set(itemId, ofItem);
    this.#inAll += 1;
    const { anItem, aWorkspace } = this.#most;
    if (ofItem > anItem) return this.#say(anItem, 'an obligation');
    return this.#inAll > aWorkspace ? this.#say(aWorkspace, 'a company') : null;
  }

  #say(most: number, whose: string): string {
    return `at most ${most.toLocaleString('en-IN')} ${this.#what} of ${whose}, with those that are there`;
  }
}

/** The room for what past records add: days with statuses, and payments (R-statuses-15, R-records-13). */
export class PlacesLeft {
  readonly #days: Places;
  readonly #payments: Places;

  private constructor(days: Places, payments: Places) {
    this.#days = days;
    this.#payments = payments;
  }

  static async read(db: Db, workspaceId: WorkspaceId, records: readonly PastRecord[]): Promise<PlacesLeft> {
    const days = await readDaysOfItems(db, workspaceId, records.map(dayOf));
    const payments = records.some(({ filing }) => filing?.paidOn) ? await readKnownPayments(db, workspaceId) : [];
    const perItem = Map.groupBy(payments, ({ itemId }) => itemId);
    return new PlacesLeft(
      new Places('days with statuses', MOST_DAYS, {
        there: days.there.map(keyOfDay),
        ofItems: days.ofItems.map(({ itemId, count }) => [itemId, count]),
        inAll: days.inAll,
      }),
      new Places('payments', MAX_PAYMENT_DATES, {
        there: payments.map(({ itemId, day, paise }) => keyOfPayment(itemId, day, paise)),
        ofItems: [...perItem].map(([itemId, { length }]) => [itemId, length]),
        inAll: payments.length,
      }),
    );
  }

  /** Takes the places of a record that is written. @returns its faults where there is none */
  take(record: PastRecord): Fault[] {
    const { itemId, filing } = record;
    const ofDay = this.#days.take(itemId, keyOfDay(dayOf(record)));
    const paise = filing?.amount === undefined ? null : toPaise(filing.amount);
    const ofPayment =
      paise !== null && filing?.paidOn
        ? this.#payments.take(itemId, keyOfPayment(itemId, filing.paidOn.slice(0, 10), paise))
        : null;
    return [
      ...(ofDay === null ? [] : [{ key: 'forDate', expected: ofDay }]),
      ...(ofPayment === null ? [] : [{ key: 'amount', expected: ofPayment }]),
    ];
  }
}

function keyOfDay({ itemId, day }: { itemId: string; day: string }): string {
  return `${itemId} ${day}`;
}

function keyOfPayment(itemId: string, day: string, paise: number): string {
  return `${itemId} ${day} ${paise}`;
}
