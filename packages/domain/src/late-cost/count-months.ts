import { isBefore } from '../calendar-day.ts';

/** The months begun from one day until another: one from the day after it, two from the day after its month (R-law-6). */
export function countRunningMonths(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  if (!isBefore(from, to)) return 0;
  const months = countMonths(from, to);
  return isBefore(from.add({ months }), to) ? months + 1 : months;
}

/** The months of the calendar that two days and the time between them touch (R-law-6). */
export function countCalendarMonths(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return isBefore(to, from) ? 0 : countMonths(from, to) + 1;
}

function countMonths(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return (to.year - from.year) * 12 + to.month - from.month;
}
