import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  currentOccurrence,
  occurrencesAhead,
  occurrencesInQuestion,
  type Schedule,
  type Tracking,
} from '../occurrence.ts';
import { FREQUENCIES, occurrencesBetween } from '../recurrence.ts';
import type { Status } from '../statuses.ts';
import { firstByLegalDay, nearestByLegalDay, nextByLegalDay, occurrencesByLegalDay } from './legal-order.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const legalDays = (days: Readonly<Record<string, string>>) =>
  new Map(Object.entries(days).map(([of, on]) => [of, day(on)]));
const monthly = (moved: Readonly<Record<string, string>>) => ({
  first: day('2025-01-07'),
  frequency: 'monthly' as const,
  moved: legalDays(moved),
});

function tracking(today: string, recorded: Readonly<Record<string, Status>> = {}): Tracking {
  return { today: day(today), recorded: new Map(Object.entries(recorded)), trackedFrom: day('2026-11-01') };
}

describe('the current occurrence', () => {
  test.each([
    // The extension keeps November's current while December's is as near.
    ['2026-11-20', { '2026-11-07': '2026-11-25' }, {}, '2026-11-07'],
    ['2026-11-20', {}, { '2026-11-07': 'done' } as const, '2026-11-07'],
    ['2026-11-25', { '2026-11-07': '2026-11-25' }, { '2026-11-07': 'done' } as const, '2026-11-07'],
    // Two on one legal day are two: the earlier nominal first.
    ['2026-12-05', { '2026-11-07': '2026-12-07' }, {}, '2026-11-07'],
    ['2026-12-05', { '2026-11-07': '2026-12-07' }, { '2026-11-07': 'done' } as const, '2026-12-07'],
    // One that was moved back.
    ['2026-12-01', { '2026-12-07': '2026-12-02' }, { '2026-11-07': 'done' } as const, '2026-12-07'],
    // One that came before the company was tracked falls due after, by its extension.
    ['2026-11-10', { '2026-10-07': '2026-11-09' }, { '2026-11-07': 'done' } as const, '2026-10-07'],
  ])('on %s with %j and %j is that of %s', (today, moved, recorded, expected) => {
    expect(currentOccurrence(monthly(moved), tracking(today, recorded))?.toString()).toBe(expected);
  });

  test('is at most a year old by both its days', () => {
    const series = {
      first: day('2025-11-15'),
      frequency: 'yearly' as const,
      moved: legalDays({ '2025-11-15': '2025-12-01' }),
    };
    const always = { ...tracking('2026-11-25', { '2026-11-15': 'done' }), trackedFrom: day('2020-01-01') };
    // Statuses of its nominal day aren't known any more.
    expect(currentOccurrence(series, always)?.toString()).toBe('2026-11-15');
    expect(currentOccurrence(series, { ...always, today: day('2026-11-15') })?.toString()).toBe('2025-11-15');
  });
});

test('the one after the nearest is the next by legal days', () => {
  const series = monthly({ '2026-11-07': '2026-12-07', '2027-01-07': '2026-12-20' });
  const ahead = (today: string) => occurrencesAhead(series, day(today)).map(({ iso }) => iso);
  expect(ahead('2026-12-07')).toEqual(['2026-12-07', '2027-01-07']);
  expect(ahead('2026-12-19')).toEqual(['2027-01-07', '2027-02-07']);
});

test('a series that ends has a last one', () => {
  const once = {
    first: day('2026-11-07'),
    frequency: 'once' as const,
    moved: legalDays({ '2026-11-07': '2026-11-20' }),
  };
  const last = nearestByLegalDay(once, day('2026-11-01'));
  expect(last?.legal.toString()).toBe('2026-11-20');
  expect(last && nextByLegalDay(once, last)).toBeNull();
});

describe('for any series', () => {
  const TODAY = day('2026-11-22');
  const around = fc.integer({ min: -500, max: 500 }).map((days) => TODAY.add({ days }));
  const series: fc.Arbitrary<Schedule & { first: Temporal.PlainDate }> = fc
    .record({
      first: around,
      frequency: fc.constantFrom(...FREQUENCIES.filter((frequency) => frequency !== 'never')),
      moves: fc.array(fc.tuple(fc.nat(40), fc.integer({ min: -20, max: 90 })), { maxLength: 4 }),
    })
    .map(({ first, frequency, moves }) => {
      const days = [...occurrencesBetween(first, frequency, first, first.add({ years: 4 }))];
      const moved = moves.flatMap(([n, by]) => {
        const nominal = days[n];
        return nominal ? [[nominal.toString(), nominal.add({ days: by })] as const] : [];
      });
      return { first, frequency, moved: new Map(moved) };
    });
  const { compare } = Temporal.PlainDate;

  test('occurrences come by legal day, then by nominal day, and each once', () => {
    fc.assert(
      fc.property(series, around, (one, from) => {
        const found = occurrencesByLegalDay(one, from, from.add({ days: 200 }));
        const sorted = found.toSorted((a, b) => compare(a.legal, b.legal) || compare(a.day, b.day));
        expect(found).toEqual(sorted);
        expect(new Set(found.map(({ iso }) => iso)).size).toBe(found.length);
      }),
    );
  });

  test('the nearest is the last in question, and nothing lies between it and the next', () => {
    fc.assert(
      fc.property(series, around, (one, trackedFrom) => {
        const nearest = nearestByLegalDay(one, TODAY);
        const inQuestion = [...occurrencesInQuestion(one, { trackedFrom, today: TODAY, isOwn: true })];
        expect(inQuestion.at(-1)).toEqual(nearest ?? undefined);
        const next = nearest && nextByLegalDay(one, nearest);
        if (!nearest || !next) return;
        const between = occurrencesByLegalDay(one, nearest.legal, next.legal).map(({ iso }) => iso);
        expect(between.indexOf(next.iso) - between.indexOf(nearest.iso)).toBe(1);
      }),
    );
  });

  test('the first from a day on is the first of all that are', () => {
    fc.assert(
      fc.property(series, around, (one, from) => {
        expect(firstByLegalDay(one, from)).toEqual(occurrencesByLegalDay(one, from, from.add({ years: 6 }))[0] ?? null);
      }),
    );
  });

  test('a company that is tracked only from 2200 is answered as soon as any', () => {
    const tracked = { today: TODAY, trackedFrom: day('2200-01-01') };
    const began = process.cpuUsage();
    for (const frequency of FREQUENCIES) {
      const moved = legalDays({ '2026-12-01': '2026-12-20' });
      const [found] = occurrencesInQuestion({ first: day('2026-01-01'), frequency, moved }, tracked);
      if (frequency === 'monthly') expect(found?.iso).toBe('2200-01-01');
    }
    expect(process.cpuUsage(began).user).toBeLessThan(100_000);
  });

  test('what moves nothing changes nothing', () => {
    fc.assert(
      fc.property(series, around, ({ first, frequency }, trackedFrom) => {
        const still = { today: TODAY, trackedFrom };
        const plain = [...occurrencesInQuestion({ first, frequency }, still)];
        expect([...occurrencesInQuestion({ first, frequency, moved: new Map() }, still)]).toEqual(plain);
      }),
    );
  });
});
