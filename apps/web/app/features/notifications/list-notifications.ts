import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { todayUtc } from '@anupalan/domain/calendar-day';
import { deriveNotifications, type NotifiableItem, type Notification } from '@anupalan/domain/notifications';
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
  return deriveNotifications(
    own.map((item) => toNotifiable(item, today)),
    now,
  );
}

function toNotifiable(item: ComplianceItem, today: Temporal.PlainDate): NotifiableItem {
  const { _id, title, dueDate, customReminders, userId } = item;
  return {
    id: _id,
    title,
    ...trackItem(item, today),
    reminderDays: dueDate.reminderDays,
    reminders: customReminders
      .filter((reminder) => reminder.userId === userId)
      .map(({ _id: id, reminderDate, isAcknowledged }) => ({
        id,
        reminderDate: Temporal.Instant.from(reminderDate),
        isAcknowledged,
      })),
  };
}
