import type { CustomReminder } from '@anupalan/contract/compliance-items';

export type ReminderState = 'upcoming' | 'due' | 'acknowledged';

/** Upcoming while its date is in the future, then due, until it is acknowledged (specification 2, section 4). */
export function reminderStateOf(
  { reminderDate, isAcknowledged }: Pick<CustomReminder, 'reminderDate' | 'isAcknowledged'>,
  now: Temporal.Instant,
): ReminderState {
  if (isAcknowledged) return 'acknowledged';
  return Temporal.Instant.compare(reminderDate, now) > 0 ? 'upcoming' : 'due';
}
