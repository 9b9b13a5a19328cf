import { indianDayOf } from '../calendar-day.ts';
import { findPublicHoliday } from '../due-days/holidays.ts';

/** The units in which the law counts a deadline (R-events-4). */
export const DEADLINE_UNITS = ['hours', 'days', 'working-days', 'months'] as const;
export const DIRECTIONS = ['before', 'after'] as const;

/** A span before or after the day, or the moment, that it is counted from. */
export interface Deadline {
  readonly n: number;
  readonly unit: (typeof DEADLINE_UNITS)[number];
  readonly direction: (typeof DIRECTIONS)[number];
}

/** When something is due: the day in India, and the moment on it where the deadline is in hours. */
export interface Due {
  readonly day: Temporal.PlainDate;
  readonly at: Temporal.Instant | null;
}

/** Whether a day is a holiday of the company, besides Sundays and the national days. */
export type IsHoliday = (day: Temporal.PlainDate) => boolean;

export const NO_HOLIDAYS: IsHoliday = () => false;

const SATURDAY = 6;

/** Whether people work on a day: on all but Sundays, the national days and the company's holidays (R-events-5). */
export function isWorkingDay(day: Temporal.PlainDate, isHoliday: IsHoliday): boolean {
  const rule = findPublicHoliday(day)?.rule;
  const isOff = rule !== undefined && ('monthDay' in rule || rule.weekday !== SATURDAY);
  return !isOff && !isHoliday(day);
}

/**
 * When a deadline falls that is counted from a moment. Hours count from the moment itself, all else from its day in
 * India, on which nothing is counted yet (R-events-4).
 */
export function dueFrom(from: Temporal.Instant, deadline: Deadline, isHoliday: IsHoliday): Due {
  const { n, unit, direction } = deadline;
  const steps = direction === 'before' ? -n : n;
  if (unit === 'hours') {
    const at = from.add({ hours: steps });
    return { day: indianDayOf(at), at };
  }
  const day = indianDayOf(from);
  if (unit === 'months') return { day: day.add({ months: steps }), at: null };
  if (unit === 'days') return { day: day.add({ days: steps }), at: null };
  return { day: addWorkingDays(day, steps, isHoliday), at: null };
}

function addWorkingDays(from: Temporal.PlainDate, steps: number, isHoliday: IsHoliday): Temporal.PlainDate {
  const step = { days: Math.sign(steps) };
  let day = from;
  for (let left = Math.abs(steps); left > 0; ) {
    day = day.add(step);
    if (isWorkingDay(day, isHoliday)) left--;
  }
  return day;
}

/** Whether two are due at the same time; null is due at no time yet. */
export function isSameDue(one: Due | null, other: Due | null): boolean {
  return `${one?.day} ${one?.at}` === `${other?.day} ${other?.at}`;
}

const UNIT_WORDS = { hours: 'hour', days: 'day', 'working-days': 'working day', months: 'month' } as const;

/** A deadline in words: "24 hours after", "at once", "on or before the day" (R-events-4). */
export function describeDeadline({ n, unit, direction }: Deadline): string {
  if (n > 0) return `${n} ${UNIT_WORDS[unit]}${n === 1 ? '' : 's'} ${direction}`;
  if (direction === 'before') return 'on or before the day';
  return unit === 'hours' ? 'at once' : 'the same day';
}
