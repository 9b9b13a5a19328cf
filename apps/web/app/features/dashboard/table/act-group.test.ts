import { expect, test } from 'vitest';
import { makeAct, makeRows } from '../../compliance-items/items.fixture.ts';
import { groupByAct, toLines } from './act-group.ts';

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

test('acts stand where their first row stood, with counts of what presses', () => {
  const groups = groupByAct(ROWS).map(({ name, rows, overdue, dueSoon }) => [name, rows.length, overdue, dueSoon]);
  expect(groups).toEqual([
    ['ESI', 2, 1, 1],
    ['EPF', 2, 1, 0],
    ['Act could not be loaded', 1, 1, 0],
  ]);
});

test('the order of the rows is kept, within acts and between them', () => {
  const [first, second] = groupByAct(ROWS.toReversed());
  expect([first?.actId, second?.actId]).toEqual(['gone', 'esi']);
  expect(second?.rows.map((row) => row.item._id)).toEqual(['item 3', 'item 0']);
});

test('a collapsed act keeps its heading only', () => {
  const lines = toLines(groupByAct(ROWS), new Set(['esi']));
  expect(lines.map((line) => line.key)).toEqual(['esi', 'epf', 'item 1', 'item 2', 'gone', 'item 4']);
});
