import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import type { Schedule } from '@anupalan/domain/occurrence';
import { occurrenceAt, occurrenceIndexAtOrBefore } from '@anupalan/domain/recurrence';

/** Delay that the section begins with. */
export interface Delay {
  readonly amount: string;
  readonly dueOn: Temporal.PlainDate | null;
  readonly paidOn: Temporal.PlainDate | null;
}

/** Delay of a payment that was recorded: since the due day before it; none where nothing fell due before. */
export function delayOfPayment({ date, amount }: PaymentDate, { first, frequency }: Schedule): Delay | null {
  const paidOn = parseCalendarDay(date);
  if (!first || !paidOn) return null;
  const dueOn = occurrenceAt(first, frequency, occurrenceIndexAtOrBefore(first, frequency, paidOn));
  return dueOn && !dueOn.equals(paidOn) ? { amount: String(amount), dueOn, paidOn } : null;
}
