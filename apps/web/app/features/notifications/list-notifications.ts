import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { OpenDuty } from '@anupalan/contract/events/duties';
import { indianDayOf } from '@anupalan/domain/calendar-day';
import { describeTimeLeft } from '@anupalan/domain/events/duty';
import {
  type DueNotification,
  type Notification,
  notifyOfOccurrences,
  notifyOfReminders,
  orderNotifications,
  type ReminderNotification,
} from '@anupalan/domain/notifications';
import { currentAndAhead } from '@anupalan/domain/occurrence';
import { isStillPending } from '@anupalan/domain/statuses';
import { onceADay } from '../../lib/time/clock.ts';
import { trackItem } from '../compliance-items/compliance-row.ts';
import { companyDaysOf } from '../compliance-items/moved-days.ts';
import { describeDue, dueOf, urgencyAt } from '../events/describe-event.ts';

/**
 * Notifications of the viewer: about the items they see and their own reminders only (R-notifications-1). They carry
 * title and date and no field's value, so that nothing premium can leak (R-notifications-4).
 */
export function listNotifications(
  items: readonly ComplianceItem[],
  viewerId: string,
  now: Temporal.Instant,
  duties: readonly OpenDuty[] = [],
): Notification[] {
  const today = indianDayOf(now);
  const own = items.filter(({ userId }) => userId === viewerId);
  return orderNotifications(
    own.flatMap((item) => remindOf(item, now)),
    [...own.flatMap((item) => listDue(item, today)), ...duties.flatMap((duty) => notifyOfDuty(duty, now))],
  );
}

/** A duty of an event nobody has said anything about: urgent on its day and after, a warning for a week before. */
function notifyOfDuty(duty: OpenDuty, now: Temporal.Instant): DueNotification[] {
  const due = dueOf(duty);
  const urgency = urgencyAt(duty, now);
  if (!due || !isStillPending(duty.recorded ?? undefined) || (urgency !== 'overdue' && urgency !== 'due-soon'))
    return [];
  const { _id, eventId, title, label } = duty;
  const type = urgency === 'overdue' || due.day.equals(indianDayOf(now)) ? 'urgent' : 'warning';
  const message = `${title}, ${label}: ${describeTimeLeft(due, now)} (${describeDue(duty)})`;
  return [{ type, id: `${_id}:${due.day}:${type}`, itemId: _id, eventId, dueDate: due.day, message }];
}

/** Due notifications are cached by item and day: the bell asks every minute. */
const listDue = onceADay((item: ComplianceItem, today) => {
  const { current, recorded, series, chasedFrom: from } = trackItem(item, today);
  const { _id: id, title, dueDate } = item;
  const holidays = item.holidays && new Set(item.holidays.map((day) => day.slice(0, 10)));
  const about = {
    id,
    title,
    reminderDays: dueDate.reminderDays,
    recorded,
    from,
    companyDays: companyDaysOf(item),
    holidays,
  };
  return notifyOfOccurrences(about, currentAndAhead(current, series.ahead), today);
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
