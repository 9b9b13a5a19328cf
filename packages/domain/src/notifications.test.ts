import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { todayInIndia } from './calendar-day.ts';
import {
  type CustomReminder,
  type DueItem,
  notifyOfDueDates,
  notifyOfReminders,
  orderNotifications,
  type RemindingItem,
} from './notifications.ts';
import type { Frequency } from './recurrence.ts';
import { STATUSES, type Status } from './statuses.ts';

type NotifiableItem = DueItem & RemindingItem;

const now = Temporal.Instant.from('2026-11-20T10:00:00Z');
const day = (iso: string) => Temporal.PlainDate.from(iso);

function item(first: string, frequency: Frequency, more: Partial<NotifiableItem> = {}): NotifiableItem {
  return {
    id: 'epf',
    title: 'EPF: file ECR',
    schedule: { first: day(first), frequency },
    reminderDays: [7, 3, 1],
    recorded: new Map(),
    trackedFrom: day('2024-01-01'),
    isOwn: false,
    reminders: [],
    ...more,
  };
}

const reminder = (id: string, minutes: number, isAcknowledged = false): CustomReminder => ({
  id,
  reminderDate: now.add({ seconds: minutes * 60 }),
  isAcknowledged,
});

const deriveNotifications = (items: readonly NotifiableItem[], at: Temporal.Instant) =>
  orderNotifications(
    items.flatMap((one) => notifyOfReminders(one, at)),
    items.flatMap((one) => notifyOfDueDates(one, todayInIndia(at))),
  );

const summarize = (...items: NotifiableItem[]) =>
  deriveNotifications(items, now).map(({ type, message }) => `${type}: ${message}`);

describe('due dates', () => {
  test.each<[string, string, string[]]>([
    ['overdue', '2026-11-17', ['urgent: EPF: file ECR is overdue by 3 days (17/11/2026)']],
    ['since yesterday', '2026-11-19', ['urgent: EPF: file ECR is overdue by 1 day (19/11/2026)']],
    ['today', '2026-11-20', ['urgent: EPF: file ECR is due today (20/11/2026)']],
    ['in 3 days, a Monday', '2026-11-23', ['warning: EPF: file ECR is due in 3 days (23/11/2026)']],
    // Friday is the safe day of the weekend (R-notifications-11).
    ['tomorrow, a Saturday', '2026-11-21', ['urgent: EPF: file ECR is due tomorrow (21/11/2026)']],
    ['in 7 days', '2026-11-27', ['warning: EPF: file ECR is due in 7 days (27/11/2026)']],
    ['in 9 days, a Sunday', '2026-11-29', ['warning: EPF: file ECR is due in 9 days (29/11/2026)']],
    ['in 10 days', '2026-11-30', []],
  ])('%s', (_, first, expected) => {
    expect(summarize(item(first, 'once'))).toEqual(expected);
  });

  describe('the day by which it reminds', () => {
    const reminded = (first: string, more: Partial<NotifiableItem> = {}) =>
      deriveNotifications([item(first, 'once', more)], now).map(({ type, ...one }) => [
        type,
        'remindsBy' in one ? `${one.remindsBy?.what} ${one.remindsBy?.day}` : null,
      ]);

    test.each<[string, Partial<NotifiableItem>, [string, string | null][]]>([
      ['2026-11-23', {}, [['warning', null]]],
      ['2026-11-29', {}, [['warning', 'safe 2026-11-27']]],
      ['2026-11-21', {}, [['urgent', 'safe 2026-11-20']]],
      ['2026-11-24', { holidays: new Set(['2026-11-24', '2026-11-23']) }, [['urgent', 'safe 2026-11-20']]],
      // The company's own day takes the place of the safe one.
      [
        '2026-11-29',
        { companyDays: new Map([['2026-11-29', day('2026-11-24')]]) },
        [['warning', 'company 2026-11-24']],
      ],
      ['2026-11-29', { companyDays: new Map([['2026-11-29', day('2026-11-19')]]) }, [['urgent', null]]],
      ['2026-11-24', { companyDays: new Map([['2026-11-24', day('2026-12-20')]]) }, []],
    ])('of %s with %j is %j', (first, more, expected) => {
      expect(reminded(first, more)).toEqual(expected);
    });

    test('goes by the legal day, and names that', () => {
      const moved = new Map([['2026-11-15', day('2026-11-26')]]);
      const schedule = { first: day('2026-11-15'), frequency: 'once' as const, moved };
      expect(summarize(item('2026-11-15', 'once', { schedule }))).toEqual([
        'warning: EPF: file ECR is due in 6 days (26/11/2026)',
      ]);
      expect(deriveNotifications([item('2026-11-15', 'once', { schedule })], now)[0]?.id).toBe(
        'epf:2026-11-15:warning',
      );
    });
  });

  test('an item that wants to be remembered earlier informs before it warns', () => {
    const inDays = (days: number) =>
      item(day('2026-11-20').add({ days }).toString(), 'once', { reminderDays: [30, 15, 7] });
    expect(summarize(inDays(31))).toEqual([]);
    expect(summarize(inDays(30))).toEqual(['info: EPF: file ECR is due in 30 days (20/12/2026)']);
    expect(summarize(inDays(7))).toEqual(['warning: EPF: file ECR is due in 7 days (27/11/2026)']);
    expect(summarize(item('2026-12-01', 'once', { reminderDays: [] }))).toEqual([]);
  });

  test.each<[Status, number]>([
    ['pending', 1],
    ['done', 0],
    ['not-done', 0],
    ['not-to-do', 0],
    ['on-hold', 0],
    ['not-applicable', 0],
  ])('recorded as %s: %i', (status, expected) => {
    const recorded = new Map([['2026-11-17', status]]);
    expect(summarize(item('2026-11-17', 'once', { recorded }))).toHaveLength(expected);
  });

  test('a missed occurrence, the nearest and the one after it each speak once', () => {
    const weekly = item('2026-10-30', 'weekly', { recorded: new Map([['2026-11-06', 'done']]) });
    expect(deriveNotifications([weekly], now).map(({ id }) => id)).toEqual([
      'epf:2026-10-30:urgent',
      'epf:2026-11-20:urgent',
      'epf:2026-11-27:warning',
    ]);
  });

  test('nobody is chased through the months before they joined', () => {
    const joined = item('2026-01-15', 'monthly', { trackedFrom: day('2026-11-10') });
    expect(deriveNotifications([joined], now).map(({ id }) => id)).toEqual(['epf:2026-11-15:urgent']);
    const sinceToday = { ...joined, trackedFrom: day('2026-11-20') };
    expect(deriveNotifications([sinceToday], now)).toEqual([]);
    expect(deriveNotifications([{ ...sinceToday, isOwn: true }], now)).toHaveLength(1);
  });

  test('never is never due', () => {
    expect(summarize(item('2026-11-20', 'never', { schedule: { first: null, frequency: 'never' } }))).toEqual([]);
  });
});

