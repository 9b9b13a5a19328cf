import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysFrom } from '../calendar-day.ts';
import { currentDue, duesAround, type Recorded, summarize } from '../company-summary.ts';
import type { Schedule } from '../occurrence.ts';
import { FREQUENCIES } from '../recurrence.ts';
import type { Status } from '../statuses.ts';
import { hasReport, MOST_OPEN, type ReportEntry, type ReportItem, reportDays, reportMonth } from './month-report.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const TODAY = day('2026-11-22');
const NOVEMBER = day('2026-11-01');
const LONG_AGO = -1_000;

interface Made extends Partial<Schedule> {
  trackedFrom?: number;
  isOwn?: boolean;
  actId?: string;
  /** Statuses by day; a settled one was recorded that day. */
  statuses?: Readonly<Record<string, Status>>;
  waiting?: string;
}

function makeItem(made: Made = {}): ReportItem {
  const { trackedFrom = LONG_AGO, isOwn = false, actId = 'pf', statuses = {}, waiting, ...when } = made;
  const schedule: Schedule = { first: day('2024-01-15'), frequency: 'monthly', ...when };
  const entries = new Map<string, ReportEntry>(
    Object.entries(statuses).map(([iso, current]) => [iso, { current, waiting: iso === waiting ? 'done' : null }]),
  );
  const settled = Object.keys(statuses).filter((iso) =>
    ['done', 'not-to-do', 'not-applicable'].includes(statuses[iso] ?? ''),
  );
  const recorded = new Map(settled.map((iso): [number, Recorded] => [number(iso), { settled: number(iso) }]));
  const tracked = { dues: duesAround(schedule, TODAY), trackedFrom, isOwn, recorded };
  return { actId, schedule, entries, tracked };
}

const number = (iso: string) => daysFrom(TODAY, day(iso));
const reportOf = (items: ReportItem[], first = NOVEMBER, sees?: (one: Temporal.PlainDate) => boolean) =>
  reportMonth(items, { days: reportDays(first, TODAY), today: TODAY, ...(sees && { sees }) });
const daysOf = (lines: readonly { day: Temporal.PlainDate; standing: string }[]) =>
  lines.map(({ day: on, standing }) => `${on} ${standing}`);

test.each([
  ['2026-11-01', '2025-11-22', '2026-11-30', '2026-12-31'],
  ['2026-01-01', '2025-11-22', '2026-01-31', '2026-02-28'],
  ['2025-11-01', '2024-11-01', '2025-11-30', '2025-12-31'],
  ['2024-02-01', '2023-02-01', '2024-02-29', '2024-03-31'],
])('the report of %s begins with %s, and ends with %s and %s', (first, since, last, nextLast) => {
  const days = reportDays(day(first), TODAY);
  expect([days.since, days.last, days.nextLast].map(String)).toEqual([since, last, nextLast]);
});

test.each([
  ['2026-12-01', true],
  ['2027-01-01', false],
  ['1900-01-01', true],
])('a report of %s: %s', (first, isThere) => {
  expect(hasReport(day(first), TODAY)).toBe(isThere);
});

describe('what was due', () => {
  test.each<[Made, string]>([
    [{ statuses: { '2026-11-15': 'done' } }, 'settled'],
    [{ statuses: { '2026-11-15': 'not-applicable' } }, 'settled'],
    [{ statuses: { '2026-11-15': 'pending' }, waiting: '2026-11-15' }, 'waiting'],
    [{ statuses: { '2026-11-15': 'on-hold' } }, 'late'],
    [{}, 'late'],
  ])('%j is %s', (made, standing) => {
    const { due, standing: counts } = reportOf([makeItem(made)]);
    expect(due.map(({ lines }) => daysOf(lines))).toEqual([[`2026-11-15 ${standing}`]]);
    expect(counts).toEqual({ settled: 0, waiting: 0, late: 0, open: 0, [standing]: 1 });
  });

  test('is open until its day has passed', () => {
    const report = reportOf([makeItem({ first: day('2024-01-22') }), makeItem({ first: day('2024-01-30') })]);
    expect(report.standing).toEqual({ settled: 0, waiting: 0, late: 0, open: 2 });
    expect(report.onTime).toEqual({ done: 0, of: 0 });
  });

  test('comes by act in the order of the items, then by day', () => {
    const items = [
      makeItem({ actId: 'esi', first: day('2024-01-20') }),
      makeItem({ actId: 'pf' }),
      makeItem({ actId: 'esi', first: day('2024-01-10') }),
    ];
    expect(reportOf(items).due.map(({ actId, lines }) => [actId, daysOf(lines)])).toEqual([
      ['esi', ['2026-11-10 late', '2026-11-20 late']],
      ['pf', ['2026-11-15 late']],
    ]);
  });

  test('leaves out what was before it was tracked, unless it was settled', () => {
    const trackedFrom = number('2026-11-16');
    expect(reportOf([makeItem({ trackedFrom })]).due).toEqual([]);
    const settled = reportOf([makeItem({ trackedFrom, statuses: { '2026-11-15': 'done' } })]);
    expect(settled.standing.settled).toBe(1);
    expect(settled.onTime).toEqual({ done: 0, of: 0 });
  });

  test('has nothing outside the days that its reader sees', () => {
    const report = reportOf([makeItem()], NOVEMBER, (one) => one.toString() >= '2026-12-01');
    expect([report.due, report.before, daysOf(report.next)]).toEqual([[], [], ['2026-12-15 open']]);
    expect(report.onTime).toEqual({ done: 0, of: 0 });
  });
});

