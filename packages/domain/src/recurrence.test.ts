import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FREQUENCIES,
  type Frequency,
  neighboursOf,
  nextDueDate,
  occurrenceAt,
  occurrenceIndexAtOrAfter,
  occurrenceIndexAtOrBefore,
  occurrenceIndexNear,
  occurrencesBetween,
} from './recurrence.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const compare = Temporal.PlainDate.compare;
const anyDay = fc.integer({ min: 0, max: 40_000 }).map((offset) => day('1960-01-01').add({ days: offset }));
const recurring = FREQUENCIES.filter((frequency) => frequency !== 'never' && frequency !== 'once');
const MONTHS: Partial<Record<Frequency, number>> = {
  monthly: 1,
  quarterly: 3,
  'half-yearly': 6,
  yearly: 12,
  '2-years': 24,
};
const DAYS: Partial<Record<Frequency, number>> = { daily: 1, weekly: 7 };

/** The series by walking it from the start: slow, and obviously right. */
function walk(first: Temporal.PlainDate, frequency: Frequency, to: Temporal.PlainDate): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = [];
  for (let k = 0; ; k++) {
    const at = occurrenceAt(first, frequency, k);
    if (!at || compare(at, to) > 0) return days;
    days.push(at);
  }
}

const list = (first: string, frequency: Frequency, count: number) =>
  Array.from({ length: count }, (_, k) => occurrenceAt(day(first), frequency, k)?.toString());

describe('occurrenceAt', () => {
  test.each<[Frequency, string, (string | undefined)[]]>([
    ['never', '2026-12-15', [undefined, undefined]],
    ['once', '2026-12-15', ['2026-12-15', undefined]],
    ['daily', '2026-12-30', ['2026-12-30', '2026-12-31', '2027-01-01']],
    ['weekly', '2026-12-25', ['2026-12-25', '2027-01-01', '2027-01-08']],
    ['monthly', '2026-12-15', ['2026-12-15', '2027-01-15', '2027-02-15']],
    ['monthly', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['monthly', '2027-12-30', ['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
    ['quarterly', '2026-11-30', ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30']],
    ['half-yearly', '2026-08-31', ['2026-08-31', '2027-02-28', '2027-08-31', '2028-02-29']],
    ['yearly', '2024-02-29', ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['2-years', '2024-02-29', ['2024-02-29', '2026-02-28', '2028-02-29']],
  ])('%s from %s', (frequency, first, expected) => {
    expect(list(first, frequency, expected.length)).toEqual(expected);
  });

  test('there is nothing before the first and nothing after the calendar ends', () => {
    expect(occurrenceAt(day('2026-12-15'), 'monthly', -1)).toBeNull();
    expect(occurrenceAt(day('2200-11-30'), 'monthly', 1)?.toString()).toBe('2200-12-30');
    expect(occurrenceAt(day('2200-11-30'), 'monthly', 2)).toBeNull();
  });

  test('month-based series never drift: k periods on, the same day or the last of a shorter month', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...recurring), fc.nat(500), (first, frequency, k) => {
        const months = MONTHS[frequency];
        const at = occurrenceAt(first, frequency, k);
        fc.pre(months !== undefined && at !== null);
        const monthIndex = first.year * 12 + first.month - 1 + k * months;
        expect([at.year, at.month]).toEqual([Math.floor(monthIndex / 12), (monthIndex % 12) + 1]);
        expect(at.day).toBe(Math.min(first.day, at.daysInMonth));
      }),
    );
  });

  test('day-based series keep their distance', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom<Frequency>('daily', 'weekly'), fc.nat(5000), (first, frequency, k) => {
        const expected = k * (DAYS[frequency] ?? Number.NaN);
        expect(occurrenceAt(first, frequency, k)?.since(first).days).toBe(expected);
      }),
    );
  });

  test('occurrences are strictly increasing', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...recurring), fc.nat(1000), (first, frequency, k) => {
        const [one, next] = [occurrenceAt(first, frequency, k), occurrenceAt(first, frequency, k + 1)];
        fc.pre(one !== null && next !== null);
        expect(compare(one, next)).toBe(-1);
      }),
    );
  });
});

test.each<[Frequency, string, string | undefined]>([
  ['never', '2026-12-15', undefined],
  ['once', '2026-12-15', '2026-12-15'],
  ['daily', '2026-12-31', '2027-01-01'],
  ['weekly', '2026-12-15', '2026-12-22'],
  ['monthly', '2027-01-31', '2027-02-28'],
  ['quarterly', '2026-12-15', '2027-03-15'],
  ['half-yearly', '2026-12-15', '2027-06-15'],
  ['yearly', '2026-12-15', '2027-12-15'],
  ['2-years', '2026-12-15', '2028-12-15'],
])('the next due date, %s from %s, is %s', (frequency, first, expected) => {
  expect(nextDueDate(day(first), frequency)?.toString()).toBe(expected);
});

