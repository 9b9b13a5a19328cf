import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPublicHoliday, nextOpenDay, PUBLIC_HOLIDAYS, safeDayOf } from './holidays.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);

test('they are those of the catalogue', async () => {
  const file = path.join(import.meta.dirname, '../../../../catalogue/parameters/holidays.json');
  const shipped: unknown = JSON.parse(await readFile(file, 'utf8'));
  const whole = PUBLIC_HOLIDAYS.map(({ rule, ...holiday }) => ({
    ...holiday,
    rule: { monthDay: null, weekday: null, nth: [], ...rule },
  }));
  expect(shipped).toMatchObject(whole);
  expect(shipped).toHaveLength(PUBLIC_HOLIDAYS.length);
});

test.each([
  ['2026-01-26', 'Republic Day'],
  ['2026-08-15', 'Independence Day'],
  ['2026-10-02', "Mahatma Gandhi's birthday"],
  ['2026-11-22', 'Sunday'],
  ['2026-11-14', 'Second Saturday'],
  ['2026-11-28', 'Fourth Saturday'],
  ['2026-11-07', undefined],
  ['2026-11-21', undefined],
  ['2026-08-29', undefined],
  ['2026-11-23', undefined],
])('%s is %s', (iso, name) => {
  expect(findPublicHoliday(day(iso))?.name).toBe(name);
});

test.each([
  ['2026-11-23', [], '2026-11-23'],
  ['2026-11-22', [], '2026-11-20'],
  // A first Saturday, on which banks are open, is free to be safe.
  ['2026-11-07', [], '2026-11-06'],
  ['2026-01-26', [], '2026-01-23'],
  ['2026-11-10', ['2026-11-10', '2026-11-09'], '2026-11-06'],
  ['2026-11-10', ['2026-11-09'], '2026-11-10'],
])('the safe day of %s with %j off is %s', (iso, own, safe) => {
  expect(safeDayOf(day(iso), new Set(own)).toString()).toBe(safe);
});

test('what falls on a holiday may be done on the next open day', () => {
  expect(nextOpenDay(day('2026-11-14')).toString()).toBe('2026-11-16');
  expect(nextOpenDay(day('2026-11-16')).toString()).toBe('2026-11-16');
});

test('a safe day is never after its day, and is safe itself', () => {
  const days = fc.integer({ min: -20_000, max: 60_000 }).map((n) => day('2026-01-01').add({ days: n }));
  fc.assert(
    fc.property(days, fc.array(fc.nat(40), { maxLength: 20 }), (legal, off) => {
      const own = new Set(off.map((n) => legal.subtract({ days: n }).toString()));
      const safe = safeDayOf(legal, own);
      expect(Temporal.PlainDate.compare(safe, legal)).toBeLessThanOrEqual(0);
      expect(safeDayOf(safe, own).toString()).toBe(safe.toString());
    }),
  );
});

test('who is off for longer than a month is told the day itself', () => {
  const legal = day('2026-11-18');
  const own = new Set(Array.from({ length: 40 }, (_, n) => legal.subtract({ days: n }).toString()));
  expect(safeDayOf(legal, own).toString()).toBe('2026-11-18');
});
