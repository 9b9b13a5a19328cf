/**
 * The years a calendar day may have (R-due-dates-5). Statutory records reach back decades and schedules reach forward a
 * few years; a day outside is a slip of the keyboard. Every day inside has a four-digit year, which formatting relies
 * on.
 */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2200;

/** ISO 8601 extended format: a day, or a day with a time of at least minutes and perhaps an offset from UTC. */
const ISO_DAY_OR_DATE_TIME =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads an ISO date or date-time as its UTC day (R-api-9). A time without an offset counts as UTC.
 * Returns null for anything else: other formats, days that don't exist (30 February) and years outside
 * {@link FIRST_YEAR} to {@link LAST_YEAR}.
 */
export function parseCalendarDay(text: string): Temporal.PlainDate | null {
  const match = ISO_DAY_OR_DATE_TIME.exec(text);
  if (!match) return null;
  const day = readIsoDay(text, match.groups?.offset !== undefined);
  return day && day.year >= FIRST_YEAR && day.year <= LAST_YEAR ? day : null;
}

function readIsoDay(text: string, hasOffset: boolean): Temporal.PlainDate | null {
  try {
    return hasOffset ? utcDayOf(Temporal.Instant.from(text)) : Temporal.PlainDate.from(text);
  } catch (error) {
    if (error instanceof RangeError) return null; // well formed, but no such day or time
    throw error;
  }
}

/**
 * The moment of an ISO date-time, read as {@link parseCalendarDay} does; a day without a time is its midnight in UTC
 * (R-api-9).
 */
export function parseMoment(text: string): Temporal.Instant | null {
  if (!parseCalendarDay(text)) return null;
  if (ISO_DAY_OR_DATE_TIME.exec(text)?.groups?.offset !== undefined) return Temporal.Instant.from(text);
  return Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').toInstant();
}

/**
 * A calendar day as the API writes it: midnight UTC, `2026-12-15T00:00:00.000Z` (R-api-9).
 * @param day also as the database has it, `2026-12-15`
 */
export function toIsoMidnight(day: Temporal.PlainDate | string): string {
  return `${typeof day === 'string' ? Temporal.PlainDate.from(day) : day}T00:00:00.000Z`;
}

/** A calendar day as people read it: en-GB, `15/12/2026` (R-due-dates-8). */
export function formatDay(day: Temporal.PlainDate): string {
  return day.toString().split('-').reverse().join('/'); // `Intl` gives the same, some fifty times slower
}

/** A day as the API writes it, formatted by {@link formatDay}; empty when the text is no day (R-due-dates-8). */
export function formatIsoDay(iso: string): string {
  const day = parseCalendarDay(iso);
  return day ? formatDay(day) : '';
}

/** The day of a moment in UTC, which is the one that a date-time ending in `Z` names (R-api-9). */
export function utcDayOf(moment: Temporal.Instant): Temporal.PlainDate {
  return moment.toZonedDateTimeISO('UTC').toPlainDate();
}

/** The time zone in which the law counts: India has one, and no summer time. */
export const INDIA = 'Asia/Kolkata';

/** The day of a moment in India (R-due-dates-6). */
export function indianDayOf(moment: Temporal.Instant): Temporal.PlainDate {
  return moment.toZonedDateTimeISO(INDIA).toPlainDate();
}

/** The time of day of a moment in India: `14:34`. */
export function indianTimeOf(moment: Temporal.Instant): string {
  return moment.toZonedDateTimeISO(INDIA).toPlainTime().toString({ smallestUnit: 'minute' });
}

/** The moment at which a day begins in India. */
export function beginningOf(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime(INDIA).toInstant();
}

/** The moments of the last answer of {@link todayInIndia}; finding the day costs much of a short answer. */
let latest: { readonly from: number; readonly until: number; readonly day: Temporal.PlainDate } | undefined;

/** Today: the day in India, for everyone and wherever they are (R-due-dates-6). The same object all day. */
export function todayInIndia(now: Temporal.Instant): Temporal.PlainDate {
  const moment = now.epochMilliseconds;
  if (!latest || moment < latest.from || moment >= latest.until) {
    const day = indianDayOf(now);
    const until = beginningOf(day.add({ days: 1 })).epochMilliseconds;
    latest = { from: beginningOf(day).epochMilliseconds, until, day };
  }
  return latest.day;
}

export function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0;
}

export function laterOf(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(one, other) ? other : one;
}

/** Whole days from one day to the other; negative when the other is earlier. */
export function daysFrom(one: Temporal.PlainDate, other: Temporal.PlainDate): number {
  return one.until(other, { largestUnit: 'day' }).days;
}
