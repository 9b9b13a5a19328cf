import { statusWindow } from '@anupalan/domain/occurrence';

/** Span of days, both ends included. */
export interface Span {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Whole weeks, Sunday to Saturday, that show a month (R-calendar-2). */
export function weeksOfMonth(month: Temporal.PlainYearMonth): Span {
  const first = month.toPlainDate({ day: 1 });
  const last = month.toPlainDate({ day: month.daysInMonth });
  return { from: first.subtract({ days: first.dayOfWeek % 7 }), to: last.add({ days: 6 - (last.dayOfWeek % 7) }) };
}

/** First days of the weeks that show a month. */
export function sundaysOfMonth(month: Temporal.PlainYearMonth): Temporal.PlainDate[] {
  const { from, to } = weeksOfMonth(month);
  const weeks = (from.until(to).days + 1) / 7;
  return Array.from({ length: weeks }, (_, week) => from.add({ weeks: week }));
}

/** Day to open a month on: today when it lies in it, else the first. */
export function openingDay(month: Temporal.PlainYearMonth, today: Temporal.PlainDate): Temporal.PlainDate {
  return month.equals(today.toPlainYearMonth()) ? today : month.toPlainDate({ day: 1 });
}

/**
 * First and last month of the calendar: one year before to two years after today (R-calendar-2). The server sends the
 * statuses of these years only; further back everything would look not done.
 */
export function monthsOfCalendar(today: Temporal.PlainDate) {
  const { from, to } = statusWindow(today);
  return { first: from.toPlainYearMonth(), last: to.toPlainYearMonth() };
}

/** Nearest month within the calendar's window. */
export function nearestMonth(wanted: Temporal.PlainYearMonth, today: Temporal.PlainDate): Temporal.PlainYearMonth {
  const { first, last } = monthsOfCalendar(today);
  if (Temporal.PlainYearMonth.compare(wanted, first) < 0) return first;
  return Temporal.PlainYearMonth.compare(wanted, last) > 0 ? last : wanted;
}

/**
 * `November 2026`. Put together by hand, like the next one: creating an `Intl` formatter each time takes as long as
 * drawing a month.
 */
export function describeMonth({ month, year }: Temporal.PlainYearMonth): string {
  return `${MONTHS[month - 1]} ${year}`;
}

/** `Saturday, 21 November 2026`. */
export function describeDay(day: Temporal.PlainDate): string {
  return `${WEEKDAYS[day.dayOfWeek - 1]}, ${day.day} ${describeMonth(day.toPlainYearMonth())}`;
}
