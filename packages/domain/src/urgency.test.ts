import { expect, test } from 'vitest';
import { urgencyOf } from './urgency.ts';

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
  expect(urgencyOf(recorded, daysLeft)).toBe(urgency);
});