describe('custom reminders', () => {
  test.each<[number, string[]]>([
    [61, []],
    [60, ['reminder: Reminder: EPF: file ECR is due in 60 minutes']],
    [24.5, ['reminder: Reminder: EPF: file ECR is due in 25 minutes']],
    [0.5, ['reminder: Reminder: EPF: file ECR is due in 1 minute']],
    [0, ['reminder: Reminder: EPF: file ECR is due now']],
    [-5000, ['reminder: Reminder: EPF: file ECR is due now']],
  ])('%d minutes ahead', (minutes, expected) => {
    expect(summarize(item('2027-11-20', 'once', { reminders: [reminder('r1', minutes)] }))).toEqual(expected);
  });

  test('an acknowledged one is silent', () => {
    expect(summarize(item('2027-11-20', 'once', { reminders: [reminder('r1', 5, true)] }))).toEqual([]);
  });

  test('one speaks for an item that never falls due, and names itself', () => {
    const never = { schedule: { first: null, frequency: 'never' as const }, reminders: [reminder('r1', 5)] };
    expect(deriveNotifications([item('2026-11-20', 'once', never)], now)).toEqual([
      {
        type: 'reminder',
        id: 'epf:r1:reminder',
        itemId: 'epf',
        reminderId: 'r1',
        dueDate: now.add({ minutes: 5 }),
        message: 'Reminder: EPF: file ECR is due in 5 minutes',
      },
    ]);
  });
});

test('reminders come first, then urgent, warning and info, each by the earliest due date', () => {
  const items = [
    item('2026-12-10', 'once', { id: 'info', reminderDays: [30] }),
    item('2026-11-25', 'once', { id: 'later' }),
    item('2026-11-23', 'once', { id: 'sooner', reminders: [reminder('r2', 30), reminder('r1', -30)] }),
    item('2026-11-20', 'once', { id: 'today' }),
    item('2026-11-10', 'once', { id: 'overdue' }),
  ];
  expect(deriveNotifications(items, now).map(({ id }) => id)).toEqual([
    'sooner:r1:reminder',
    'sooner:r2:reminder',
    'overdue:2026-11-10:urgent',
    'today:2026-11-20:urgent',
    'sooner:2026-11-23:warning',
    'later:2026-11-25:warning',
    'info:2026-12-10:info',
  ]);
});

describe('for any items', () => {
  const anyItem = fc
    .record({
      offset: fc.integer({ min: -800, max: 60 }),
      frequency: fc.constantFrom<Frequency>('once', 'weekly', 'monthly', 'quarterly', 'yearly'),
      status: fc.option(fc.constantFrom(...STATUSES)),
      minutes: fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 3 }),
    })
    .map(({ offset, frequency, status, minutes }) => {
      const first = day('2026-11-20').add({ days: offset }).toString();
      const reminders = minutes.map((minute, i) => reminder(`r${i}`, minute));
      return item(first, frequency, { recorded: new Map(status ? [[first, status]] : []), reminders });
    });
  const anyItems = fc
    .array(anyItem, { maxLength: 8 })
    .map((items) => items.map((one, i) => ({ ...one, id: `item${i}` })));

  test('ids are unique, and ranks and due dates ascend', () => {
    const rank = ['reminder', 'urgent', 'warning', 'info'];
    fc.assert(
      fc.property(anyItems, (items) => {
        const notifications = deriveNotifications(items, now);
        expect(new Set(notifications.map(({ id }) => id)).size).toBe(notifications.length);
        const keys = notifications.map(({ type, dueDate }) => `${rank.indexOf(type)} ${dueDate}`);
        expect(keys).toEqual(keys.toSorted());
      }),
    );
  });

  test('what was cleared one month does not hide the next month’s', () => {
    const monthly = [item('2026-01-20', 'monthly')];
    const ids = (at: string) => deriveNotifications(monthly, Temporal.Instant.from(at)).map(({ id }) => id);
    const october = new Set(ids('2026-10-20T10:00:00Z'));
    expect(ids('2026-11-20T10:00:00Z').filter((id) => !october.has(id))).toContain('epf:2026-11-20:urgent');
  });
});
