const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** A moment (ISO text in UTC) as people here read it, in the time zone of the browser. */
export function formatInstant(instant: string): string {
  return Temporal.Instant.from(instant).toLocaleString('en-GB', MOMENT);
}
