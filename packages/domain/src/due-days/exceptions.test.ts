import { expect, test } from 'vitest';
import { exceptedDay, findExceptionFault } from './exceptions.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const MONTHLY = { first: day('2026-05-07'), frequency: 'monthly' } as const;

test.each([
  ['2026-04-07', '04-07', '04-30', '2026-04-30'],
  ['2027-04-07', '04-07', '04-30', '2027-04-30'],
  ['2026-05-07', '04-07', '04-30', undefined],
  ['2026-11-12', '11-12', '11-11', '2026-11-11'],
  ['2026-12-31', '12-31', '01-15', '2027-01-15'],
  ['2026-01-10', '01-10', '12-31', '2025-12-31'],
  ['2027-02-28', '02-28', '03-05', '2027-03-05'],
  // The occurrence of a month's end that February cuts.
  ['2028-02-29', '02-28', '03-05', '2028-03-05'],
])('%s with %s on %s falls due on %s', (nominal, of, on, expected) => {
  expect(exceptedDay(day(nominal), [{ of, on }])?.toString()).toBe(expected);
});

test.each([
  [[{ of: '04-07', on: '04-30' }], null],
  [[], null],
  [[{ of: '04-31', on: '04-30' }], 'Please give the days as month and day, such as 04-07'],
  [[{ of: '4-7', on: '04-30' }], 'Please give the days as month and day, such as 04-07'],
  [[{ of: '04-07', on: '02-29' }], '29 February is not there every year'],
  [[{ of: '02-29', on: '04-07' }], '29 February is not there every year'],
  [[{ of: '04-07', on: '02-30' }], 'Please give the days as month and day, such as 04-07'],
  // Two that fall due on one day are two.
  [
    [
      { of: '04-07', on: '04-30' },
      { of: '05-07', on: '04-30' },
    ],
    null,
  ],
  [
    [
      { of: '04-07', on: '04-30' },
      { of: '04-07', on: '04-29' },
    ],
    'There are two exceptions for 04-07',
  ],
  [[{ of: '04-07', on: '04-07' }], 'The exception for 04-07 moves nothing'],
  [[{ of: '12-07', on: '01-07' }], 'The exception for 12-07 leaves its year'],
  [[{ of: '04-08', on: '04-30' }], 'Nothing falls due on 04-08'],
])('%j of a monthly 7th: %s', (exceptions, fault) => {
  expect(findExceptionFault(exceptions, MONTHLY)).toBe(fault);
});

test('what never falls due has none, a month’s end falls due on the 28th of February, and a day on every day', () => {
  const one = [{ of: '02-28', on: '02-20' }];
  expect(findExceptionFault(one, { first: null, frequency: 'never' })).toBe('Nothing falls due on 02-28');
  expect(findExceptionFault(one, { first: day('2026-03-31'), frequency: 'monthly' })).toBeNull();
  expect(findExceptionFault(one, { first: day('2026-04-01'), frequency: 'daily' })).toBeNull();
  expect(findExceptionFault(one, { first: day('2026-02-28'), frequency: 'once' })).toBeNull();
});
