import { INDIA } from './calendar-day.ts';

/*
 * One payment buys one month (R-plans-10). A period begins when it is paid for, or where the one before ends.
 */

/** Days before the end from which a premium user may pay for the next month (R-plans-11). */
const RENEWAL_OPENS_DAYS = 7;

/** Days of grace: the plan stays so long after a period that nobody renewed (R-plans-12). */
export const GRACE_DAYS = 3;

/** Days after the first subscription within which a month is refunded in full (R-plans-16). */
export const REFUND_DAYS = 14;

/** Days before the end on which a mail asks to renew (R-plans-12). */
export const REMINDER_DAYS = [5, 1] as const;

const HOURS_A_DAY = 24;

export interface Period {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/**
 * The month that a payment buys (R-plans-10): it follows what is still running, days of grace included, so that nobody
 * who pays early or late within them loses or gains a day. The end is clamped to the month's last day: 31 January to 28
 * February.
 * @param lastEnd the end of the last period that was bought and not ended early; null when there is none
 */
export function nextPeriod(now: Temporal.Instant, lastEnd: Temporal.Instant | null): Period {
  const startsAt = lastEnd && !isOver(now, lastEnd) ? lastEnd : now;
  return { startsAt, endsAt: startsAt.toZonedDateTimeISO(INDIA).add({ months: 1 }).toInstant() };
}

/**
 * Whether a premium user may pay for the next month: in the last days of what is paid, and in the days of grace
 * (R-plans-11).
 */
export function isRenewalOpen(now: Temporal.Instant, end: Temporal.Instant): boolean {
  return !isBefore(now, addDays(end, -RENEWAL_OPENS_DAYS));
}

/** Whether the days of grace after a period have passed too (R-plans-12). */
export function isOver(now: Temporal.Instant, end: Temporal.Instant): boolean {
  return !isBefore(now, addDays(end, GRACE_DAYS));
}

/** Whether the refund policy gives the money back (R-plans-16); an administrator may be kinder than it. */
export function isWithinRefundTime(now: Temporal.Instant, firstPaidAt: Temporal.Instant): boolean {
  return isBefore(now, addDays(firstPaidAt, REFUND_DAYS));
}

/**
 * The reminders (days before the end) whose time has come while the period still runs; the latest last (R-plans-12).
 */
export function dueReminders(now: Temporal.Instant, end: Temporal.Instant): number[] {
  if (!isBefore(now, end)) return [];
  return REMINDER_DAYS.filter((days) => !isBefore(now, addDays(end, -days)));
}

function addDays(instant: Temporal.Instant, days: number): Temporal.Instant {
  return instant.add({ hours: days * HOURS_A_DAY });
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
