import { isResolved, type Status } from './statuses.ts';

/** Urgency of an occurrence (R-due-dates-16). `settled` is resolved; `never` is an item without occurrences. */
export type Urgency = 'overdue' | 'due-soon' | 'later' | 'settled' | 'never';

/** Days before a due date from which it is due soon (R-due-dates-16). */
export const DUE_SOON_DAYS = 7;

/** Urgency by the recorded status and the whole days left, negative once the day has passed (R-due-dates-16). */
export function urgencyOf(recorded: Status | undefined, daysLeft: number): Exclude<Urgency, 'never'> {
  if (isResolved(recorded)) return 'settled';
  if (daysLeft < 0) return 'overdue';
  return daysLeft <= DUE_SOON_DAYS ? 'due-soon' : 'later';
}
