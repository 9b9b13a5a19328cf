import { useMergedRef } from '@mantine/hooks';
import type { Row } from '@tanstack/react-table';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import classes from './compliance-table.module.css';
import type { tableOfItems } from './create-columns.tsx';
import type { ItemTable } from './table-content.ts';

type Props = {
  table: ItemTable;
  row: Row<typeof tableOfItems, ComplianceRow>;
  highlighted: boolean;
  /** Null when the row can't be selected. */
  selected: boolean | null;
  onOpen: (itemId: string) => void;
  onPick: (itemId: string, isRange: boolean) => void;
  ref: Ref<HTMLTableRowElement>;
  'data-index': number;
  'aria-rowindex': number;
};

/**
 * Row of an item. A click, Enter or Space anywhere but on its other controls opens the details (R-tracker-23), X selects
 * the row (R-tracker-34). The title, a link, is the row's stop for the Tab key (R-tracker-41). Memoised, as every scroll
 * renders the table again.
 */
export const ItemRow = memo(function ItemRow(props: Props) {
  const { table, row, highlighted, selected, onOpen, onPick, ref, ...place } = props;
  const element = useRef<HTMLTableRowElement>(null);
  const mergedRef = useMergedRef(ref, element);
  const open = () => onOpen(row.id);

  useEffect(() => {
    if (highlighted) element.current?.focus({ preventScroll: true });
  }, [highlighted]);

  function openByClick(event: MouseEvent) {
    if (isTitle(event.target)) {
      if (!isBare(event) || event.shiftKey) return; // the browser opens another tab or window
      event.preventDefault();
    } else if (isOwnControl(event.target)) return;
    open();
  }

  function openByKey(event: KeyboardEvent) {
    if (event.target !== event.currentTarget && !isTitle(event.target)) return;
    if (event.key.toLowerCase() === 'x' && isBare(event) && selected !== null) onPick(row.id, event.shiftKey);
    if (event.key === 'Enter' && isTitle(event.target)) return; // the browser clicks the link
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault(); // Space would scroll the page
    open();
  }

  return (
    <tr
      {...place}
      ref={mergedRef}
      className={classes.row}
      data-urgency={row.original.urgency}
      data-highlighted={highlighted || undefined}
      data-reminder={row.original.hasReminder || undefined}
      data-selected={selected || undefined}
      tabIndex={-1}
      onClick={openByClick}
      onKeyDown={openByKey}
    >
      {row.getVisibleCells().map((cell, index) => (
        <Cell key={cell.id} isTitle={cell.column.id === 'title'} pin={cell.column.columnDef.meta?.pin}>
          {index === 0 && selected !== null && (
            <input
              type="checkbox"
              className={classes.pick}
              aria-label={`Select ${row.original.item.title}`}
              checked={selected}
              onChange={({ nativeEvent }) => onPick(row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
            />
          )}
          <div className={classes.value} data-column={cell.column.id}>
            <table.FlexRender cell={cell} />
          </div>
        </Cell>
      ))}
    </tr>
  );
});

/** Cell of a row, whose header is the title. */
function Cell({ isTitle, pin, children }: { isTitle: boolean; pin: string | undefined; children: ReactNode }) {
  const props = { className: classes.cell, 'data-pin': pin };
  return isTitle ? (
    <th scope="row" {...props}>
      {children}
    </th>
  ) : (
    <td {...props}>{children}</td>
  );
}

/** Whether an event is about the row's own link. */
function isTitle(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-opens-row]') !== null;
}

function isOwnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}

/** Whether a key is pressed without those that make it the browser's. */
function isBare({ ctrlKey, metaKey, altKey }: KeyboardEvent | MouseEvent): boolean {
  return !ctrlKey && !metaKey && !altKey;
}
