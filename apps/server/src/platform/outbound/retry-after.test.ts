import { expect, test } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-11-23T02:00:00Z');

test.each([
  [undefined, null],
  ['120', 120],
  ['0', null],
  ['-5', null],
  ['999999999', 86_400],
  ['99999999999999999999', null],
  ['Mon, 23 Nov 2026 02:10:00 GMT', 600],
  ['Mon, 23 Nov 2026 01:00:00 GMT', null],
  ['soon', null],
])('Retry-After %s is %s seconds', (value, expected) => {
  expect(readRetryAfter(value === undefined ? {} : { 'retry-after': value }, NOW)).toBe(expected);
});
