import { daysFrom, indianDayOf } from '../calendar-day.ts';
import type { Due } from '../events/deadline.ts';
import { isOver } from '../events/duty.ts';

/** Days after the last day on which an occurrence that is still open is told of again (R-digests-4). */
const OVERDUE_AFTER: readonly number[] = [1, 7, 14];

/** Days for which what is overdue stands in a digest that goes out for whatever reason (R-digests-5). */
export const LISTED_FOR = 31;

/** Days before the last day of a registration on which it is told of, beside those of its renewal (R-digests-6). */
const EXPIRY_TOLD: readonly number[] = [30, 7, 1, 0];

/** Days before a duty of an event is due on which it is told of (R-digests-7). */
const DUTY_REMINDER_DAYS: readonly number[] = [7, 3, 1];

/** The parts of a digest by which its lines are told apart (R-digests-9). */
export const PARTS = ['overdue', 'today', 'soon', 'expiring'] as const;
export type Part = (typeof PARTS)[number];

/** How something stands in a digest on a day. */
export interface Telling {
  readonly part: Part;
  /** Whether today is one of the days on which it is told of; else it only stands in a digest that goes out anyway. */
  readonly isTold: boolean;
  /** Whether the owner of the company hears of it too (R-digests-8). */
  readonly isEscalated: boolean;
}

/** An occurrence by its days, each as whole days from today (-1 is yesterday). */
export interface NumberedDays {
  readonly legal: number;
  /** The day by which people are reminded: the company's, else the safe one. */
  readonly by: number;
  /** The safe day: the last working day on or before the legal one. */
  readonly safe: number;
  /** Days from the occurrence before it, and to the one after it; infinite where there is none. */
  readonly sincePrevious: number;
  readonly untilNext: number;
}

const DAY: Telling = { part: 'today', isTold: true, isEscalated: true };
const SOON: Telling = { part: 'soon', isTold: true, isEscalated: false };
const TOLD_AGAIN: Telling = { part: 'overdue', isTold: true, isEscalated: true };
const LISTED: Telling = { part: 'overdue', isTold: false, isEscalated: false };

/**
 * How an open occurrence is told of today; null when it isn't (R-digests-3 to R-digests-5): on its reminder days before
 * the day by which people are reminded, on that day, each day from the safe day to the legal one, and 1, 7 and 14 days
 * after the later of that and the company's. A horizon longer than the period is skipped.
 */
export function tellOccurrence(
  { legal, by, safe, sincePrevious, untilNext }: NumberedDays,
  reminderDays: readonly number[],
): Telling | null {
  if (by === 0 || legal === 0) return DAY;
  if (by > 0) return by <= sincePrevious && reminderDays.includes(by) ? SOON : null;
  if (legal > 0) return safe <= 0 && legal <= sincePrevious ? SOON : null;
  const late = daysLate({ legal, by });
  if (OVERDUE_AFTER.includes(late) && late <= untilNext) return TOLD_AGAIN;
  return late <= LISTED_FOR ? LISTED : null;
}

/** Days since the last day was over, in which nothing had to be said of it; below 1 it isn't overdue (R-digests-4). */
export function daysLate({ legal, by }: Pick<NumberedDays, 'legal' | 'by'>): number {
  return -Math.max(legal, by);
}

/**
 * How the renewal of a registration is told of today: as any occurrence, and before its last day comes and when it has
 * gone (R-digests-6).
 * @param until the registration's last day, in whole days from today
 */
export function tellRenewal(days: NumberedDays, reminderDays: readonly number[], until: number): Telling | null {
  const told = tellOccurrence(days, reminderDays);
  if (told?.isTold) return { ...told, part: 'expiring' };
  if (EXPIRY_TOLD.includes(until) || OVERDUE_AFTER.includes(-until)) {
    return { part: 'expiring', isTold: true, isEscalated: until <= 0 };
  }
  const isListed = daysLate(days) > 0 && -until <= LISTED_FOR;
  return isListed ? { part: 'expiring', isTold: false, isEscalated: false } : null;
}

/**
 * How an open duty of an event is told of; null when it isn't (R-digests-7). One whose deadline has a time of day is
 * overdue from its minute on.
 */
export function tellDuty(due: Due, now: Temporal.Instant): Telling | null {
  const days = daysFrom(indianDayOf(now), due.day);
  if (days === 0) return isOver(due, now) ? TOLD_AGAIN : DAY;
  if (days > 0) return DUTY_REMINDER_DAYS.includes(days) ? SOON : null;
  if (OVERDUE_AFTER.includes(-days)) return TOLD_AGAIN;
  return -days <= LISTED_FOR ? LISTED : null;
}
