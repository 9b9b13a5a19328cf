import { useTable } from '@tanstack/react-table';
import type { Virtualizer } from '@tanstack/react-virtual';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
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

const onOpen = vi.fn();
const onPick = vi.fn();

/** Frame that is drawn again after React has begun, and left, a rendering with what a search finds. */
function Frame() {
  const table = useTable({ features: tableOfItems, columns: COLUMNS, data: ROWS, getRowId: (row) => row.item._id });
  const rowById = new Map(table.getRowModel().rows.map((row) => [row.id, row]));
  table.setOptions((options) => ({ ...options, data: ROWS.slice(0, 1) }));
  const act = () => {};
  const content = { collapsed: NONE, selected: new Set<string>(), highlight: null, canReadSummaries: false };
  const acts = { onToggle: act, onPick, onOpen, onSummary: act, onHighlightEnd: act };
  return <TableFrame {...content} {...acts} table={table} rowById={rowById} lines={LINES} virtualizer={VIRTUALIZER} />;
}

beforeEach(() => vi.clearAllMocks());

test('lines are drawn while a search that is not shown yet has other rows', () => {
  show(<Frame />);
  expect(screen.getAllByRole('row', { name: /Stays|Is searched away/ })).toHaveLength(2);
});

const STAYS = ROWS.find(({ item }) => item.title === 'Stays')?.item._id ?? '';
const link = () => screen.getByRole('link', { name: 'Stays' });
const row = () => screen.getByRole('row', { name: /Stays/ });

test('a row has its title as its header, which is a link to the details', () => {
  show(<Frame />);
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Stays'),
    expect.stringContaining('Is searched away'),
  ]);
  expect(link().getAttribute('href')).toBe(`?${new URLSearchParams({ item: STAYS })}`);
});

test.each<[string, () => void]>([
  ['a press of its link', () => fireEvent.click(link())],
  ['a press beside it', () => fireEvent.click(row())],
  ['Space on its link', () => fireEvent.keyDown(link(), { key: ' ' })],
  ['Enter on the row', () => fireEvent.keyDown(row(), { key: 'Enter' })],
])('%s opens the details on this page', (_, press) => {
  show(<Frame />);
  press();
  expect(onOpen.mock.calls).toEqual([[STAYS]]);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
  'a press of its link with %o is left to the browser, which opens another tab or window',
  (held) => {
    show(<Frame />);
    // jsdom goes nowhere; the page itself would.
    const isLeft = vi.fn((event: Event) => event.preventDefault());
    document.addEventListener('click', (event) => isLeft(event), { once: true });
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...held });
    const wasPrevented = vi.spyOn(click, 'preventDefault');
    link().dispatchEvent(click);
    expect(onOpen).not.toHaveBeenCalled();
    expect(wasPrevented).toHaveBeenCalledTimes(1);
  },
);

test('the Tab key stops once a row at its link and once at its box', () => {
  show(<Frame />);
  const stops = [...row().querySelectorAll<HTMLElement>('*')].filter(({ tabIndex }) => tabIndex >= 0);
  expect(row().tabIndex).toBe(-1);
  expect(stops.map(({ tagName }) => tagName)).toEqual(['INPUT', 'A']);
});

test('X on the link selects the row', () => {
  show(<Frame />);
  fireEvent.keyDown(link(), { key: 'x' });
  expect(onPick.mock.calls).toEqual([[STAYS, false]]);
});
