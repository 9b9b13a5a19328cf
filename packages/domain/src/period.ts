import { isBefore } from './calendar-day.ts';

/** The days that somebody sees, both ends included; an end that is null is open. */
export interface Period {
  readonly from: Temporal.PlainDate | null;
  readonly to: Temporal.PlainDate | null;
}

/** Whether a day lies in a period; without one every day does. */
export function isWithin(period: Period | undefined, day: Temporal.PlainDate): boolean {
  if (!period) return true;
  const { from, to } = period;
  return !(from && isBefore(day, from)) && !(to && isBefore(to, day));
}

/** The day of a period that is nearest to a day: the day itself when it lies in the period, or without one. */
export function nearestDayIn(period: Period | undefined, day: Temporal.PlainDate): Temporal.PlainDate {
  const { from, to } = period ?? { from: null, to: null };
  if (from && isBefore(day, from)) return from;
  return to && isBefore(to, day) ? to : day;
}
