import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { STATUSES } from '@anupalan/domain/statuses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAct, makeRows, TODAY } from '../../compliance-items/items.fixture.ts';
import { DAY_GROUPS, DAY_NAMES, dayGroupOf } from './day-groups.ts';
import { groupKeyOf, groupRows, toLines, VIEWS } from './group-rows.ts';

const ROWS = makeRows(
  [
    { actId: 'esi', first: '2026-11-25' },
    { actId: 'epf' },
    { actId: 'epf', recorded: { '2026-11-15': 'done' } },
    { actId: 'esi' },
    { actId: 'gone' },
  ],
  [makeAct('epf', 'EPF'), makeAct('esi', 'ESI')],
);

const nameOf = (userId: string) => `Name of ${userId}`;
const UNSORTED = { today: TODAY, sorted: false, nameOf };

test('acts stand where their first row stood, with counts of what presses', () => {
  const groups = groupRows('act', ROWS, UNSORTED);
  expect(groups.map(({ name, rows, overdue, dueSoon }) => [name, rows.length, overdue, dueSoon])).toEqual([
    ['ESI', 2, 1, 1],
    ['EPF', 2, 1, 0],
    ['Act could not be loaded', 1, 1, 0],
  ]);
});

test('the order of the rows is kept, within acts and between them', () => {
  const [first, second] = groupRows('act', ROWS.toReversed(), UNSORTED);
  expect([first?.key, second?.key]).toEqual(['gone', 'esi']);
  expect(second?.rows.map((row) => row.item._id)).toEqual(['item 3', 'item 0']);
});

test('a collapsed act keeps its heading only', () => {
  const lines = toLines(groupRows('act', ROWS, UNSORTED), new Set(['esi']));
  expect(lines.map((line) => line.key)).toEqual(['esi', 'epf', 'item 1', 'item 2', 'gone', 'item 4']);
});

/** Today is a Saturday. */
test.each([
  ['2026-11-20', TODAY, 'overdue'],
  ['2026-11-21', TODAY, 'today'],
  ['2026-11-22', TODAY, 'month'],
  ['2026-11-30', TODAY, 'month'],
  ['2026-12-01', TODAY, 'later'],
  ['2026-11-28', '2026-11-22', 'week'],
  ['2026-11-29', '2026-11-22', 'month'],
  ['2026-12-05', '2026-11-30', 'week'],
  ['2026-12-06', '2026-11-30', 'later'],
])('what falls due on %s stands on %s under %s', (due, on, group) => {
  const today = Temporal.PlainDate.from(on);
  const daysLeft = today.until(Temporal.PlainDate.from(due)).total('days');
  const urgency = daysLeft < 0 ? 'overdue' : daysLeft <= 7 ? 'due-soon' : 'later';
  expect(dayGroupOf({ urgency, daysLeft }, today)).toBe(group);
});

test('by day the groups follow each other in time, what is settled and what never falls due at the end', () => {
  const rows = makeRows([
    { first: null, frequency: 'never' },
    { first: '2026-12-20', frequency: 'once' },
    { first: '2026-11-21', frequency: 'once', recorded: { '2026-11-21': 'done' } },
    { first: '2026-11-29', frequency: 'once' },
    { first: '2026-11-25', frequency: 'once' },
    { first: '2026-11-10', frequency: 'once' },
    { first: '2026-11-10', frequency: 'once', trackedFrom: '2026-11-11' },
  ]);
  const names = (sorted: boolean) =>
    groupRows('day', rows, { today: TODAY, sorted, nameOf }).map(({ name, rows: own }) => [
      name,
      ...own.map((row) => row.item._id),
    ]);
  expect(names(false)).toEqual([
    ['Overdue', 'item 5'],
    ['This month', 'item 4', 'item 3'],
    ['Later', 'item 1'],
    ['Before you joined', 'item 6'],
    ['Settled', 'item 2'],
    ['No due date', 'item 0'],
  ]);
  expect(names(true)[1]).toEqual(['This month', 'item 3', 'item 4']);
});

test('by person each is under their name, what is nobody’s under that', () => {
  const rows = ROWS.slice(0, 3).map((row, n) => {
    const responsible = ['asha', null, 'binod'][n] ?? null;
    return { ...row, item: { ...row.item, assignment: { responsible, deputy: null, checker: null } } };
  });
  const groups = groupRows('person', rows, { ...UNSORTED, sorted: true });
  expect(groups.map(({ name, rows: own }) => [name, own.length])).toEqual([
    ['Name of asha', 1],
    ['Nobody', 1],
    ['Name of binod', 1],
  ]);
});

const sketch = fc.record({
  actId: fc.constantFrom('epf', 'esi', 'gone'),
  first: fc.integer({ min: -500, max: 500 }).map((days) => TODAY.add({ days }).toString()),
  frequency: fc.constantFrom(...FREQUENCIES),
  recorded: fc.dictionary(
    fc.integer({ min: -60, max: 60 }).map((days) => TODAY.add({ days }).toString()),
    fc.constantFrom(...STATUSES),
    { maxKeys: 2 },
  ),
});

test.each(VIEWS)('by %s every row stands in one group, under the key that is asked for it', (view) => {
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 20 }), fc.boolean(), (sketches, sorted) => {
      const rows = makeRows(sketches, [makeAct('epf', 'EPF')]);
      const groups = groupRows(view, rows, { today: TODAY, sorted, nameOf });
      const ids = (of: readonly { item: { _id: string } }[]) => of.map((row) => row.item._id).toSorted();
      expect(ids(groups.flatMap((group) => group.rows))).toEqual(ids(rows));
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      for (const { key, name, rows: own } of groups) {
        expect(name).not.toBe('');
        for (const row of own) expect(groupKeyOf(view, row, TODAY)).toBe(key);
      }
    }),
  );
});

test('by day a group says of each row when it falls due', () => {
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 20 }), fc.integer({ min: 0, max: 40 }), (sketches, on) => {
      const today = parseCalendarDay(TODAY.toString())?.add({ days: on }) ?? TODAY;
      const order: readonly string[] = DAY_GROUPS.map((group) => DAY_NAMES[group]);
      const groups = groupRows('day', makeRows(sketches), { today, sorted: false, nameOf });
      const places = groups.map(({ name }) => order.indexOf(name));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      for (const { rows } of groups) {
        const days = rows.map(({ daysLeft }) => daysLeft);
        expect(days).toEqual(days.toSorted((one, other) => one - other));
      }
    }),
  );
});
