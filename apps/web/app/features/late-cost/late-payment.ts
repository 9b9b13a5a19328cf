import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { faultOfWritten, readAmount } from '@anupalan/contract/fields/amount';
import { isBefore, laterOf, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { nearestByLegalDay } from '@anupalan/domain/due-days/legal-order';
import { COUNTED_AFTER_PAYMENT } from '@anupalan/domain/late-cost/rule';
import { toPaise } from '@anupalan/domain/money';
import type { Schedule } from '@anupalan/domain/occurrence';
import { readWrittenAmount } from '@anupalan/domain/written/amount';
import type { TypedDelay } from './calls.ts';

/** Delay that the section begins with. */
export interface Delay {
  readonly amount: string;
  readonly dueOn: Temporal.PlainDate | null;
  readonly paidOn: Temporal.PlainDate | null;
  /** When tax was deducted, or a sum became payable: rules may count from there (R-law-6). */
  readonly since: Temporal.PlainDate | null;
}

/** Delay that nobody has paid yet, of which nothing is typed: paid today, or on the first day that is late. */
export function delayUntilNow(dueOn: Temporal.PlainDate | null, today: Temporal.PlainDate): Delay {
  return { amount: '', since: null, dueOn, paidOn: dueOn && laterOf(today, dueOn.add({ days: 1 })) };
}

/**
 * Delay of a payment that was recorded: since the legal day that is nearest to it; none where that isn't before the
 * payment, which was then made in time for it, and where nothing falls due.
 */
export function delayOfPayment({ date, amount }: PaymentDate, { first, ...schedule }: Schedule): Delay | null {
  const paidOn = parseCalendarDay(date);
  if (!first || !paidOn) return null;
  const dueOn = nearestByLegalDay({ first, ...schedule }, paidOn)?.legal;
  return dueOn && isBefore(dueOn, paidOn) ? { amount: String(amount), dueOn, paidOn, since: null } : null;
}

/** Delay as the server is asked about it; null as long as something is missing or wrong. */
export function toQuery(delay: Delay): TypedDelay | null {
  const { amount, dueOn, paidOn, since } = delay;
  if (!dueOn || !paidOn || faultOfAmount(amount) !== null || faultOfSince(delay) !== null) return null;
  const query = { amount: String(readAmount(amount)), dueOn: dueOn.toString(), paidOn: paidOn.toString() };
  return since ? { ...query, countedFrom: since.toString() } : query;
}

/** A delay as it is asked which rules there are: they hold for its due day, whatever amount and start are typed. */
export function toQueryOfRules(delay: Delay): TypedDelay | null {
  return toQuery({ ...delay, amount: '0', since: null });
}

/** Fault of the day from which it counts, in words. */
export function faultOfSince({ since, paidOn }: Pick<Delay, 'since' | 'paidOn'>): string | null {
  return since && paidOn && isBefore(paidOn, since) ? COUNTED_AFTER_PAYMENT : null;
}

/** Fault of an amount as it was typed, in words. */
export function faultOfAmount(text: string): string | null {
  const read = readWrittenAmount(text);
  if ('rupees' in read && toPaise(read.rupees) !== null) return null;
  if ('fault' in read && read.fault === 'sign') return faultOfWritten(text);
  const isFigure = 'rupees' in read || read.fault === 'decimals';
  return isFigure ? 'Below ₹1,000 crore, with at most two decimals' : 'Please enter an amount in rupees';
}
