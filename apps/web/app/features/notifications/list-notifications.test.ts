import { expect, test } from 'vitest';
import { makeItem, VIEWER } from '../compliance-items/items.fixture.ts';
import { listNotifications } from './list-notifications.ts';

const NOW = Temporal.Instant.from('2026-11-21T10:00:00Z');
const INSTANT = '2026-11-20T08:00:00.000Z';

const list = (...items: Parameters<typeof listNotifications>[0]) =>
  listNotifications(items, VIEWER._id, NOW).map(({ message }) => message);

function makeReminder(userId: string) {
  return {
    _id: `of ${userId}`,
    complianceId: 'item',
    userId,
    reminderDate: '2026-11-21T10:30:00.000Z',
    isAcknowledged: false,
    createdAt: INSTANT,
    updatedAt: INSTANT,
  };
}

test('a pending item is named with its date and none of its values', () => {
  const item = makeItem({ first: '2026-11-22', frequency: 'once', values: { f: { text: 'Form 11', isLink: false } } });
  expect(list(item)).toEqual(['File the return is due tomorrow (22/11/2026)']);
});

test('after midnight in India the day before is over', () => {
  const item = makeItem({ first: '2026-12-15', frequency: 'once' });
  const at = (now: string) => listNotifications([item], VIEWER._id, Temporal.Instant.from(now));
  expect(at('2026-12-15T23:59:00+05:30').map(({ message }) => message)).toEqual([
    'File the return is due today (15/12/2026)',
  ]);
  expect(at('2026-12-16T00:58:00+05:30').map(({ message }) => message)).toEqual([
    'File the return is overdue by 1 day (15/12/2026)',
  ]);
});

test('what is recorded is silent, what a colleague of another workspace recorded is not heard', () => {
  const item = makeItem({ first: '2026-11-22', frequency: 'once', recorded: { '2026-11-22': 'done' } });
  expect(list(item)).toEqual([]);
  const others = item.statusHistory.map((entry) => ({ ...entry, isOwn: false }));
  expect(list({ ...item, statusHistory: others })).toHaveLength(1);
});

test('only the viewer’s own items and reminders speak', () => {
  const item = { ...makeItem({ first: null, frequency: 'never' }), customReminders: [makeReminder(VIEWER._id)] };
  expect(list(item)).toEqual(['Reminder: File the return is due in 30 minutes']);
  expect(list({ ...item, customReminders: [makeReminder('somebody else')] })).toEqual([]);
  expect(list({ ...item, userId: 'somebody else' })).toEqual([]);
});
