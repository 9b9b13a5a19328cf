import { expect, test } from 'vitest';
import { chooseDaysFor } from './scope.ts';

const TODAY = Temporal.PlainDate.from('2026-11-21');

test.each([
  ['past, its newest three years', '2015-04-01', '2025-03-31', ['2022-03-31', '2025-03-31']],
  ['past and short, all of it', '2024-04-01', '2025-03-31', ['2024-04-01', '2025-03-31']],
  ['open since long ago, what is looked at today', '2001-01-01', null, ['2025-11-21', '2028-11-21']],
  ['that ends long after today, the same', '2001-01-01', '2040-12-31', ['2025-11-21', '2028-11-21']],
  ['without a beginning, its newest three years', null, '2026-03-31', ['2023-03-31', '2026-03-31']],
  ['to come, from its first day', '2027-04-01', null, ['2027-04-01', '2029-04-01']],
])('an answer covers of a period %s', (_, from, to, expected) => {
  const { from: first, to: last } = chooseDaysFor(
    { member: { id: '', role: 'viewer', scope: { acts: null, from, to } } },
    {},
    TODAY,
  );
  expect([`${first}`, `${last}`]).toEqual(expected);
});
