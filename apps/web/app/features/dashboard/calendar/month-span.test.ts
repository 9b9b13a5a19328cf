import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDay, nearestMonth, openingDay, sundaysOfMonth, weeksOfMonth } from './month-span.ts';

test('a month is shown in whole weeks from Sunday to Saturday, none of them without one of its days', () => {
  const months = fc.record({ year: fc.integer({ min: 1900, max: 2200 }), month: fc.integer({ min: 1, max: 12 }) });
  fc.assert(
    fc.property(months, (parts) => {
      const month = Temporal.PlainYearMonth.from(parts);
      const { from, to } = weeksOfMonth(month);
      const first = month.toPlainDate({ day: 1 });
      expect([from.dayOfWeek, to.dayOfWeek]).toEqual([7, 6]);
      expect(from.until(first).days).toBeLessThan(7);
      expect(first.until(from).days).toBeLessThanOrEqual(0);
      expect(month.toPlainDate({ day: month.daysInMonth }).until(to).days).toBeLessThan(7);
      const sundays = sundaysOfMonth(month);
      expect(sundays.map((sunday) => sunday.dayOfWeek)).toEqual(sundays.map(() => 7));
      expect(sundays[0]).toEqual(from);
      expect(sundays.at(-1)?.add({ days: 6 })).toEqual(to);
    }),
  );
});

test('a month opens on today where it is in it, else on its first day', () => {
  const today = Temporal.PlainDate.from('2026-11-21');
  expect(openingDay(Temporal.PlainYearMonth.from('2026-11'), today).toString()).toBe('2026-11-21');
  expect(openingDay(Temporal.PlainYearMonth.from('2026-12'), today).toString()).toBe('2026-12-01');
});

test.each([
  ['2025-10', '2025-11'],
  ['2025-11', '2025-11'],
  ['2028-11', '2028-11'],
  ['2028-12', '2028-11'],
])('wanting %s, one gets to %s: a year back, two ahead', (wanted, month) => {
  const today = Temporal.PlainDate.from('2026-11-21');
  expect(nearestMonth(Temporal.PlainYearMonth.from(wanted), today).toString()).toBe(month);
});

test('days in words', () => {
  expect(describeDay(Temporal.PlainDate.from('2026-11-21'))).toBe('Saturday, 21 November 2026');
  expect(describeDay(Temporal.PlainDate.from('2026-11-22'))).toBe('Sunday, 22 November 2026');
});
