import { isBefore } from '@anupalan/domain/calendar-day';
import { FREQUENCIES, type Frequency, occurrenceAt } from '@anupalan/domain/recurrence';
import { STATUSES } from '@anupalan/domain/statuses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { deriveRows } from '../../compliance-items/compliance-row.ts';
import { makeEntry, makeItem, makeRows, TODAY, VIEWER } from '../../compliance-items/items.fixture.ts';
import { collectMarks, describeMarks, type MarksByDay } from './marks.ts';
import { weeksOfMonth } from './month-span.ts';

const NOVEMBER = Temporal.PlainYearMonth.from('2026-11');

function marksOf(rows: readonly ComplianceRow[], month = NOVEMBER): MarksByDay {
  return collectMarks(rows, weeksOfMonth(month), TODAY);
}

/** `day title status` of every mark, in order. */
function list(marks: MarksByDay): string[] {
  return [...marks.values()]
    .flat()
    .map(({ day, row, status, by }) => [day, by, row.item.title, status].filter(Boolean).join(' '));
}

/** Marks found by counting from the first occurrence, as the rule is worded (R-due-dates-2). */
function expandNaively(first: Temporal.PlainDate, frequency: Frequency, month: Temporal.PlainYearMonth): string[] {
  const { from, to } = weeksOfMonth(month);
  const days: string[] = [];
  for (let k = 0; ; k++) {
    const day = occurrenceAt(first, frequency, k);
    if (!day || isBefore(to, day)) return days;
    if (!isBefore(day, from)) days.push(day.toString());
  }
}

test('the days of a month are those that counting occurrences one by one finds', () => {
  const firsts = fc.integer({ min: -1500, max: 900 }).map((days) => TODAY.add({ days }));
  const months = fc.integer({ min: -12, max: 24 }).map((offset) => NOVEMBER.add({ months: offset }));
  fc.assert(
    fc.property(firsts, fc.constantFrom(...FREQUENCIES), months, (first, frequency, month) => {
      const marks = marksOf(makeRows([{ first: first.toString(), frequency }]), month);
      expect([...marks.keys()].sort()).toEqual(expandNaively(first, frequency, month));
    }),
  );
});

test('a recorded status is shown whatever the day, and else what the calendar says', () => {
  const recordedOn = fc.dictionary(
    fc.integer({ min: 1, max: 30 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
    fc.constantFrom(...STATUSES),
  );
  fc.assert(
    fc.property(recordedOn, (recorded) => {
      const marks = marksOf(makeRows([{ first: '2026-11-01', frequency: 'weekly', recorded }]));
      for (const [iso, status] of Object.entries(recorded)) {
        expect(marks.get(iso)?.map((mark) => mark.status)).toEqual([status]);
      }
      for (const [iso, ofDay] of marks) {
        expect(ofDay).toHaveLength(1);
        if (!(iso in recorded)) expect(ofDay[0]?.status).toBe(iso < TODAY.toString() ? 'not-done' : 'pending');
      }
    }),
  );
});

test('an item that never falls due is not on the calendar, nor is what was once recorded for it', () => {
  expect(marksOf(makeRows([{ first: null, frequency: 'never', recorded: { '2026-11-10': 'done' } }])).size).toBe(0);
});

test('items that share a series have each their own status', () => {
  const rows = makeRows([{ title: 'ESI', recorded: { '2026-11-15': 'done' } }, { title: 'EPF' }]);
  expect(list(marksOf(rows))).toEqual(['2026-11-15 EPF not-done', '2026-11-15 ESI done']);
});

test('what others recorded is marked with their name, after what is ours', () => {
  const day = '2026-11-15';
  const item = {
    ...makeItem({ title: 'EPF' }),
    statusHistory: [
      { ...makeEntry('item', day, 'not-done', 'b'), _id: 'b', userName: 'Binod Rao', isOwn: false },
      { ...makeEntry('item', '2026-11-18', 'on-hold', 'b'), _id: 'c', userName: 'Binod Rao', isOwn: false },
      { ...makeEntry('item', day, 'done', VIEWER._id), userName: 'Asha Kulkarni', isOwn: true },
    ],
  };
  const rows = deriveRows([item], [], TODAY);
  expect(list(marksOf(rows))).toEqual([
    '2026-11-15 EPF done',
    '2026-11-15 Binod Rao EPF not-done',
    '2026-11-18 Binod Rao EPF on-hold',
  ]);
});

test('a day says in words how it stands', () => {
  const rows = makeRows([{ recorded: { '2026-11-15': 'done' } }, {}, {}]);
  expect(describeMarks(marksOf(rows).get('2026-11-15') ?? [])).toBe('3 items: 1 Done, 2 Not Done');
  expect(describeMarks(marksOf(rows.slice(1, 2)).get('2026-11-15') ?? [])).toBe('1 item: 1 Not Done');
  expect(describeMarks([])).toBe('nothing due');
});

test('a viewer’s calendar has the days of their period alone', () => {
  const period = { from: '2026-11-08T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };
  const item = { ...makeItem({ first: '2026-10-01', frequency: 'weekly' }), period };
  const never = { ...makeItem({ _id: 'never', first: '2026-11-30', frequency: 'once' }), period };
  expect([...marksOf(deriveRows([item, never], [], TODAY)).keys()]).toEqual(['2026-11-12', '2026-11-19']);
});
