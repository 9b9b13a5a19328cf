/**
 * The years a calendar day may have (R-due-dates-5). Statutory records reach back decades and schedules reach forward a
 * few years; a day outside is a slip of the keyboard. Every day inside has a four-digit year, which formatting relies
 * on.
 */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2200;

/** The last day of the calendar, on which nothing is that anybody recorded. */
const LAST_DAY = `${LAST_YEAR}-12-31`;

/**
 * A stored day as text; one that no call writes, such as `infinity` or a day of the year 12000, is the last day of the
 * calendar (R-due-dates-5): it is never near, so what rests on it is left out of what is due. Arithmetic never fails by it.
 * @param text as the database writes it, perhaps with a time behind it
 */
export function boundedDay(text: string): string {
  return STORED_DAY.test(text) ? text.slice(0, 10) : LAST_DAY;
}

/** {@link boundedDay} as a day. */
export function storedDay(text: string): Temporal.PlainDate {
  const day = readIsoDay(boundedDay(text));
  return day ?? Temporal.PlainDate.from(LAST_DAY);
}

/** A day of the years from {@link FIRST_YEAR} to {@link LAST_YEAR}, with nothing behind it or a time. */
const STORED_DAY = /^(?:19\d\d|2(?:0|1)\d\d|2200)-\d\d-\d\d(?:$|[T ](?!.*BC))/;

/** The last moment of the calendar, in place of one that no call writes. */
const LAST_MOMENT = new Date(`${LAST_DAY}T23:59:59.999Z`);

/** A stored moment; one outside the calendar, or none at all, is its last moment, as {@link boundedDay} has it. */
export function boundedMoment(moment: Date | number): Date {
  if (typeof moment === 'number') return LAST_MOMENT;
  const year = moment.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? moment : LAST_MOMENT;
}

/** ISO 8601 extended format: a day, or a day with a time of at least minutes and perhaps an offset from UTC. */
const ISO_DAY_OR_DATE_TIME =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads an ISO date or date-time as the day that is written in it: with `Z` that is its UTC day (R-api-9).
 * Returns null for anything else: other formats, days that don't exist (30 February) and years outside
 * {@link FIRST_YEAR} to {@link LAST_YEAR}.
 */
export function parseCalendarDay(text: string): Temporal.PlainDate | null {
  if (!ISO_DAY_OR_DATE_TIME.test(text)) return null;
  const day = readIsoDay(text);
  return day && isPossible(day) ? day : null;
}

function isPossible(day: Temporal.PlainDate): boolean {
  return day.year >= FIRST_YEAR && day.year <= LAST_YEAR;
}

function readIsoDay(text: string): Temporal.PlainDate | null {
  try {
    // The whole text is read: a time or an offset that can't be makes the day none.
    return momentOf(text) && Temporal.PlainDate.from(text.slice(0, 10));
  } catch (error) {
    if (error instanceof RangeError) return null; // well formed, but no such day or time
    throw error;
  }
}

/**
 * The moment of an ISO date-time; without an offset it counts as UTC, and a day without a time is its midnight in UTC
 * (R-api-9). Returns null for what {@link parseCalendarDay} refuses, and for a moment whose UTC day it would refuse.
 */
export function parseMoment(text: string): Temporal.Instant | null {
  if (!parseCalendarDay(text)) return null;
  const moment = momentOf(text);
  return isPossible(utcDayOf(moment)) ? moment : null;
}

function momentOf(text: string): Temporal.Instant {
  if (ISO_DAY_OR_DATE_TIME.exec(text)?.groups?.offset !== undefined) return Temporal.Instant.from(text);
  return Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').toInstant();
}

/** A calendar day as the API writes it: midnight UTC, `2026-12-15T00:00:00.000Z` (R-api-9). */
export function toIsoMidnight(day: Temporal.PlainDate): string {
  return `${day}T00:00:00.000Z`;
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
