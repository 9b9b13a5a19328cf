import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addSummaries, currentDue, duesAround, listClosed, type Recorded, summarize } from './company-summary.ts';
import { currentOccurrence } from './occurrence.ts';
import { FREQUENCIES, occurrencesBetween } from './recurrence.ts';

const TODAY = Temporal.PlainDate.from('2026-11-22');
const number = (day: string) => TODAY.until(Temporal.PlainDate.from(day)).days;
const settled = (days: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(days).map(([day, on]): [number, Recorded] => [number(day), { settled: number(on), isDone: true }]),
  );
const MONTHLY = duesAround({ first: Temporal.PlainDate.from('2024-01-15'), frequency: 'monthly' }, TODAY);
const LONG_AGO = -1_000;
const NONE = { done: 0, of: 0 };

describe('one item', () => {
  const summaryOf = (recorded: Readonly<Record<string, string>>, trackedFrom = LONG_AGO, isOwn = false) =>
    summarize([{ dues: MONTHLY, trackedFrom, isOwn, recorded: settled(recorded) }]);

  test('that was never settled is overdue, and nothing of it was on time', () => {
    expect(summaryOf({})).toEqual({
      overdue: 1,
      dueSoon: 0,
      onTime: { done: 0, of: 12 },
      closedWithEvidence: NONE,
      nextDue: number('2026-12-15'),
    });
  });

  test('counts from the day it is tracked', () => {
    expect(summaryOf({}, number('2026-11-01')).onTime).toEqual({ done: 0, of: 1 });
  });

  test('from before it is tracked is not overdue, unless the company wrote it down itself', () => {
    expect(summaryOf({}, 0)).toMatchObject({ overdue: 0, onTime: { of: 0 } });
    expect(summaryOf({}, number('2026-11-15'))).toMatchObject({ overdue: 1 });
    expect(summaryOf({}, 0, true)).toMatchObject({ overdue: 1, onTime: { of: 0 } });
  });

  test('was on time when it was settled by its day, and late a day after', () => {
    const { onTime } = summaryOf({
      '2026-11-15': '2026-11-15',
      '2026-10-15': '2026-10-16',
      '2026-09-15': '2026-09-01',
    });
    expect(onTime).toEqual({ done: 2, of: 12 });
  });

  test('was neither on time nor late where nothing was to be done', () => {
    const recorded = new Map([[number('2026-11-15'), { settled: number('2026-11-10'), isDone: false }]]);
    expect(summarize([{ dues: MONTHLY, trackedFrom: LONG_AGO, isOwn: false, recorded }]).onTime).toEqual({
      done: 0,
      of: 11,
    });
  });

  test('is closed with evidence or without, whenever it was done; not where nothing was to be done', () => {
    const recorded = new Map<number, Recorded>([
      [number('2026-11-15'), { settled: number('2026-11-20'), isDone: true, hasEvidence: true }],
      [number('2026-10-15'), { settled: number('2026-10-10'), isDone: true }],
      [number('2026-09-15'), { settled: number('2026-09-10'), isDone: false, hasEvidence: true }],
      [number('2024-09-15'), { settled: number('2024-09-10'), isDone: true, hasEvidence: true }],
    ]);
    const item = { dues: MONTHLY, trackedFrom: LONG_AGO, isOwn: false, recorded };
    expect(summarize([item]).closedWithEvidence).toEqual({ done: 1, of: 2 });
    expect(listClosed(item)).toEqual([
      { day: number('2026-10-15'), legal: number('2026-10-15'), hasEvidence: false },
      { day: number('2026-11-15'), legal: number('2026-11-15'), hasEvidence: true },
    ]);
    const late = { ...item, trackedFrom: number('2026-11-01') };
    expect([summarize([late]).closedWithEvidence, listClosed(late).length]).toEqual([{ done: 1, of: 1 }, 1]);
  });

  test('goes by its legal days', () => {
    const moved = new Map([['2026-11-15', Temporal.PlainDate.from('2026-11-30')]]);
    const first = Temporal.PlainDate.from('2024-01-15');
    const dues = duesAround({ first, frequency: 'monthly', moved }, TODAY);
    const trackedFrom = number('2026-11-01');
    const of = (recorded: Readonly<Record<string, string>>) =>
      summarize([{ dues, trackedFrom, isOwn: false, recorded: settled(recorded) }]);
    expect(of({})).toEqual({
      overdue: 0,
      dueSoon: 0,
      onTime: NONE,
      closedWithEvidence: NONE,
      nextDue: number('2026-11-30'),
    });
    expect(of({ '2026-11-15': '2026-11-20' }).nextDue).toBe(number('2026-12-15'));
    const early = new Map([['2026-12-15', Temporal.PlainDate.from('2026-11-25')]]);
    const soon = duesAround({ first, frequency: 'monthly', moved: early }, TODAY);
    expect(summarize([{ dues: soon, trackedFrom: 0, isOwn: false, recorded: new Map() }])).toMatchObject({
      dueSoon: 1,
    });
  });

  test('that is settled ahead falls due next a month later', () => {
    expect(summaryOf({ '2026-12-15': '2026-11-20' }).nextDue).toBe(number('2027-01-15'));
  });

  test.each([
    ['2024-11-29', 1],
    ['2024-11-30', 0],
    ['2024-11-22', 1],
  ])('that falls due on %s every year is due soon: %i', (first, dueSoon) => {
    const dues = duesAround({ first: Temporal.PlainDate.from(first), frequency: 'yearly' }, TODAY);
    expect(summarize([{ dues, trackedFrom: 0, isOwn: false, recorded: new Map() }]).dueSoon).toBe(dueSoon);
  });

  test('that never falls due counts nowhere', () => {
    const dues = duesAround({ first: null, frequency: 'monthly' }, TODAY);
    expect(summarize([{ dues, trackedFrom: LONG_AGO, isOwn: false, recorded: new Map() }])).toEqual({
      overdue: 0,
      dueSoon: 0,
      onTime: NONE,
      closedWithEvidence: NONE,
      nextDue: null,
    });
  });
});

