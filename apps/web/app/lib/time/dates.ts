import { formatDay, indianDayOf } from '@anupalan/domain/calendar-day';

const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** Moment (ISO, UTC) with its time, in the time zone of the browser (R-due-dates-33). */
export function formatInstant(instant: string): string {
  return Temporal.Instant.from(instant).toLocaleString('en-GB', MOMENT);
}

/** Day of a moment (ISO, UTC) in India, `15/12/2026`: the same as in mails, receipts and registers (R-due-dates-33). */
export function formatDayOf(instant: string): string {
  return formatDay(indianDayOf(Temporal.Instant.from(instant)));
}
