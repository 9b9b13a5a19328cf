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

export function utcDayOf(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO('UTC').toPlainDate();
}

const DAY_MS = 86_400_000;

/** The day of the last question, which is the same all day: finding it costs much of a short answer. */
let latest: { readonly number: number; readonly day: Temporal.PlainDate } | undefined;

/** Today, which is the UTC day for everyone (R-due-dates-6). */
export function todayUtc(now: Temporal.Instant): Temporal.PlainDate {
  const number = Math.floor(now.epochMilliseconds / DAY_MS);
  if (latest?.number !== number) latest = { number, day: utcDayOf(now) };
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
