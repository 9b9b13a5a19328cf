import { expect, test } from 'vitest';
import { nameDistance } from './name-distance.ts';

test.each([
  [-12, '12 days late'],
  [-1, '1 day late'],
  [0, 'today'],
  [1, 'tomorrow'],
  [5, 'in 5 days'],
])('%d days away is %s', (days, words) => {
  expect(nameDistance(days)).toBe(words);
});