describe('the index of an occurrence', () => {
  test('at or before a day is the last that walking reaches', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom(...FREQUENCIES), (first, to, frequency) => {
        expect(occurrenceIndexAtOrBefore(first, frequency, to)).toBe(walk(first, frequency, to).length - 1);
      }),
      { numRuns: 60 },
    );
  });

  test('at or after a day is the first that is not before it', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom(...recurring), (first, from, frequency) => {
        const k = occurrenceIndexAtOrAfter(first, frequency, from);
        const [before, at] = [occurrenceAt(first, frequency, k - 1), occurrenceAt(first, frequency, k)];
        expect(before === null || compare(before, from) < 0).toBe(true);
        expect(at !== null && compare(at, from) >= 0).toBe(true);
      }),
    );
  });

  test.each<[string, Frequency, string, string, number | null]>([
    ['before the first', 'monthly', '2026-12-15', '2020-01-01', 0],
    ['on an occurrence', 'monthly', '2026-12-15', '2027-02-15', 2],
    ['nearer to the earlier', 'monthly', '2026-12-15', '2027-01-30', 1],
    ['nearer to the later', 'monthly', '2026-12-15', '2027-01-31', 2],
    ['a tie goes to the later', 'monthly', '2027-02-15', '2027-03-01', 1],
    ['once, long past', 'once', '2026-12-15', '2030-01-01', 0],
    ['never', 'never', '2026-12-15', '2026-12-15', null],
    ['at the end of the calendar', 'yearly', '2199-03-01', '2200-12-31', 1],
  ])('near a day: %s', (_, frequency, first, near, expected) => {
    expect(occurrenceIndexNear(day(first), frequency, day(near))).toBe(expected);
  });

  test('near a day is never farther than any other, and the later of two', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom(...recurring), (first, near, frequency) => {
        const k = occurrenceIndexNear(first, frequency, near) ?? Number.NaN;
        const distance = (index: number) => {
          const at = occurrenceAt(first, frequency, index);
          return at ? Math.abs(at.since(near).days) : Number.POSITIVE_INFINITY;
        };
        expect(distance(k)).toBeLessThanOrEqual(distance(k - 1));
        expect(distance(k)).toBeLessThan(distance(k + 1));
      }),
    );
  });
});

test.each<[Frequency, string, string | undefined, string | undefined]>([
  ['monthly', '2026-12-15', '2026-11-15', '2027-01-15'],
  ['monthly', '2026-12-20', '2026-12-15', '2027-01-15'],
  ['monthly', '2026-01-15', undefined, '2026-02-15'],
  ['monthly', '2025-06-01', undefined, '2026-01-15'],
  ['once', '2026-01-15', undefined, undefined],
  ['once', '2026-01-16', '2026-01-15', undefined],
  ['never', '2026-01-16', undefined, undefined],
])('neighbours, %s, of %s: %s and %s', (frequency, of, before, after) => {
  const neighbours = neighboursOf(day('2026-01-15'), frequency, day(of));
  expect([neighbours.before?.toString(), neighbours.after?.toString()]).toEqual([before, after]);
});

describe('occurrencesBetween', () => {
  test('includes both ends', () => {
    const days = occurrencesBetween(day('2026-01-31'), 'monthly', day('2026-02-28'), day('2026-04-30'));
    expect([...days].map(String)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  });

  test('is what walking from the first finds', () => {
    const length = fc.integer({ min: -5, max: 1100 });
    fc.assert(
      fc.property(anyDay, anyDay, length, fc.constantFrom(...FREQUENCIES), (first, from, span, frequency) => {
        const to = from.add({ days: span });
        const expected = walk(first, frequency, to).filter((at) => compare(at, from) >= 0);
        expect([...occurrencesBetween(first, frequency, from, to)].map(String)).toEqual(expected.map(String));
      }),
      { numRuns: 60 },
    );
  });

  test('does no work for what is not asked: it starts in the middle and stops when left', () => {
    const days = occurrencesBetween(day('1900-01-01'), 'daily', day('2199-12-31'), day('2200-12-31'));
    expect(days.next().value?.toString()).toBe('2199-12-31');
    expect(days.return().done).toBe(true);
  });
});
