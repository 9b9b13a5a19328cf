import { statusWindow } from '@anupalan/domain/occurrence';

/** Days from one to the other, both included. */
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

/** The whole weeks, Sunday to Saturday, in which a month is shown (specification 2, section 2, "Compliance Calendar"). */
export function weeksOfMonth(month: Temporal.PlainYearMonth): Span {
  const first = month.toPlainDate({ day: 1 });
  const last = month.toPlainDate({ day: month.daysInMonth });
  return { from: first.subtract({ days: first.dayOfWeek % 7 }), to: last.add({ days: 6 - (last.dayOfWeek % 7) }) };
}

/** The first days of the weeks in which a month is shown. */
export function sundaysOfMonth(month: Temporal.PlainYearMonth): Temporal.PlainDate[] {
  const { from, to } = weeksOfMonth(month);
  const weeks = (from.until(to).days + 1) / 7;
  return Array.from({ length: weeks }, (_, week) => from.add({ weeks: week }));
}

/** The day to look at first in a month: today where it is in it, else the first. */
export function openingDay(month: Temporal.PlainYearMonth, today: Temporal.PlainDate): Temporal.PlainDate {
  return month.equals(today.toPlainYearMonth()) ? today : month.toPlainDate({ day: 1 });
}

/**
 * The months the calendar has, first and last: from one year before to two years after today (specification 2,
 * section 9). The server sends what was recorded in these years; further back everything would look not done.
 */
export function monthsOfCalendar(today: Temporal.PlainDate) {
  const { from, to } = statusWindow(today);
  return { first: from.toPlainYearMonth(), last: to.toPlainYearMonth() };
}

/** The month of the calendar that is nearest to the one wanted. */
export function nearestMonth(wanted: Temporal.PlainYearMonth, today: Temporal.PlainDate): Temporal.PlainYearMonth {
  const { first, last } = monthsOfCalendar(today);
  if (Temporal.PlainYearMonth.compare(wanted, first) < 0) return first;
  return Temporal.PlainYearMonth.compare(wanted, last) > 0 ? last : wanted;
}

/** `November 2026`. By hand, as the next: `Intl` makes a formatter for each and takes a month's time for it. */
export function describeMonth({ month, year }: Temporal.PlainYearMonth): string {
  return `${MONTHS[month - 1]} ${year}`;
}

/** `Saturday, 21 November 2026`. */
export function describeDay(day: Temporal.PlainDate): string {
  return `${WEEKDAYS[day.dayOfWeek - 1]}, ${day.day} ${describeMonth(day.toPlainYearMonth())}`;
}
