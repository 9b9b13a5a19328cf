import { expect, test } from 'vitest';
import { parseTypedDay } from './parse-typed-day.ts';

test.each([
  ['15/12/2026', '2026-12-15'],
  [' 5-1-2027 ', '2027-01-05'],
  ['01.02.2027', '2027-02-01'],
  ['2026-12-15', '2026-12-15'],
  ['29/02/2028', '2028-02-29'],
])('reads %j as %s', (text, iso) => {
  expect(parseTypedDay(text)?.toString()).toBe(iso);
});

test.each(['', '15/12', '30/02/2026', '12/15/2026', '15/12/1026', 'tomorrow'])('refuses %j', (text) => {
  expect(parseTypedDay(text)).toBeNull();
});
