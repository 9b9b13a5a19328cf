import { expect, test } from 'vitest';
import { deriveRows } from './compliance-row.ts';
import { makeAct, makeEntry, makeItem, makeRows, type Sketch, TODAY } from './items.fixture.ts';

const OCTOBER = '2026-10-15';
const NOVEMBER = '2026-11-15';

test.each<[string, Sketch, [due: string | null, status: string | null, urgency: string, daysLeft: number]]>([
  ['missed, nothing recorded', {}, [NOVEMBER, 'not-done', 'overdue', -6]],
  ['missed the month before too', { first: OCTOBER }, [OCTOBER, 'not-done', 'overdue', -37]],
  [
    'missed before it was tracked',
    { first: OCTOBER, trackedFrom: '2026-11-01' },
    [NOVEMBER, 'not-done', 'overdue', -6],
  ],
  ['put on hold', { recorded: { [NOVEMBER]: 'on-hold' } }, [NOVEMBER, 'on-hold', 'overdue', -6]],
  ['done', { recorded: { [NOVEMBER]: 'done' } }, [NOVEMBER, 'done', 'settled', -6]],
  ['due today', { first: '2026-11-21', frequency: 'once' }, ['2026-11-21', 'pending', 'due-soon', 0]],
  ['due in a week', { first: '2026-11-28', frequency: 'once' }, ['2026-11-28', 'pending', 'due-soon', 7]],
  ['due in eight days', { first: '2026-11-29', frequency: 'once' }, ['2026-11-29', 'pending', 'later', 8]],
  [
    'done ahead of time',
    { first: '2026-11-28', recorded: { '2026-11-28': 'done' } },
    ['2026-11-28', 'done', 'settled', 7],
  ],
  ['tracked from after its nearest day', { trackedFrom: '2026-11-16' }, ['2026-12-15', 'pending', 'later', 24]],
  [
    'tracked from after its nearest day, which is done',
    { trackedFrom: '2026-11-16', recorded: { [NOVEMBER]: 'done' } },
    ['2026-12-15', 'pending', 'later', 24],
  ],
  ['tracked from a day on which it falls due', { trackedFrom: NOVEMBER }, [NOVEMBER, 'not-done', 'overdue', -6]],
  ['of their own', { trackedFrom: '2026-11-16', own: true }, [NOVEMBER, 'not-done', 'overdue', -6]],
  [
    'due once, before they joined',
    { first: NOVEMBER, frequency: 'once', trackedFrom: '2026-11-16' },
    [NOVEMBER, 'not-done', 'untracked', -6],
  ],
  ['never due', { first: null, frequency: 'never' }, [null, null, 'never', 0]],
])('an item that is %s', (_, sketch, expected) => {
  const [row] = makeRows([sketch]);
  expect([row?.due?.toString() ?? null, row?.status, row?.urgency, row?.daysLeft]).toEqual(expected);
});

const midnight = (iso: string) => `${iso}T00:00:00.000Z`;

test.each<[string, Sketch, [string | null, string | null], [due: string | null, status: string | null, ahead: number]]>(
  [
    ['with today in it', {}, ['2026-11-01', null], [NOVEMBER, 'not-done', 2]],
    ['before', { first: '2025-11-25' }, ['2026-08-01', '2026-09-30'], ['2026-08-25', 'not-done', 0]],
    [
      'before, with all done',
      { first: '2026-08-25', recorded: { '2026-08-25': 'done', '2026-09-25': 'done' } },
      [null, '2026-09-30'],
      ['2026-09-25', 'done', 0],
    ],
    ['to come', {}, ['2027-02-01', null], ['2027-02-15', 'pending', 0]],
    ['that has none', {}, ['2026-11-16', '2026-11-30'], [null, null, 0]],
  ],
)('to a viewer of a period %s a row is about an occurrence in it', (_, sketch, [from, to], expected) => {
  const period = { from: from && midnight(from), to: to && midnight(to) };
  const [row] = deriveRows([{ ...makeItem(sketch), period }], [], TODAY);
  expect([row?.due?.toString() ?? null, row?.status, row?.series.ahead.length]).toEqual(expected);
});

test('what a company wrote down itself is overdue, also from before it was written down', () => {
  const item = { ...makeItem({ trackedFrom: '2026-11-16' }), own: true as const };
  expect(deriveRows([item], [], TODAY)[0]?.urgency).toBe('overdue');
});

test('a row is about what its own workspace recorded, whoever there did', () => {
  const entry = makeEntry('item', NOVEMBER, 'done', 'somebody else');
  const statusFor = (isOwn?: boolean) => {
    const statusHistory = [isOwn === undefined ? entry : { ...entry, isOwn }];
    return deriveRows([{ ...makeItem(), statusHistory }], [], TODAY)[0]?.status;
  };
  expect(statusFor(false)).toBe('not-done');
  expect(statusFor(true)).toBe('done');
  expect(statusFor()).toBe('done'); // only administrators are sent the entries of others
});

test('a row knows its act, and does without when the acts could not be loaded', () => {
  expect(makeRows([{ actId: 'epf' }], [makeAct('esi', 'ESI'), makeAct('epf', 'EPF')])[0]?.act?.name).toBe('EPF');
  expect(makeRows([{ actId: 'epf' }])[0]?.act).toBeUndefined();
});

test('a reminder shows until it is acknowledged', () => {
  const reminder = (isAcknowledged: boolean) => ({
    _id: 'reminder',
    complianceId: 'item',
    userId: 'viewer',
    reminderDate: '2026-11-22T08:00:00.000Z',
    isAcknowledged,
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T08:00:00.000Z',
  });
  const hasReminder = (...customReminders: ReturnType<typeof reminder>[]) =>
    deriveRows([{ ...makeItem(), customReminders }], [], TODAY)[0]?.hasReminder;
  expect(hasReminder()).toBe(false);
  expect(hasReminder(reminder(true))).toBe(false);
  expect(hasReminder(reminder(true), reminder(false))).toBe(true);
  expect(hasReminder({ ...reminder(false), userId: 'a colleague' })).toBe(false);
});
