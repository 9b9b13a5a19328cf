import { expect, test } from 'vitest';
import { readEdition } from './edition.ts';
import { moveDay } from './move-day.ts';

const { items, retired } = await readEdition();

/** The schedule and the named days of what a retired key went into. */
function intoOf(key: string) {
  const found = retired.find((one) => one.key === key);
  const item = items.find((one) => one.key === found?.into);
  if (!found || !item?.firstDueDate) throw new Error(`${key} went into nothing`);
  return { found, schedule: { first: Temporal.PlainDate.from(item.firstDueDate), frequency: item.frequency } };
}

test.each([
  ['tds-deposit-dec', '2027-01-07', '2027-01-07'],
  ['tds-deposit-mar', '2027-04-30', '2027-04-07'],
  ['tds-form138-q4', '2027-05-31', '2027-04-30'],
  ['tds-form138-q3', '2027-01-31', '2027-01-31'],
  ['esi-half-year-apr-sep', '2026-11-11', '2026-11-12'],
  ['esi-half-year-oct-mar', '2027-05-12', '2027-05-12'],
  ['posh-haryana', '2027-02-28', '2027-01-31'],
  ['pt-kl-second', '2027-02-28', '2027-02-28'],
  // Somebody recorded another day than the due one.
  ['tds-deposit-dec', '2027-01-05', '2027-01-07'],
  ['tds-form138-q3', '2027-02-03', '2027-02-03'],
  // Before the merged item began.
  ['tds-deposit-apr', '2025-05-07', '2025-05-07'],
])('%s: what was recorded for %s is of %s', (key, day, expected) => {
  const { found, schedule } = intoOf(key);
  expect(moveDay(Temporal.PlainDate.from(day), found, schedule).toString()).toBe(expected);
});

test('a named day is the nearest one, also over the turn of a year', () => {
  const schedule = { first: null, frequency: 'never' } as const;
  const move = (day: string, to: string) =>
    moveDay(Temporal.PlainDate.from(day), { records: [{ from: day.slice(5), to }] }, schedule).toString();
  expect(move('2026-12-31', '01-15')).toBe('2027-01-15');
  expect(move('2027-01-10', '12-31')).toBe('2026-12-31');
});
