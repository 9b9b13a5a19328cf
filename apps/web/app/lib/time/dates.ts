import { formatDay } from '@anupalan/domain/calendar-day';

const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** Moment (ISO, UTC) for readers, in the browser's time zone. */
export function formatInstant(instant: string): string {
  return Temporal.Instant.from(instant).toLocaleString('en-GB', MOMENT);
}

/** Day of a moment in the browser's time zone, `15/12/2026`. */
export function formatDayOf(instant: string): string {
  return formatDay(Temporal.Instant.from(instant).toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainDate());
}
