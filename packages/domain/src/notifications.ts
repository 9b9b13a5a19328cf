import { daysFrom, formatDay, isBefore } from './calendar-day.ts';
import { type OwnHolidays, safeDayOf } from './due-days/holidays.ts';
import type { DatedOccurrence } from './due-days/legal-order.ts';
import { occurrencesToNotify, type Schedule, type Tracking } from './occurrence.ts';
import { isStillPending } from './statuses.ts';
import { chasedFrom } from './urgency.ts';

/**
 * Days before a due date and minutes before a reminder from which they notify (R-notifications-2, R-notifications-3).
 */
const WARNING_DAYS = 7;
const REMINDER_MINUTES = 60;

interface NamedItem {
  readonly id: string;
  readonly title: string;
}

/** An item with its viewer's own reminders, which notify their owner only (R-records-4). */
export interface RemindingItem extends NamedItem {
  readonly reminders: readonly CustomReminder[];
}

/** An item as its viewer tracks it. */
export interface DueItem extends NamedItem, Omit<Tracking, 'today'> {
  readonly schedule: Schedule;
  /** Whether the company wrote it down itself. */
  readonly isOwn: boolean;
  /** Days before the due date on which the item notifies early (R-catalogue-21). */
  readonly reminderDays: readonly number[];
  /** The company's own days, by the ISO text of the occurrences that have one. */
  readonly companyDays?: ReadonlyMap<string, Temporal.PlainDate> | undefined;
  /** The company's own holidays. */
  readonly holidays?: OwnHolidays | undefined;
}

export interface CustomReminder {
  readonly id: string;
  readonly reminderDate: Temporal.Instant;
  readonly isAcknowledged: boolean;
}

interface AboutItem {
  /**
   * The id: item, occurrence (or reminder) and kind, so that clearing one hides neither the next month's nor the next
   * kind's (R-notifications-6).
   */
  readonly id: string;
  readonly itemId: string;
  readonly message: string;
}

export interface DueNotification extends AboutItem {
  readonly type: 'urgent' | 'warning' | 'info';
  /** The legal day. */
  readonly dueDate: Temporal.PlainDate;
  /** The day by which it reminds, where that is another and not over: the company's, else the safe one. */
  readonly remindsBy?: { readonly what: 'company' | 'safe'; readonly day: Temporal.PlainDate };
  /** The event, where this is about one of its duties, which `itemId` names then (R-events-16). */
  readonly eventId?: string;
}

export interface ReminderNotification extends AboutItem {
  readonly type: 'reminder';
  readonly reminderId: string;
  readonly dueDate: Temporal.Instant;
}

export type Notification = ReminderNotification | DueNotification;

/**
 * The notifications in the order of the bell: reminders first, then urgent, warning and info, each by the earliest due
 * date (R-notifications-5). Leaving out cleared ones is up to the caller.
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

/**
 * The notifications of an item's reminders: from 60 minutes before their moment until they are acknowledged, whatever
 * the item's status (R-notifications-3).
 */
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

/** The notifications of an item's due dates, of occurrences that are still pending only (R-notifications-2). */
export function notifyOfDueDates(item: DueItem, today: Temporal.PlainDate): DueNotification[] {
  const { schedule, recorded, trackedFrom, isOwn } = item;
  const from = chasedFrom(daysFrom(today, trackedFrom), isOwn);
  const tracking = { recorded, trackedFrom, today, isOwn };
  return notifyOfOccurrences({ ...item, from }, occurrencesToNotify(schedule, tracking), today);
}

/** An item without what its occurrences follow from; `from` is the day of {@link chasedFrom}. */
type NotifiedItem = Omit<DueItem, 'schedule' | 'trackedFrom' | 'isOwn'> & { readonly from: number };

/** {@link notifyOfDueDates} for a caller that knows the item's {@link occurrencesToNotify}. */
export function notifyOfOccurrences(
  { id, title, recorded, reminderDays, companyDays, holidays, from }: NotifiedItem,
  occurrences: readonly DatedOccurrence[],
  today: Temporal.PlainDate,
): DueNotification[] {
  return occurrences.flatMap(({ iso, legal: dueDate }) => {
    if (!isStillPending(recorded.get(iso))) return [];
    const own = companyDays?.get(iso);
    const remindsBy = own ? ({ what: 'company', day: own } as const) : safeDay(dueDate, holidays);
    const days = daysFrom(today, dueDate);
    if (days < from) return [];
    const type = kindOf(days <= 0 ? days : daysFrom(today, remindsBy.day), reminderDays);
    if (type === null) return [];
    const message = `${title} ${describeDays(days)} (${formatDay(dueDate)})`;
    const isTold = !remindsBy.day.equals(dueDate) && !isBefore(remindsBy.day, today) && days > 0;
    return [{ type, id: `${id}:${iso}:${type}`, itemId: id, dueDate, message, ...(isTold && { remindsBy }) }];
  });
}

function safeDay(dueDate: Temporal.PlainDate, holidays: OwnHolidays | undefined) {
  return { what: 'safe', day: safeDayOf(dueDate, holidays) } as const;
}

/**
 * The kind of a notification by the days to the one it reminds by: urgent when due or overdue, warning within 7 days, info
 * earlier when the item asks for it (R-notifications-2).
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
