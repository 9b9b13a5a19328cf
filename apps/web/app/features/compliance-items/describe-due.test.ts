import { expect, test } from 'vitest';
import { describeDue } from './describe-due.ts';

test.each([
  [-12, '12 days overdue'],
  [-1, '1 day overdue'],
  [0, 'Due today'],
  [1, 'Due tomorrow'],
  [7, 'Due in 7 days'],
])('%i days from now: %s', (daysLeft, words) => {
  expect(describeDue(daysLeft)).toBe(words);
});
