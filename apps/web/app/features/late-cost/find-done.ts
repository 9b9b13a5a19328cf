import type { DutyRecord, EventDuty } from '@anupalan/contract/events/duties';
import { indianDayOf, parseCalendarDay } from '@anupalan/domain/calendar-day';

/** The record by which a duty is done: the newest that counts, which neither a note is nor what one takes back. */
export function findDone({ statusHistory }: Pick<EventDuty, 'statusHistory'>): DutyRecord | undefined {
  return statusHistory.findLast(({ status, takenBack }) => status === 'done' && !takenBack);
}

/** The day on which a duty was done: that of its filing, else of the record in India (R-events-28). */
export function dayOfDone({ filing, createdAt }: DutyRecord): Temporal.PlainDate {
  return (filing?.filedOn && parseCalendarDay(filing.filedOn)) || indianDayOf(Temporal.Instant.from(createdAt));
}
