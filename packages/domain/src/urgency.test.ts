import { expect, test } from 'vitest';
import { chasedFrom, urgencyOf } from './urgency.ts';

test.each([
  [undefined, -1, 'overdue'],
  ['pending', -1, 'overdue'],
  ['not-done', -400, 'overdue'],
  [undefined, 0, 'due-soon'],
  ['on-hold', 7, 'due-soon'],
  [undefined, 8, 'later'],
  ['done', -1, 'settled'],
  ['not-to-do', 0, 'settled'],
  ['not-applicable', 30, 'settled'],
] as const)('recorded %s with %i days left is %s', (recorded, daysLeft, urgency) => {
  expect(urgencyOf(recorded, daysLeft, Number.NEGATIVE_INFINITY)).toBe(urgency);
});

test.each([
  ['the day before', undefined, -11, false, 'untracked'],
  ['the day itself', undefined, -10, false, 'overdue'],
  ['on hold from before', 'on-hold', -40, false, 'untracked'],
  ['done from before', 'done', -40, false, 'settled'],
  ['what the company wrote down itself', undefined, -40, true, 'overdue'],
  ['today', undefined, 0, false, 'due-soon'],
] as const)('tracked for ten days: %s', (_, recorded, daysLeft, isOwn, urgency) => {
  expect(urgencyOf(recorded, daysLeft, chasedFrom(-10, isOwn))).toBe(urgency);
});

test('an occurrence of today is due also for who joined today', () => {
  expect(urgencyOf(undefined, 0, chasedFrom(0, false))).toBe('due-soon');
});
