import { expect, test } from 'vitest';
import type { Frequency } from '../recurrence.ts';
import { nearestPastDay } from './past-days.ts';

const TODAY = Temporal.PlainDate.from('2026-11-28');

test.each<[string | null, Frequency, string, string | null]>([
  ['2026-04-15', 'monthly', '2026-10-15', '2026-10-15'],
  ['2026-04-15', 'monthly', '2026-10-16', '2026-10-15'],
  ['2026-04-15', 'monthly', '2024-02-15', '2024-02-15'],
  ['2026-04-15', 'monthly', '1999-10-15', '2016-11-15'],
  ['2026-04-15', 'monthly', '2031-10-15', '2027-11-15'],
  ['2026-01-31', 'monthly', '2025-02-28', '2025-02-28'],
  ['2026-07-30', 'yearly', '2023-07-30', '2023-07-30'],
  ['2027-01-31', '2-years', '2025-01-31', '2025-01-31'],
  ['2027-01-31', '2-years', '2026-01-31', '2027-01-31'],
  ['2027-01-31', 'half-yearly', '2026-07-31', '2026-07-31'],
  ['2026-11-02', 'weekly', '2026-10-26', '2026-10-26'],
  ['2026-11-02', 'weekly', '2026-10-27', '2026-10-26'],
  ['2026-11-02', 'daily', '2020-05-05', '2020-05-05'],
  ['2026-12-15', 'once', '2026-12-16', '2026-12-15'],
  [null, 'monthly', '2026-10-15', null],
  ['2026-12-15', 'never', '2026-10-15', null],
])('first %s, %s: nearest %s is %s', (first, frequency, day, nearest) => {
  const schedule = { first: first === null ? null : Temporal.PlainDate.from(first), frequency };
  expect(nearestPastDay(schedule, Temporal.PlainDate.from(day), TODAY)?.toString() ?? null).toBe(nearest);
});
