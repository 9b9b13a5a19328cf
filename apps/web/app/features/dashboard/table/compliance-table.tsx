import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { useTable } from '@tanstack/react-table';
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { lazy, memo, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNarrow } from '../../../lib/use-narrow.ts';
import { usePrinting } from '../../../ui/lists/use-printing.ts';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import type { Select } from '../selection/use-selection.ts';
import { useAfterPaint } from '../use-after-paint.ts';
import classes from './compliance-table.module.css';
import {
  COMPACT_VISIBILITY,
  createColumns,
  createCompactColumns,
  EVERY_COLUMN,
  tableOfItems,
} from './create-columns.tsx';
import { groupRows, type TableLine, toLines, type View } from './group-rows.ts';
import type { ItemActions } from './row-actions.tsx';
import type { TableContent } from './table-content.ts';
import { TableFrame } from './table-frame.tsx';

import { useRevealLine } from './use-reveal-line.ts';

/** Lazy, as its list is large and the rows come first. */
const SortControl = lazy(() => import('./sort-control.tsx'));

type Props = Omit<TableContent, 'table' | 'lines' | 'rowById' | 'onPick'> & {
  rows: readonly ComplianceRow[];
  fields: readonly ComplianceField[];
  view: View;
  nameOf: (userId: string) => string;
  today: Temporal.PlainDate;
  onSelect: Select;
  /** Undefined for all but administrators. */
  actions: ItemActions | undefined;
  readsPremium: boolean;
};

/** Line heights in px before a line has been measured. */
const LINE_HEIGHTS = { group: 49, item: 65 };
const OVERSCAN = 8;

/**
 * Heights in px: of what stands above the table at least, so that the lines drawn at first are those that may be in
 * sight, and of the lines that are drawn anyway.
 */
const ABOVE = 400;
const LEAST_HEIGHT = 200;

/**
 * Compliance table, its rows in groups (R-tracker-16, R-tracker-32). Only the lines near the window are in the document, so
 * that 1,000 items scroll like ten (R-tracker-21). Narrow screens get two columns that scroll with the page. Memoised,
 * because every letter typed into the search renders what is around it.
 */
export const ComplianceTable = memo(function ComplianceTable({
  rows,
  fields,
  view,
  nameOf,
  today,
  actions,
  readsPremium,
  onSelect,
  ...content
}: Props) {
  const narrow = useNarrow();
  const columns = useMemo(() => {
    const namesActs = view !== 'act';
    return narrow
      ? createCompactColumns({ actions, namesActs })
      : createColumns(fields, { actions, readsPremium, namesActs });
  }, [narrow, fields, view, actions, readsPremium]);
  const table = useTable({
    features: tableOfItems,
    columns,
    data: rows,
    getRowId: (row) => row.item._id,
    state: { columnVisibility: narrow ? COMPACT_VISIBILITY : EVERY_COLUMN },
  });
  const sorted = table.getRowModel().rows;
  const rowById = useMemo(() => new Map(sorted.map((row) => [row.id, row])), [sorted]);
  const isSorted = table.state.sorting.length > 0;
  const groups = useMemo(
    () =>
      groupRows(
        view,
        sorted.map((row) => row.original),
        { today, nameOf, sorted: isSorted },
      ),
    [view, sorted, today, nameOf, isSorted],
  );
  const lines = useMemo(() => toLines(groups, content.collapsed), [groups, content.collapsed]);
  const onPick = usePick(lines, onSelect);
  const isPainted = useAfterPaint(true);
  const Shape = narrow ? PageTable : PanelTable;
  return (
    <>
      {narrow && (
        <div className={classes.control}>
          <Suspense>{isPainted && <SortControl table={table} />}</Suspense>
        </div>
      )}
      <Shape {...content} table={table} lines={lines} rowById={rowById} onPick={onPick} />
    </>
  );
});

/** Selection of rows in the order in which they stand; the function never changes, so that no row renders again. */
function usePick(lines: readonly TableLine[], onSelect: Select) {
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
  }, [lines]);
  return useCallback(
    (itemId: string, isRange: boolean) => {
      const order = latest.current.flatMap((line) => (line.kind === 'item' && line.row.due ? line.key : []));
      onSelect(itemId, isRange ? order : null);
    },
    [onSelect],
  );
}

/** Table in a panel that scrolls both ways, so that the header and both edges stay in sight. */
function PanelTable(content: TableContent) {
  const panel = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    ...useLineOptions(content.lines),
    getScrollElement: () => panel.current,
  });
  useRevealLine(virtualizer, content);
  return (
    <div ref={panel} className={classes.panel}>
      <TableFrame {...content} virtualizer={virtualizer} />
    </div>
  );
}

/** Table that scrolls with the page. */
function PageTable(content: TableContent) {
  const top = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // Content above may grow with any render; setting the same margin again changes nothing.
  useLayoutEffect(() => {
    if (top.current) setScrollMargin(Math.round(top.current.getBoundingClientRect().top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer<Element>({ ...useLineOptions(content.lines), scrollMargin });
  useRevealLine(virtualizer, content);
  return (
    <div ref={top} className={classes.page}>
      <TableFrame {...content} virtualizer={virtualizer} />
    </div>
  );
}

/** Options of both tables: lines out of sight are drawn after those in it, and all of them on paper (R-pages-46). */
function useLineOptions(lines: readonly TableLine[]) {
  const isPainted = useAfterPaint(true);
  const isPrinting = usePrinting();
  const described = useMemo(
    () => ({
      count: lines.length,
      estimateSize: (index: number) => LINE_HEIGHTS[lines[index]?.kind ?? 'item'],
      getItemKey: (index: number) => lines[index]?.key ?? index,
    }),
    [lines],
  );
  const initialRect = { width: 0, height: Math.max(LEAST_HEIGHT, window.innerHeight - ABOVE) };
  const overscan = isPrinting ? lines.length : isPainted ? OVERSCAN : 0;
  return { ...described, initialRect, measureElement: readHeight, overscan };
}

/**
 * Height of a line in px as the browser's own layout has it, and until then as it was or usually is: to ask for each
 * height would have the page laid out again and again.
 */
function readHeight<Scrolled extends Element | Window>(
  line: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Scrolled, Element>,
): number {
  const [box] = entry?.borderBoxSize ?? [];
  if (box) return Math.round(box.blockSize);
  const { options, itemSizeCache } = virtualizer;
  const index = virtualizer.indexFromElement(line);
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
}
