import { daysFrom } from '../calendar-day.ts';
import { type Frequency, occurrenceAt, occurrenceIndexAtOrBefore } from '../recurrence.ts';

/** A yearly move: the occurrence whose nominal day is `of` falls due `on`, both as `MM-DD` (R-due-dates-21). */
export interface ScheduleException {
  readonly of: string;
  readonly on: string;
}

/** Exceptions of one item at most. */
export const MOST_EXCEPTIONS = 24;

/** Stored exceptions without those that no call writes: of no days, or more than an item may have. */
export function readableExceptions(stored: readonly ScheduleException[]): readonly ScheduleException[] {
  if (!Array.isArray(stored)) return NO_EXCEPTIONS;
  return stored.filter(isReadable).slice(0, MOST_EXCEPTIONS);
}

const NO_EXCEPTIONS: readonly ScheduleException[] = [];

function isReadable(exception: ScheduleException | null | undefined): boolean {
  return [exception?.of, exception?.on].every(
    (day) => typeof day === 'string' && day !== '02-29' && readMonthDay(day) !== null,
  );
}

/**
 * The day to which exceptions move an occurrence: the one with the month and day that lies nearest to the nominal day, so
 * that 31 December to 15 January means the next year; null when none is about it. An occurrence on 29 February is there
 * because a longer month was cut: what is said of the 28th is said of it.
 */
export function exceptedDay(
  nominal: Temporal.PlainDate,
  exceptions: readonly ScheduleException[],
): Temporal.PlainDate | null {
  if (exceptions.length === 0) return null;
  const monthDay = monthDayOf(nominal);
  const exception = exceptions.find(({ of }) => of === monthDay);
  return exception ? nearestDayWith(nominal, exception.on) : null;
}

/** The nominal days from one year to another that exceptions are about, in no order. */
export function* exceptedOccurrences(
  { first, frequency }: { readonly first: Temporal.PlainDate; readonly frequency: Frequency },
  exceptions: readonly ScheduleException[],
  { from, to }: { readonly from: number; readonly to: number },
): Generator<Temporal.PlainDate, void> {
  for (const { of } of exceptions) {
    for (let year = from; year <= to; year++) {
      const day = Temporal.PlainDate.from(`${year}-${of}`);
      if (isOccurrence(first, frequency, day)) yield day;
      const leapDay = of === '02-28' && day.inLeapYear ? day.add({ days: 1 }) : null;
      if (leapDay && isOccurrence(first, frequency, leapDay)) yield leapDay;
    }
  }
}

/** Whether a day is the nominal day of an occurrence. */
export function isOccurrence(first: Temporal.PlainDate, frequency: Frequency, day: Temporal.PlainDate): boolean {
  const index = occurrenceIndexAtOrBefore(first, frequency, day);
  return occurrenceAt(first, frequency, index)?.equals(day) ?? false;
}

/**
 * What is wrong with exceptions of a schedule, in words; null when nothing is (R-due-dates-21). Each is about one due day
 * of the year and moves it within the year.
 */
export function findExceptionFault(
  exceptions: readonly ScheduleException[],
  schedule: { readonly first: Temporal.PlainDate | null; readonly frequency: Frequency },
): string | null {
  const seen = new Set<string>();
  for (const { of, on } of exceptions) {
    if ([of, on].some((day) => readMonthDay(day) === null))
      return 'Please give the days as month and day, such as 04-07';
    if (of === '02-29' || on === '02-29') return '29 February is not there every year';
    if (seen.has(of)) return `There are two exceptions for ${of}`;
    seen.add(of);
    if (of === on) return `The exception for ${of} moves nothing`;
    const nominal = Temporal.PlainDate.from(`${ANY_YEAR}-${of}`);
    if (nearestDayWith(nominal, on).year !== ANY_YEAR) return `The exception for ${of} leaves its year`;
    if (!fallsDueOn(of, schedule)) return `Nothing falls due on ${of}`;
  }
  return null;
}

/** A year that is no leap year, like those before and after it. */
const ANY_YEAR = 2026;

/** Occurrences in which the month and day of every one have come once, whatever the rhythm, leap years included. */
const ENOUGH = 8 * 12;

function fallsDueOn(
  monthDay: string,
  { first, frequency }: { readonly first: Temporal.PlainDate | null; readonly frequency: Frequency },
): boolean {
  if (first === null || frequency === 'never') return false;
  if (frequency === 'daily' || frequency === 'weekly') return true;
  for (let k = 0; k < ENOUGH; k++) {
    const day = occurrenceAt(first, frequency, k);
    if (!day) return false;
    if (monthDayOf(day) === monthDay) return true;
  }
  return false;
}

function monthDayOf(day: Temporal.PlainDate): string {
  const monthDay = day.toString().slice(-5);
  return monthDay === '02-29' ? '02-28' : monthDay;
}

/** The day with a month and day (`MM-DD`) that lies nearest to another one. */
export function nearestDayWith(day: Temporal.PlainDate, monthDay: string): Temporal.PlainDate {
  const { month, day: dayOfMonth } = readMonthDay(monthDay) ?? day;
  const distance = (year: number) => Math.abs(daysFrom(day, day.with({ year, month, day: dayOfMonth })));
  const [year] = [day.year, day.year - 1, day.year + 1].sort((one, other) => distance(one) - distance(other));
  return day.with({ year: year ?? day.year, month, day: dayOfMonth });
}

/** Reads `MM-DD`; null for what is no day of a leap year either. */
function readMonthDay(text: string): { month: number; day: number } | null {
  const match = /^(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [month, day] = [Number(match[1]), Number(match[2])];
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && day <= new Temporal.PlainYearMonth(LEAP_YEAR, month).daysInMonth;
  return isDay ? { month, day } : null;
}

const LEAP_YEAR = 2028;
