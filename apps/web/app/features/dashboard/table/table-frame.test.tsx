import { useTable } from '@tanstack/react-table';
import type { Virtualizer } from '@tanstack/react-virtual';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/show.tsx';
import { makeRows, TODAY } from '../../compliance-items/items.fixture.ts';
import { createCompactColumns, tableOfItems } from './create-columns.tsx';
import { groupRows, toLines } from './group-rows.ts';
import { TableFrame } from './table-frame.tsx';

const ROWS = makeRows([{ title: 'Stays' }, { title: 'Is searched away' }]);
const COLUMNS = createCompactColumns({});
const NONE = new Set<string>();
const LINES = toLines(groupRows('act', ROWS, { today: TODAY, nameOf: String, sorted: false }), NONE);

const VIRTUALIZER = {
  getVirtualItems: () => LINES.map((_, index) => ({ index, start: 0, end: 0 })),
  getTotalSize: () => 0,
  options: { scrollMargin: 0 },
  measureElement: () => {},
} as unknown as Virtualizer<Window, Element>;

/** Frame that is drawn again after React has begun, and left, a rendering with what a search finds. */
function Frame() {
  const table = useTable({ features: tableOfItems, columns: COLUMNS, data: ROWS, getRowId: (row) => row.item._id });
  const rowById = new Map(table.getRowModel().rows.map((row) => [row.id, row]));
  table.setOptions((options) => ({ ...options, data: ROWS.slice(0, 1) }));
  const act = () => {};
  const content = { collapsed: NONE, selected: null, highlight: null, canReadSummaries: false };
  const acts = { onToggle: act, onPick: act, onOpen: act, onSummary: act, onHighlightEnd: act };
  return <TableFrame {...content} {...acts} table={table} rowById={rowById} lines={LINES} virtualizer={VIRTUALIZER} />;
}

test('lines are drawn while a search that is not shown yet has other rows', () => {
  show(<Frame />);
  expect(screen.getAllByRole('row', { name: /Stays|Is searched away/ })).toHaveLength(2);
});
