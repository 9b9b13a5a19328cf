import { formatDay } from '@anupalan/domain/calendar-day';

const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** A moment (ISO text in UTC) as people here read it, in the time zone of the browser. */
export function formatInstant(instant: string): string {
  return Temporal.Instant.from(instant).toLocaleString('en-GB', MOMENT);
}

/** The day of a moment in the time zone of the browser, as `15/12/2026`. */
export function formatDayOf(instant: string): string {
  return formatDay(Temporal.Instant.from(instant).toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainDate());
}
