import { isResolved, type Status } from './statuses.ts';

/**
 * Urgency of an occurrence (R-due-dates-16). `settled` is resolved, `untracked` lies before the days that the company
 * answers for (R-due-dates-19); `never` is an item without occurrences.
 */
export type Urgency = 'overdue' | 'due-soon' | 'later' | 'untracked' | 'settled' | 'never';

/** Days before a due date from which it is due soon (R-due-dates-16). */
export const DUE_SOON_DAYS = 7;

/**
 * The day before which nobody is chased for an item, in whole days from today: that from which it is tracked. What a
 * company wrote down itself counts whenever it fell due (R-due-dates-19).
 */
export function chasedFrom(trackedFrom: number, isOwn: boolean): number {
  return isOwn ? Number.NEGATIVE_INFINITY : trackedFrom;
}

/**
 * Urgency by the recorded status and the whole days left, negative once the day has passed (R-due-dates-16).
 * @param from the day of {@link chasedFrom}
 */
export function urgencyOf(recorded: Status | undefined, daysLeft: number, from: number): Exclude<Urgency, 'never'> {
  return isResolved(recorded) ? 'settled' : urgencyOfOpen(daysLeft, from);
}

/** Urgency of an occurrence that is not resolved; the days are those of {@link urgencyOf}. */
export function urgencyOfOpen(daysLeft: number, from: number): Exclude<Urgency, 'never' | 'settled'> {
  if (daysLeft < 0) return daysLeft < from ? 'untracked' : 'overdue';
  return daysLeft <= DUE_SOON_DAYS ? 'due-soon' : 'later';
}
