import { expect, test, vi } from 'vitest';
import type { Frequency } from '../recurrence.ts';
import { occurrencesOfWeek, occurrencesTold, safeDaysAhead } from './occurrences.ts';

const TODAY = Temporal.PlainDate.from('2026-11-23');

const daily = { first: Temporal.PlainDate.from('1900-01-01'), frequency: 'daily' as Frequency };

/** Days that no call writes, beside one that it does. */
const REMINDER_DAYS = [7, 63_900, 2_147_483_647, -7, Number.NaN, 1.5];

test('reminder days that no call writes look no further ahead than those that it does', () => {
  const add = vi.spyOn(Temporal.PlainDate.prototype, 'add');
  const few = occurrencesTold(daily, { reminderDays: [7] }, TODAY);
  const steps = add.mock.calls.length;
  add.mockClear();
  expect(occurrencesTold(daily, { reminderDays: REMINDER_DAYS }, TODAY)).toEqual(few);
  expect(add.mock.calls.length).toBe(steps);
});

test('a horizon is a year and some months at most, in whatever is told', () => {
  const toldBy = { reminderDays: [366, ...REMINDER_DAYS] };
  expect(safeDaysAhead(daily, toldBy, TODAY).length).toBeLessThan(366 + 190 + 2);
  expect(occurrencesOfWeek(daily, toldBy, TODAY).length).toBeLessThan(2 * 366);
});
