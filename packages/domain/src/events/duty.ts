import { beginningOf, daysFrom, INDIA, indianDayOf } from '../calendar-day.ts';
import { isResolved, type Status } from '../statuses.ts';
import { DUE_SOON_DAYS } from '../urgency.ts';
import { type Deadline, type Due, dueFrom, type IsHoliday } from './deadline.ts';

/**
 * What became of a duty: it is open; its condition waits for somebody to say whether it holds (`offered`), or they said
 * that it doesn't (`declined`); or the number of the event lies below its limit (R-events-7 to R-events-9).
 */
export const STANDINGS = ['open', 'offered', 'declined', 'below'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The days that duties of an event are counted from. */
export interface EventDays {
  readonly happenedAt: Temporal.Instant;
  /** Those that are known, by their keys. */
  readonly laterDays: ReadonlyMap<string, Temporal.Instant>;
}

interface Counted {
  readonly deadline: Deadline;
  readonly countedFrom: string;
}

/** When a duty is due; null as long as the later day is unknown that it is counted from (R-events-6). */
export function dueOf({ deadline, countedFrom }: Counted, event: EventDays, isHoliday: IsHoliday): Due | null {
  const from = countedFromIn(event, countedFrom);
  return from && dueFrom(from, deadline, isHoliday);
}

function countedFromIn({ happenedAt, laterDays }: EventDays, countedFrom: string): Temporal.Instant | null {
  if (countedFrom === 'event') return happenedAt;
  if (countedFrom !== 'event-month-end') return laterDays.get(countedFrom) ?? null;
  const there = happenedAt.toZonedDateTimeISO(INDIA);
  return there.with({ day: there.daysInMonth }).toInstant();
}

/** A duty as lists tell of it. */
export interface DatedDuty {
  readonly due: Due | null;
  /** What was recorded last; undefined when nothing was. */
  readonly recorded: Status | undefined;
}

/** The moment when a duty's time is over: with a time of day that moment, else the end of its day in India. */
function endOf({ day, at }: Due): Temporal.Instant {
  return at ?? beginningOf(day.add({ days: 1 }));
}

/**
 * The status of a duty: what was recorded last; without a record it is pending, and not done once its time is over
 * (R-events-11).
 */
export function statusOf({ due, recorded }: DatedDuty, now: Temporal.Instant): Status {
  if (recorded !== undefined && recorded !== 'pending') return recorded;
  return due !== null && isOver(due, now) ? 'not-done' : 'pending';
}

/** Whether the time of a duty is over. */
export function isOver(due: Due, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(endOf(due), now) <= 0;
}

/** How pressing a duty is; `settled` is done with, `undated` has no day yet. */
export type DutyUrgency = 'settled' | 'overdue' | 'due-soon' | 'upcoming' | 'undated';

/** Duties are due soon as items are (R-tracker-14). */
export function urgencyOf({ due, recorded }: DatedDuty, now: Temporal.Instant): DutyUrgency {
  if (isResolved(recorded)) return 'settled';
  if (due === null) return 'undated';
  if (isOver(due, now)) return 'overdue';
  return daysFrom(indianDayOf(now), due.day) <= DUE_SOON_DAYS ? 'due-soon' : 'upcoming';
}

/**
 * How much time is left for a duty, in words for people: in hours within two days, else in days of India (R-events-10).
 */
export function describeTimeLeft(due: Due, now: Temporal.Instant): string {
  const isLate = isOver(due, now);
  const end = endOf(due);
  const minutes = Math.floor(Math.abs(now.until(end).total('minutes')));
  const amount = due.at && minutes < 48 * 60 ? inHours(minutes) : inDays(due, now);
  if (amount === null) return 'today';
  return isLate ? `${amount} late` : `${amount} left`;
}

function inHours(minutes: number): string {
  if (minutes < 60) return count(minutes, 'minute');
  return count(Math.floor(minutes / 60), 'hour');
}

function inDays({ day }: Due, now: Temporal.Instant): string | null {
  const days = Math.abs(daysFrom(indianDayOf(now), day));
  return days === 0 ? null : count(days, 'day');
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-IN')} ${noun}${n === 1 ? '' : 's'}`;
}

/** The order of duties by deadline: what is due first comes first, what has no day yet last. */
export function compareDue(one: Due | null, other: Due | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Temporal.Instant.compare(endOf(one), endOf(other));
}
