import type { KeyboardEvent, ReactNode } from 'react';
import { type FieldHeader, type FieldTableModel, MIN_COLUMN_WIDTH } from './field-columns.ts';
import classes from './field-table.module.css';

/** Step of an arrow key on a column's edge, in px. */
const STEP = 20;

const DIRECTIONS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };

type Props = { table: FieldTableModel; header: FieldHeader; children?: ReactNode };

/** Column name with an edge that mouse, touch and arrow keys move (R-catalogue-14). */
export function ColumnHeading({ table, header, children }: Props) {
  const { column } = header;
  const name = String(column.columnDef.header);

  function resize(event: KeyboardEvent) {
    const change = DIRECTIONS[event.key];
    if (change === undefined) return;
    event.preventDefault();
    const width = Math.max(MIN_COLUMN_WIDTH, column.getSize() + change);
    table.setColumnSizing((widths) => ({ ...widths, [column.id]: width }));
  }

  return (
    <th scope="col">
      {children ?? name}
      {column.getCanResize() && (
        // biome-ignore lint/a11y/useSemanticElements: an edge that moves is a separator, and no line across the page
        <div
          role="separator"
          aria-orientation="vertical"
          aria-label={`Width of ${name}`}
          aria-valuenow={column.getSize()}
          aria-valuemin={MIN_COLUMN_WIDTH}
          tabIndex={0}
          className={classes.edge}
          data-moving={column.getIsResizing() || undefined}
          onMouseDown={header.getResizeHandler()}
          onTouchStart={header.getResizeHandler()}
          onKeyDown={resize}
        />
      )}
    </th>
  );
}
