import { useMergedRef } from '@mantine/hooks';
import type { Row } from '@tanstack/react-table';
import { type KeyboardEvent, type MouseEvent, memo, type Ref, useEffect, useRef } from 'react';
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
 * Row of an item; a click, Enter or Space anywhere but on its links and its box opens the details (R-tracker-23), X
 * selects it (R-tracker-34). Memoised, as every scroll renders the table again.
 */
export const ItemRow = memo(function ItemRow(props: Props) {
  const { table, row, highlighted, selected, onOpen, onPick, ref, ...place } = props;
  const element = useRef<HTMLTableRowElement>(null);
  const mergedRef = useMergedRef(ref, element);
  const open = () => onOpen(row.id);

  useEffect(() => {
    if (highlighted) element.current?.focus({ preventScroll: true });
  }, [highlighted]);

  function openByClick({ target }: MouseEvent) {
    if (!isOwnControl(target)) open();
  }

  function openByKey(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return;
    if (event.key.toLowerCase() === 'x' && isBare(event) && selected !== null) onPick(row.id, event.shiftKey);
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
      tabIndex={0}
      onClick={openByClick}
      onKeyDown={openByKey}
    >
      {row.getVisibleCells().map((cell, index) => (
        <td key={cell.id} className={classes.cell} data-pin={cell.column.columnDef.meta?.pin}>
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
        </td>
      ))}
    </tr>
  );
});

function isOwnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}

/** Whether a key is pressed without those that make it the browser's. */
function isBare({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey;
}
