import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { todayUtc } from '@anupalan/domain/calendar-day';
import {
  type Notification,
  notifyOfDueDates,
  notifyOfReminders,
  orderNotifications,
  type ReminderNotification,
} from '@anupalan/domain/notifications';
import { onceADay } from '../../lib/once-a-day.ts';
import { trackItem } from '../compliance-items/compliance-row.ts';

/**
 * What the bell shows its viewer: about their own items, and of the reminders only their own. Of an item it tells the
 * title and the date and no field's value, so nothing of a premium field can appear (specification 1, section 6).
 */
export function listNotifications(
  items: readonly ComplianceItem[],
  viewerId: string,
  now: Temporal.Instant,
): Notification[] {
  const today = todayUtc(now);
  const own = items.filter(({ userId }) => userId === viewerId);
  return orderNotifications(
    own.flatMap((item) => remindOf(item, now)),
    own.flatMap((item) => listDue(item, today)),
  );
}

/** The bell looks every minute; what is due changes only with the item or the day. */
const listDue = onceADay((item: ComplianceItem, today) => {
  const { _id: id, title, dueDate } = item;
  return notifyOfDueDates({ id, title, reminderDays: dueDate.reminderDays, ...trackItem(item, today) }, today);
});

function remindOf(
  { _id, title, customReminders, userId }: ComplianceItem,
  now: Temporal.Instant,
): ReminderNotification[] {
  const reminders = customReminders
    .filter((reminder) => reminder.userId === userId)
    .map(({ _id: id, reminderDate, isAcknowledged }) => ({
      id,
      reminderDate: Temporal.Instant.from(reminderDate),
      isAcknowledged,
    }));
  return notifyOfReminders({ id: _id, title, reminders }, now);
}
