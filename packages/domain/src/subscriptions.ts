/*
 * One payment buys one month (decisions, section 6). A period begins when it is paid for, or where the one before ends.
 */

/** From this many days before the end a premium user may pay for the next month. */
export const RENEWAL_OPENS_DAYS = 7;

/** The plan stays this many days after a period that nobody renewed. */
export const GRACE_DAYS = 3;

/** A month is refunded in full within this many days of the first subscription (specification 1, section 9). */
export const REFUND_DAYS = 14;

/** A mail asks to renew this many days before the end. */
export const REMINDER_DAYS = [5, 1] as const;

const HOURS_A_DAY = 24;

export interface Period {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/**
 * The month that a payment buys: it follows what is still running, days of grace included, so that nobody who pays early
 * or late within them loses or gains a day. The end is clamped to the month's last day: 31 January to 28 February.
 * @param lastEnd the end of the last period that was bought and not ended early; null when there is none
 */
export function nextPeriod(now: Temporal.Instant, lastEnd: Temporal.Instant | null): Period {
  const startsAt = lastEnd && !isOver(now, lastEnd) ? lastEnd : now;
  return { startsAt, endsAt: startsAt.toZonedDateTimeISO('UTC').add({ months: 1 }).toInstant() };
}

/** Whether a premium user may pay for the next month: in the last days of what is paid, and in the days of grace. */
export function isRenewalOpen(now: Temporal.Instant, end: Temporal.Instant): boolean {
  return !isBefore(now, addDays(end, -RENEWAL_OPENS_DAYS));
}

/** Whether the days of grace after a period have passed too. */
export function isOver(now: Temporal.Instant, end: Temporal.Instant): boolean {
  return !isBefore(now, addDays(end, GRACE_DAYS));
}

/** Whether the refund policy gives the money back; an administrator may be kinder than it. */
export function isWithinRefundTime(now: Temporal.Instant, firstPaidAt: Temporal.Instant): boolean {
  return isBefore(now, addDays(firstPaidAt, REFUND_DAYS));
}

/** The reminders (days before the end) whose time has come while the period still runs; the latest last. */
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
