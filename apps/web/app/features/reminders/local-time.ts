/** Moment in a time zone as a date-time box holds it, to the minute: `2026-12-15T10:30`. */
export function toLocalTime(moment: Temporal.Instant, timeZone: string): string {
  return moment.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** Moment (ISO, UTC) of a date-time box; text that is no time is returned as it is, for the schema to refuse. */
export function fromLocalTime(text: string, timeZone: string): string {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant().toString();
  } catch (error) {
    if (error instanceof RangeError) return text;
    throw error;
  }
}
