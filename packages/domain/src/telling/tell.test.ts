import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FREQUENCIES } from '../recurrence.ts';
import { occurrencesOfWeek, occurrencesTold } from './occurrences.ts';
import { type NumberedDays, tellDuty, tellOccurrence, tellRenewal } from './tell.ts';

const MONTH = { sincePrevious: 31, untilNext: 30 };
const day = (iso: string) => Temporal.PlainDate.from(iso);
const write = (told: ReturnType<typeof tellOccurrence>) =>
  told && `${told.part}${told.isTold ? ' told' : ''}${told.isEscalated ? ' owner' : ''}`;

describe('an occurrence of a month', () => {
  test.each<[legal: number, by: number, told: string | null]>([
    [9, 7, 'soon told'],
    [7, 5, null],
    [2, 0, 'today told owner'],
    // Its safe day is over, and the law's is to come.
    [1, -1, 'soon told'],
    [3, -1, 'soon told'],
    [0, -2, 'today told owner'],
    [-1, -3, 'overdue told owner'],
    [-2, -2, 'overdue'],
    [-7, -7, 'overdue told owner'],
    [-14, -14, 'overdue told owner'],
    [-31, -31, 'overdue'],
    [-32, -32, null],
    // The company's day lies later, where the law leaves that to it.
    [-4, 3, 'soon told'],
    [-4, 0, 'today told owner'],
    [-4, -1, 'overdue told owner'],
  ])('legal in %i days, reminded by %i: %s', (legal, by, told) => {
    expect(write(tellOccurrence({ legal, by, safe: Math.min(legal, by), ...MONTH }, [7, 3]))).toBe(told);
  });

  test.each([
    ['its own day is over, and the safe day is to come', 6, -3, 4, null],
    ['its own day is over, and the safe day is there', 2, -5, 0, 'soon told'],
    ['both are over', 1, -6, -1, 'soon told'],
  ])('of a company with a day of its own: %s', (_, legal, by, safe, told) => {
    expect(write(tellOccurrence({ legal, by, safe, ...MONTH }, [7, 3]))).toBe(told);
  });
});

describe('a horizon longer than the period', () => {
  const week: Pick<NumberedDays, 'sincePrevious' | 'untilNext'> = { sincePrevious: 7, untilNext: 7 };

  test.each([
    [8, null],
    [7, 'soon told'],
    [-7, 'overdue told owner'],
    [-14, 'overdue'],
  ])('of a week, %i days: %s', (days, told) => {
    expect(write(tellOccurrence({ legal: days, by: days, safe: days, ...week }, [8, 7]))).toBe(told);
  });
});

describe('the renewal of a registration', () => {
  test.each<[due: number, until: number, told: string | null]>([
    [30, 90, 'expiring told'],
    [-7, 53, 'expiring told owner'],
    [-30, 30, 'expiring told'],
    [-40, 20, 'expiring'],
    [-60, 0, 'expiring told owner'],
    [-67, -7, 'expiring told owner'],
    [-92, -32, null],
  ])('due in %i days, with the last day in %i: %s', (due, until, told) => {
    const once = { sincePrevious: Number.POSITIVE_INFINITY, untilNext: Number.POSITIVE_INFINITY };
    expect(write(tellRenewal({ legal: due, by: due, safe: due, ...once }, [30], until))).toBe(told);
  });
});

describe('a duty of an event', () => {
  test.each<[day: string, at: string | null, told: string | null]>([
    ['2026-11-26', null, 'soon told'],
    ['2026-11-25', null, null],
    ['2026-11-23', null, 'today told owner'],
    ['2026-11-23', '2026-11-23T02:31:00Z', 'today told owner'],
    ['2026-11-23', '2026-11-23T02:30:00Z', 'overdue told owner'],
    ['2026-11-22', null, 'overdue told owner'],
    ['2026-11-20', null, 'overdue'],
  ])('due on %s, at %s: %s', (due, at, told) => {
    const moment = at === null ? null : Temporal.Instant.from(at);
    expect(write(tellDuty({ day: day(due), at: moment }, Temporal.Instant.from('2026-11-23T02:30:00Z')))).toBe(told);
  });
});

describe('occurrences told', () => {
  const schedule = fc.record({
    first: fc.integer({ min: 0, max: 900 }).map((days) => day('2024-06-01').add({ days })),
    frequency: fc.constantFrom(...FREQUENCIES),
  });
  const today = fc.integer({ min: 0, max: 400 }).map((days) => day('2026-06-01').add({ days }));

  test('that fall due on a Sunday are told of on each day from the Friday before', () => {
    const sunday = { first: day('2026-11-29'), frequency: 'monthly' } as const;
    const told = (iso: string) =>
      occurrencesTold(sunday, { reminderDays: [] }, day(iso)).map(({ telling }) => write(telling));
    expect(['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(told)).toEqual([
      [],
      ['today told owner'],
      ['soon told'],
      ['today told owner'],
      ['overdue told owner'],
    ]);
  });

  test('are told of each day where a company’s holidays come before the legal day', () => {
    const series = { first: day('2026-11-12'), frequency: 'yearly' } as const;
    const holidays = new Set(['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12']);
    const days = [6, 7, 8, 9, 10, 11, 12].map((date) => day(`2026-11-${String(date).padStart(2, '0')}`));
    const told = days.map((today) => occurrencesTold(series, { reminderDays: [], holidays }, today).length);
    expect(told).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test('are each told of on few days: its reminder days, from the safe day to the legal day, and three after', () => {
    fc.assert(
      fc.property(schedule, today, (series, start) => {
        const reminderDays = [7, 3, 1];
        const told = new Map<string, number>();
        for (let n = 0; n < 60; n++) {
          for (const { iso, telling } of occurrencesTold(series, { reminderDays }, start.add({ days: n }))) {
            if (telling.isTold) told.set(iso, (told.get(iso) ?? 0) + 1);
          }
        }
        // Before a Monday that everybody has off two free days come: at most four days from one to the other.
        expect(Math.max(0, ...told.values())).toBeLessThanOrEqual(reminderDays.length + 4 + 3);
      }),
      { numRuns: 30 },
    );
  });

  test('come sooner where the company has a holiday on the day by which people are reminded', () => {
    const series = { first: day('2026-11-24'), frequency: 'once' } as const;
    const on = (iso: string, holidays?: ReadonlySet<string>) =>
      occurrencesTold(series, { reminderDays: [], holidays }, day(iso)).map(({ telling }) => telling.part);
    expect(on('2026-11-23')).toEqual([]);
    expect(on('2026-11-23', new Set(['2026-11-24']))).toEqual(['today']);
    expect(on('2026-11-24', new Set(['2026-11-24']))).toEqual(['today']);
  });

  test('of a week are those that are late, and those of its seven days', () => {
    const series = { first: day('2026-09-01'), frequency: 'weekly' } as const;
    const found = occurrencesOfWeek(series, { reminderDays: [] }, day('2026-11-23')).map(({ iso }) => iso);
    expect(found.at(0)).toBe('2026-09-01');
    expect(found.at(-1)).toBe('2026-11-24');
    expect(found).toHaveLength(13);
  });
});
