import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FREQUENCIES, occurrenceAt } from '../recurrence.ts';
import { findFilingFault } from './filing-days.ts';

const on = (iso: string) => Temporal.PlainDate.from(iso);

test.each([
  ['monthly', '2026-12-15', '2026-11-01', '2026-10-31'],
  ['monthly', '2026-03-31', '2026-02-01', '2026-01-31'],
  ['quarterly', '2026-10-31', '2026-07-01', '2026-06-30'],
  ['half-yearly', '2026-07-15', '2026-01-01', '2025-12-31'],
  ['yearly', '2026-12-31', '2024-12-01', '2024-11-30'],
  ['2-years', '2026-12-31', '2023-12-01', '2023-11-30'],
  ['once', '2026-12-31', '2024-12-01', '2024-11-30'],
  ['never', '2026-12-31', '2024-12-01', '1900-01-01'],
  ['daily', '2026-12-31', '2024-12-01', '2024-11-30'],
] as const)('what is due %s on %s may be filed from %s on, and not on %s', (frequency, day, first, before) => {
  const of = { day: on(day), frequency };
  expect(findFilingFault(on(first), of)).toBeNull();
  expect(findFilingFault(on(before), of)).toMatch(/^The day of filing must not be before 01\/\d\d\/\d{4}, when/);
});

test('what is filed on its day, or any time after it, or since the occurrence before it, always may be', () => {
  const start = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(start, fc.constantFrom(...FREQUENCIES), fc.nat({ max: 4_000 }), (date, frequency, later) => {
      const first = on(date.toISOString().slice(0, 10));
      const day = occurrenceAt(first, frequency, 1) ?? first;
      for (const filed of [first, day, day.add({ days: later })]) {
        expect(findFilingFault(filed, { day, frequency })).toBeNull();
      }
    }),
  );
});