test('what comes next month, and what lies open from before', () => {
  const statuses = { '2026-12-15': 'done', '2026-10-15': 'done', '2026-09-15': 'pending' } as const;
  const report = reportOf([makeItem({ trackedFrom: number('2026-07-20'), statuses, waiting: '2026-09-15' })]);
  expect(daysOf(report.next)).toEqual(['2026-12-15 settled']);
  expect(report.before.map(({ open }) => daysOf(open))).toEqual([['2026-08-15 late', '2026-09-15 waiting']]);
});

test('what a company wrote down itself is late whenever it fell due', () => {
  const when: Made = { first: day('2026-10-15'), trackedFrom: 0 };
  const own = reportOf([makeItem({ ...when, isOwn: true })]);
  expect(own.before.map(({ open }) => daysOf(open))).toEqual([['2026-10-15 late']]);
  expect([own.standing.late, own.onTime]).toEqual([1, { done: 0, of: 0 }]);
  const others = reportOf([makeItem(when)]);
  expect([others.before, others.standing.late]).toEqual([[], 0]);
});

test('what lies open from before is told of the oldest days, and counted', () => {
  const { before } = reportOf([makeItem({ frequency: 'daily' })]);
  expect(before.map(({ open, count }) => [open.length, `${open[0]?.day}`, count])).toEqual([
    [MOST_OPEN, '2025-11-22', 344],
  ]);
});

const SETTLED = ['done', 'not-to-do', 'not-applicable'] as const;
const anyDay = fc.integer({ min: -500, max: 100 }).map((days) => TODAY.add({ days }));
const anyItem = fc
  .record({
    first: anyDay,
    frequency: fc.constantFrom(...FREQUENCIES),
    tracked: anyDay,
    isOwn: fc.boolean(),
    chosen: fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...SETTLED), fc.integer({ min: -9, max: 9 })), {
      maxLength: 9,
    }),
  })
  .map(({ first, frequency, tracked, isOwn, chosen }): ReportItem => {
    const dues = duesAround({ first, frequency }, TODAY);
    const all = [...dues.past, ...dues.ahead];
    const settled = chosen.flatMap(([n, status, off]) => {
      const due = all[n % Math.max(all.length, 1)];
      return due === undefined ? [] : [{ due, status, at: due + off }];
    });
    return {
      actId: 'pf',
      schedule: { first, frequency },
      entries: new Map(
        settled.map(({ due, status }) => [`${TODAY.add({ days: due })}`, { current: status, waiting: null }]),
      ),
      tracked: {
        dues,
        trackedFrom: daysFrom(TODAY, tracked),
        isOwn,
        recorded: new Map(settled.map(({ due, at }) => [due, { settled: at }])),
      },
    };
  });

describe('the figures agree with the line of the company', () => {
  test('the months of the last year sum up to its on-time rate', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 4 }), (items) => {
        const sum = { done: 0, of: 0 };
        for (let month = day('2025-11-01'); month.toString() <= '2026-11-01'; month = month.add({ months: 1 })) {
          const { onTime } = reportOf(items, month, (one) => one.toString() >= '2025-11-22');
          sum.done += onTime.done;
          sum.of += onTime.of;
        }
        expect(sum).toEqual(summarize(items.map(({ tracked }) => tracked)).onTime);
      }),
    );
  });

  test('what is overdue is late in the month, or open from before it', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 4 }), (items) => {
        const { due, before } = reportOf(items);
        const late = due.flatMap(({ lines }) => lines).filter(({ standing }) => standing === 'late');
        const isOthers = ({ tracked }: ReportItem) => !tracked.isOwn;
        const overdue = new Set([...late, ...before].map(({ item }) => item).filter(isOthers));
        // Of its own the report tells every open day of the year, the row the one that is nearest.
        const rows = items.filter(isOthers).filter(({ tracked }) => {
          const current = currentDue(tracked);
          const isOpen = current !== null && tracked.recorded.get(current)?.settled == null;
          // Rows also show the nearest day from before an item was tracked, which nobody answers for.
          return isOpen && current < 0 && current >= tracked.trackedFrom;
        });
        expect(overdue).toEqual(new Set(rows));
      }),
    );
  });
});
