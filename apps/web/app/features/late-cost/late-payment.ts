import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { isBefore, laterOf, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { legalDayOf } from '@anupalan/domain/due-days/legal-order';
import type { Schedule } from '@anupalan/domain/occurrence';
import { occurrenceAt, occurrenceIndexAtOrBefore } from '@anupalan/domain/recurrence';

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
