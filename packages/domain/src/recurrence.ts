import { daysFrom, isBefore, LAST_YEAR } from './calendar-day.ts';

/** The rhythms in which due dates come back (R-due-dates-1). */
export const FREQUENCIES = [
  'never',
  'once',
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'half-yearly',
  'yearly',
  '2-years',
] as const;

export type Frequency = (typeof FREQUENCIES)[number];

/** A stored rhythm; one that no call writes never comes. */
export function readableFrequency(stored: string): Frequency {
  return FREQUENCIES.find((frequency) => frequency === stored) ?? 'never';
}

interface Period {
  readonly months: number;
  readonly days: number;
}

const PERIODS: Readonly<Record<Exclude<Frequency, 'never' | 'once'>, Period>> = {
  daily: { months: 0, days: 1 },
  weekly: { months: 0, days: 7 },
  monthly: { months: 1, days: 0 },
  quarterly: { months: 3, days: 0 },
  'half-yearly': { months: 6, days: 0 },
  yearly: { months: 12, days: 0 },
  '2-years': { months: 24, days: 0 },
};

/**
 * Occurrence `k` (0 is the first due date): the first due date plus `k` periods, always counted from the first and
 * clamped to the month's last day, so 31 Jan, 28 Feb, 31 Mar: no drift (R-due-dates-2). Null where there is none:
 * `never`, any but the first of `once`, a negative `k`, and past the last year of the calendar.
 */
export function occurrenceAt(first: Temporal.PlainDate, frequency: Frequency, k: number): Temporal.PlainDate | null {
  if (frequency === 'never' || k < 0) return null;
  if (frequency === 'once') return k === 0 ? first : null;
  const { months, days } = PERIODS[frequency];
  const day = first.add({ months: months * k, days: days * k });
  return day.year <= LAST_YEAR ? day : null;
}

/** The "next due date" of an item: occurrence 1. `once` keeps the same date and `never` has none (R-due-dates-3). */
export function nextDueDate(first: Temporal.PlainDate, frequency: Frequency): Temporal.PlainDate | null {
  return occurrenceAt(first, frequency, frequency === 'once' ? 0 : 1);
}

/** Index of the last occurrence on or before a day (R-due-dates-2); -1 when there is none. Constant time. */
export function occurrenceIndexAtOrBefore(
  first: Temporal.PlainDate,
  frequency: Frequency,
  day: Temporal.PlainDate,
): number {
  if (frequency === 'never' || isBefore(day, first)) return -1;
  if (frequency === 'once') return 0;
  const { months, days } = PERIODS[frequency];
  if (days > 0) return Math.floor(daysFrom(first, day) / days);
  const index = Math.floor(monthsFrom(first, day) / months);
  // The occurrence in that month may still be ahead of the day.
  return isBefore(day, first.add({ months: months * index })) ? index - 1 : index;
}

/**
 * Index of the first occurrence on or after a day (R-due-dates-2); {@link occurrenceAt} is null there when the series
 * has ended.
 */
export function occurrenceIndexAtOrAfter(
  first: Temporal.PlainDate,
  frequency: Frequency,
  day: Temporal.PlainDate,
): number {
  return occurrenceIndexAtOrBefore(first, frequency, day.subtract({ days: 1 })) + 1;
}

/** Index of the occurrence nearest a day, a tie going to the later (R-due-dates-11); null for `never`. */
export function occurrenceIndexNear(
  first: Temporal.PlainDate,
  frequency: Frequency,
  day: Temporal.PlainDate,
): number | null {
  if (frequency === 'never') return null;
  const index = occurrenceIndexAtOrBefore(first, frequency, day);
  const before = occurrenceAt(first, frequency, index);
  const after = occurrenceAt(first, frequency, index + 1);
  if (!before) return 0;
  if (!after) return index;
  return daysFrom(day, after) <= daysFrom(before, day) ? index + 1 : index;
}

/** The occurrences of a schedule before and after a day; null where there is none. */
export function neighboursOf(
  first: Temporal.PlainDate,
  frequency: Frequency,
  day: Temporal.PlainDate,
): { before: Temporal.PlainDate | null; after: Temporal.PlainDate | null } {
  const [after, before] = [day.add({ days: 1 }), day.subtract({ days: 1 })];
  return {
    before: occurrenceAt(first, frequency, occurrenceIndexAtOrBefore(first, frequency, before)),
    after: occurrenceAt(first, frequency, occurrenceIndexAtOrAfter(first, frequency, after)),
  };
}

/**
 * The occurrences from one day to another, both included, in order (R-due-dates-2). The start is found by arithmetic,
 * even when the series began long ago, and each is computed when asked for.
 */
export function* occurrencesBetween(
  first: Temporal.PlainDate,
  frequency: Frequency,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Generator<Temporal.PlainDate, void> {
  for (let k = occurrenceIndexAtOrAfter(first, frequency, from); ; k++) {
    const day = occurrenceAt(first, frequency, k);
    if (!day || isBefore(to, day)) return;
    yield day;
  }
}

function monthsFrom(one: Temporal.PlainDate, other: Temporal.PlainDate): number {
  return (other.year - one.year) * 12 + other.month - one.month;
}
