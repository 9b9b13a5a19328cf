import type { CustomReminder } from '@anupalan/contract/compliance-items';

export type ReminderState = 'upcoming' | 'due' | 'acknowledged';

/** State of a reminder: upcoming before its moment, then due, until it is acknowledged (R-records-3). */
export function reminderStateOf(
  { reminderDate, isAcknowledged }: Pick<CustomReminder, 'reminderDate' | 'isAcknowledged'>,
  now: Temporal.Instant,
): ReminderState {
  if (isAcknowledged) return 'acknowledged';
  return Temporal.Instant.compare(reminderDate, now) > 0 ? 'upcoming' : 'due';
}
