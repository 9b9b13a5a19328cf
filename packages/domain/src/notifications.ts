import { daysFrom, formatDay } from './calendar-day.ts';
import { occurrencesToNotify, type Schedule, type Tracking } from './occurrence.ts';
import { isStillPending } from './statuses.ts';

/** Specification 1, section 9 ("Notification rules"). */
const WARNING_DAYS = 7;
const REMINDER_MINUTES = 60;

interface NamedItem {
  readonly id: string;
  readonly title: string;
}

/** An item with its viewer's own reminders, for they speak to their owner only. */
export interface RemindingItem extends NamedItem {
  readonly reminders: readonly CustomReminder[];
}

/** An item as its viewer tracks it. */
export interface DueItem extends NamedItem, Omit<Tracking, 'today'> {
  readonly schedule: Schedule;
  /** Days before the due date on which the item wants to be remembered. */
  readonly reminderDays: readonly number[];
}

export interface CustomReminder {
  readonly id: string;
  readonly reminderDate: Temporal.Instant;
  readonly isAcknowledged: boolean;
}

interface AboutItem {
  /** Item, occurrence (or reminder) and kind: clearing one hides neither the next month's nor the next kind's. */
  readonly id: string;
  readonly itemId: string;
  readonly message: string;
}

export interface DueNotification extends AboutItem {
  readonly type: 'urgent' | 'warning' | 'info';
  readonly dueDate: Temporal.PlainDate;
}

export interface ReminderNotification extends AboutItem {
  readonly type: 'reminder';
  readonly reminderId: string;
  readonly dueDate: Temporal.Instant;
}

export type Notification = ReminderNotification | DueNotification;

/**
 * The order of the bell: reminders first, then urgent, warning and info, each by the earliest due date (specification 1,
 * section 9). Cleared ids are the caller's to leave out.
 */
export function orderNotifications(
  reminders: readonly ReminderNotification[],
  due: readonly DueNotification[],
): Notification[] {
  const byDay = due.toSorted((one, other) => Temporal.PlainDate.compare(one.dueDate, other.dueDate));
  return [
    ...reminders.toSorted((one, other) => Temporal.Instant.compare(one.dueDate, other.dueDate)),
    ...byDay.filter(({ type }) => type === 'urgent'),
    ...byDay.filter(({ type }) => type === 'warning'),
    ...byDay.filter(({ type }) => type === 'info'),
  ];
}

/** A custom reminder speaks from 60 minutes before its time until it is acknowledged, whatever the item's status. */
export function notifyOfReminders(item: RemindingItem, now: Temporal.Instant): ReminderNotification[] {
  return item.reminders
    .filter(({ isAcknowledged }) => !isAcknowledged)
    .map((reminder) => ({ reminder, minutes: now.until(reminder.reminderDate).total('minutes') }))
    .filter(({ minutes }) => minutes <= REMINDER_MINUTES)
    .map(({ reminder, minutes }) => ({
      type: 'reminder',
      id: `${item.id}:${reminder.id}:reminder`,
      itemId: item.id,
      reminderId: reminder.id,
      dueDate: reminder.reminderDate,
      message: `Reminder: ${item.title} is due ${describeMinutes(minutes)}`,
    }));
}

/** Only occurrences that are still pending speak (specification 1, section 4; decisions, section 5). */
export function notifyOfDueDates(item: DueItem, today: Temporal.PlainDate): DueNotification[] {
  const { id, title, schedule, recorded, trackedFrom, reminderDays } = item;
  return occurrencesToNotify(schedule, { recorded, trackedFrom, today }).flatMap((dueDate) => {
    const days = daysFrom(today, dueDate);
    const type = kindOf(days, reminderDays);
    if (type === null || !isStillPending(recorded.get(dueDate.toString()))) return [];
    const message = `${title} ${describeDays(days)} (${formatDay(dueDate)})`;
    return [{ type, id: `${id}:${dueDate.toString()}:${type}`, itemId: id, dueDate, message }];
  });
}

/**
 * Urgent when due today or overdue, warning within 7 days (specification 1, section 9). The specification names "info"
 * without a rule: here it is an item whose own reminder days begin earlier than that.
 */
function kindOf(days: number, reminderDays: readonly number[]): DueNotification['type'] | null {
  if (days <= 0) return 'urgent';
  if (days <= WARNING_DAYS) return 'warning';
  return days <= Math.max(0, ...reminderDays) ? 'info' : null;
}

function describeMinutes(minutes: number): string {
  if (minutes <= 0) return 'now';
  const whole = Math.ceil(minutes);
  return whole === 1 ? 'in 1 minute' : `in ${whole} minutes`;
}

function describeDays(days: number): string {
  if (days === 0) return 'is due today';
  if (days === 1) return 'is due tomorrow';
  if (days === -1) return 'is overdue by 1 day';
  return days > 0 ? `is due in ${days} days` : `is overdue by ${-days} days`;
}