test('days outside a period count nowhere, and the nearest within it is the current one', () => {
  const day = (text: string) => Temporal.PlainDate.from(text);
  const schedule = { first: day('2024-01-15'), frequency: 'monthly' } as const;
  const within = (from: string, to: string | null) =>
    duesAround({ ...schedule, within: { from: day(from), to: to === null ? null : day(to) } }, TODAY);
  const item = { dues: within('2026-08-01', '2026-10-31'), trackedFrom: LONG_AGO, isOwn: false };
  const first = settled({ '2026-08-15': '2026-08-15' });
  expect(summarize([{ ...item, recorded: first }])).toMatchObject({
    overdue: 1,
    dueSoon: 0,
    onTime: { done: 1, of: 3 },
    nextDue: null,
  });
  expect(currentDue({ ...item, recorded: first })?.day).toBe(number('2026-09-15'));
  const later = { ...item, dues: within('2027-06-01', null), recorded: first };
  expect(currentDue(later)?.day).toBe(number('2027-06-15'));
  const audited = { ...item, dues: within('2024-04-01', '2025-03-31') };
  expect(currentDue({ ...audited, recorded: settled({ '2024-04-15': '2024-04-10' }) })?.day).toBe(number('2024-05-15'));
  expect(currentDue({ ...item, dues: within('2026-10-16', '2026-11-14'), recorded: first })).toBeNull();
});

test('the current occurrence is that of the row on the dashboard', () => {
  const day = fc.integer({ min: -900, max: 500 }).map((days) => TODAY.add({ days }));
  const since = fc.integer({ min: -900, max: 0 }).map((days) => TODAY.add({ days }));
  const moves = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: -20, max: 90 })), { maxLength: 4 });
  const end = fc.option(day);
  const within = fc.option(fc.record({ from: end, to: end }), { nil: undefined });
  const schedule = fc
    .record({ first: day, frequency: fc.constantFrom(...FREQUENCIES), moves, within })
    .map(({ moves: chosen, ...when }) => {
      const { first, frequency } = when;
      const days = [...occurrencesBetween(first, frequency, first, first.add({ years: 3 }))];
      const moved = chosen.flatMap(([n, by]) => days[n]?.add({ days: by }) ?? []);
      return { ...when, moved: new Map(moved.map((to, n) => [String(days[chosen[n]?.[0] ?? 0] ?? first), to])) };
    });
  fc.assert(
    fc.property(
      schedule,
      since,
      fc.boolean(),
      fc.array(fc.nat(40), { maxLength: 12 }),
      (when, trackedFrom, isOwn, chosen) => {
        const dues = duesAround(when, TODAY);
        const all = [...new Set([...dues.inQuestion, ...dues.ahead].map(({ day: due }) => due))];
        const resolved = chosen.flatMap((n) => all[n % Math.max(all.length, 1)] ?? []);
        const recorded = new Map(resolved.map((n): [number, Recorded] => [n, { settled: n, isDone: true }]));
        const current = currentDue({ dues, trackedFrom: TODAY.until(trackedFrom).days, isOwn, recorded });
        const expected = currentOccurrence(when, {
          ...{ trackedFrom, isOwn },
          today: TODAY,
          recorded: new Map(resolved.map((n) => [TODAY.add({ days: n }).toString(), 'done' as const])),
        });
        expect(current && TODAY.add({ days: current.day }).toString()).toBe(expected?.toString() ?? null);
      },
    ),
  );
});

test('the figures of two parts are added, and what falls due first is next', () => {
  const one = {
    overdue: 1,
    dueSoon: 2,
    onTime: { done: 3, of: 4 },
    closedWithEvidence: { done: 1, of: 3 },
    nextDue: 5,
  };
  const none = { overdue: 0, dueSoon: 0, onTime: NONE, closedWithEvidence: NONE, nextDue: null };
  expect(addSummaries(one, { ...one, nextDue: 0 })).toEqual({
    ...{ overdue: 2, dueSoon: 4, onTime: { done: 6, of: 8 }, closedWithEvidence: { done: 2, of: 6 }, nextDue: 0 },
  });
  expect([addSummaries(one, none), addSummaries(none, one)]).toEqual([one, one]);
  expect(addSummaries(none, none)).toEqual(none);
});
