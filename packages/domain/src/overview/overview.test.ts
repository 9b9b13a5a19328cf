import { describe, expect, test } from 'vitest';
import { type OverviewLine, OverviewSums, overviewDays } from './overview.ts';

const TODAY = Temporal.PlainDate.from('2026-11-23');

function line(day: string, of: Partial<OverviewLine> = {}): OverviewLine {
  const open = { settledOn: null, isDone: false, isTracked: true, isProven: false };
  return { day, legal: day, standing: day < `${TODAY}` ? 'late' : 'open', ...open, ...of };
}

function done(day: string, settledOn = day, isProven = false): OverviewLine {
  return line(day, { standing: 'settled', settledOn, isDone: true, isProven });
}

function sumUp(...lines: OverviewLine[]) {
  const sums = new OverviewSums(TODAY);
  for (const one of lines) sums.add(one);
  return sums.figures;
}

test('a month is counted by legal days, whatever day it was planned for', () => {
  const moved = { ...done('2026-10-31'), legal: '2026-11-02' };
  const { standing } = sumUp(moved, line('2026-11-07'), line('2026-11-30'), line('2026-12-01'), done('2026-10-15'));
  expect(standing).toEqual({ settled: 1, waiting: 0, late: 1, open: 1 });
});

describe('rates count what had come in the last twelve months', () => {
  test.each<[string, OverviewLine, { onTime: [number, number]; evidence: [number, number] }]>([
    ['done by its day', done('2026-10-15', '2026-10-15', true), { onTime: [1, 1], evidence: [1, 1] }],
    ['done late, without a file', done('2026-10-15', '2026-10-16'), { onTime: [0, 1], evidence: [0, 1] }],
    ['not done', line('2026-10-15'), { onTime: [0, 1], evidence: [0, 0] }],
    ['waiting for a check', line('2026-10-15', { standing: 'waiting' }), { onTime: [0, 1], evidence: [0, 0] }],
    ['not to be done', { ...done('2026-10-15'), isDone: false }, { onTime: [0, 0], evidence: [0, 0] }],
    ['due today', line('2026-11-23'), { onTime: [0, 0], evidence: [0, 0] }],
    ['done ahead', done('2026-11-30', '2026-11-20', true), { onTime: [0, 0], evidence: [0, 0] }],
    ['before tracking', { ...done('2026-10-15'), isTracked: false }, { onTime: [0, 0], evidence: [0, 0] }],
    ['the first day', done('2025-11-23'), { onTime: [1, 1], evidence: [0, 1] }],
    ['the day before', done('2025-11-22'), { onTime: [0, 0], evidence: [0, 0] }],
  ])('%s', (_, one, { onTime, evidence }) => {
    const figures = sumUp(one);
    const share = ({ done: some, of }: { done: number; of: number }) => [some, of];
    expect([share(figures.onTime), share(figures.closedWithEvidence)]).toEqual([onTime, evidence]);
  });

  test('by month, the oldest first, and months without any', () => {
    const { months, onTime } = sumUp(done('2026-10-15'), line('2026-10-20'), done('2025-12-01'));
    expect(months).toHaveLength(13);
    expect([months[0]?.month, months.at(-1)?.month]).toEqual(['2025-11', '2026-11']);
    expect(months.filter(({ onTime: { of } }) => of > 0)).toEqual([
      { month: '2025-12', onTime: { done: 1, of: 1 } },
      { month: '2026-10', onTime: { done: 1, of: 2 } },
    ]);
    expect(onTime).toEqual({ done: 2, of: 3 });
  });
});

test.each([
  ['2026-11-23', '2025-11-23', '2026-12-24'],
  ['2026-02-28', '2025-02-28', '2026-03-31'],
  ['2028-02-29', '2027-02-28', '2028-03-31'],
])('on %s it tells of the days from %s to %s', (today, from, to) => {
  const days = overviewDays(Temporal.PlainDate.from(today));
  expect([`${days.from}`, `${days.to}`]).toEqual([from, to]);
});
