import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { isBefore, laterOf, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { legalDayOf } from '@anupalan/domain/due-days/legal-order';
import { toPaise } from '@anupalan/domain/money';
import type { Schedule } from '@anupalan/domain/occurrence';
import { occurrenceAt, occurrenceIndexAtOrBefore } from '@anupalan/domain/recurrence';
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
 * Delay of a payment that was recorded: since the legal day of the occurrence before it; none where that was no day before
 * the payment, and where nothing fell due before.
 */
export function delayOfPayment({ date, amount }: PaymentDate, schedule: Schedule): Delay | null {
  const { first, frequency } = schedule;
  const paidOn = parseCalendarDay(date);
  if (!first || !paidOn) return null;
  const day = occurrenceAt(first, frequency, occurrenceIndexAtOrBefore(first, frequency, paidOn));
  const dueOn = day && legalDayOf(day, schedule);
  return dueOn && isBefore(dueOn, paidOn) ? { amount: String(amount), dueOn, paidOn, since: null } : null;
}

/** Delay as the server is asked about it; null as long as something is missing or wrong. */
export function toQuery({ amount, dueOn, paidOn, since }: Delay): TypedDelay | null {
  if (!dueOn || !paidOn || faultOfAmount(amount) !== null) return null;
  const query = { amount: plain(amount), dueOn: dueOn.toString(), paidOn: paidOn.toString() };
  return since && !isBefore(paidOn, since) ? { ...query, countedFrom: since.toString() } : query;
}

/** Fault of an amount as it was typed, in words. */
export function faultOfAmount(text: string): string | null {
  if (!/^\d+(\.\d+)?$/.test(plain(text))) return 'Please enter an amount in rupees';
  return toPaise(Number(plain(text))) === null ? 'Below ₹1,000 crore, with at most two decimals' : null;
}

/** Digits as the server reads them: people group them and write the sign. */
function plain(text: string): string {
  return text.replaceAll(/[\s,₹]/g, '');
}
