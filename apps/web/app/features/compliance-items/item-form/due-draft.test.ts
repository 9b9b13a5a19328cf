import { expect, test } from 'vitest';
import {
  changeFrequency,
  type DueDraft,
  describeNextDue,
  draftOfDue,
  listShortcuts,
  NEW_DUE,
  parseExceptions,
  parseReminderDays,
  readDueDraft,
} from './due-draft.ts';

const today = Temporal.PlainDate.from('2026-11-21');
const MONTHLY: DueDraft = {
  date: '2026-12-15',
  frequency: 'monthly',
  description: 'ECR',
  reminderDays: '7, 3',
  exceptions: '15/04 → 30/04',
};
const NEVER: DueDraft = { ...MONTHLY, date: '', frequency: 'never', description: 'N/A' };

test.each([
  ['07/04 → 30/04', [{ of: '04-07', on: '04-30' }]],
  [
    '07/04->30/04 , 12/11 to 11/11',
    [
      { of: '04-07', on: '04-30' },
      { of: '11-12', on: '11-11' },
    ],
  ],
  [' ', []],
  // The contract refuses it.
  ['soon', [{ of: 'soon', on: '' }]],
])('moved due days %j are %j', (text, exceptions) => {
  expect(parseExceptions(text)).toEqual(exceptions);
});

test.each([
  ['7, 3, 1', [7, 3, 1]],
  ['15,soon, 0 ,,x3', [15, 0]],
  ['', []],
  [' , ', []],
  ['1.5, -2, 900', [1.5, -2, 900]], // numbers all the same: the contract refuses them
  ['Infinity, NaN', []],
])('reminder days %j are %j', (text, days) => {
  expect(parseReminderDays(text)).toEqual(days);
});

test.each([
  ['2026-11-21', ['2026-11-21', '2026-11-28', '2026-12-21', '2027-02-21', '2027-11-21']],
  ['2027-11-30', ['2027-11-30', '2027-12-07', '2027-12-30', '2028-02-29', '2028-11-30']],
  ['2028-02-29', ['2028-02-29', '2028-03-07', '2028-03-29', '2028-05-29', '2029-02-28']],
])('the shortcuts of %s', (day, days) => {
  expect(listShortcuts(Temporal.PlainDate.from(day)).map((shortcut) => shortcut.day?.toString())).toEqual(days);
});

test('never clears the date and the description, and what was there comes back', () => {
  const never = changeFrequency(MONTHLY, 'never', { before: null, today });
  expect(never).toEqual(NEVER);
  expect(changeFrequency(never, 'yearly', { before: MONTHLY, today })).toEqual({ ...MONTHLY, frequency: 'yearly' });
});

test('what never had a date begins today', () => {
  const weekly = changeFrequency(NEVER, 'weekly', { before: null, today });
  expect(weekly).toEqual({ ...NEVER, frequency: 'weekly', date: '2026-11-21', description: '' });
});

test('another frequency keeps the rest, also what is typed and no day yet', () => {
  const typing = { ...MONTHLY, date: '15/12' };
  expect(changeFrequency(typing, 'daily', { before: null, today })).toEqual({ ...typing, frequency: 'daily' });
});

test.each([
  ['2027-01-31', 'monthly', '28/02/2027'],
  ['2026-12-15', 'once', '15/12/2026'],
  ['2026-12-15', '2-years', '15/12/2028'],
  ['2200-12-31', 'daily', '–'],
  ['', 'monthly', '–'],
  ['30/02/2027', 'monthly', '–'],
  ['2026-12-15', 'never', 'N/A'],
] as const)('%s %s is due next on %s', (date, frequency, text) => {
  expect(describeNextDue({ date, frequency })).toBe(text);
});

test('what was read from an item goes out as it came', () => {
  const exceptions = [{ of: '04-15', on: '04-30' }];
  const dueDate = { ...MONTHLY, date: '2026-12-15T00:00:00.000Z', nextDueDate: null, reminderDays: [7, 3], exceptions };
  expect(draftOfDue(dueDate)).toEqual(MONTHLY);
  expect(readDueDraft(MONTHLY)).toEqual({ ...MONTHLY, reminderDays: [7, 3], exceptions });
  expect(readDueDraft(NEVER).exceptions).toEqual([]);
  expect(readDueDraft(NEW_DUE).reminderDays).toEqual([7, 3, 1]);
});
