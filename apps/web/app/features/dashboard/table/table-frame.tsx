import { VisuallyHidden } from '@mantine/core';
import type { Virtualizer } from '@tanstack/react-virtual';
import { ColumnHeader } from './column-header.tsx';
import classes from './compliance-table.module.css';
import { GroupHeading } from './group-heading.tsx';
import { ItemRow } from './item-row.tsx';
import type { TableContent } from './table-content.ts';

type Props = TableContent & {
  virtualizer: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;
};

/** Table element with the drawn lines between two empty rows, which are as tall as the lines left out. */
export function TableFrame({ table, lines, rowById, virtualizer, ...content }: Props) {
  const { collapsed, highlight, selected } = content;
  const columns = table.getVisibleLeafColumns();
  const drawn = virtualizer.getVirtualItems();
  const { scrollMargin } = virtualizer.options;
  const before = (drawn[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? scrollMargin) - scrollMargin);
  const widths = columns.map((column) => column.columnDef.meta?.width);

  return (
    <table
      className={classes.table}
      style={{ minWidth: widths.reduce<number>((sum, width = 0) => sum + width, 0) }}
      aria-rowcount={lines.length + 1}
    >
      <VisuallyHidden component="caption">
        Compliance items in groups. Press Enter on a row to see its details, and X to select it.
      </VisuallyHidden>
      <colgroup>
        {columns.map((column, index) => (
          <col key={column.id} style={{ width: widths[index] }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {table.getFlatHeaders().map((header) => (
            <ColumnHeader key={header.id} table={table} header={header} />
          ))}
        </tr>
      </thead>
      <Gap height={before} span={columns.length} />
      <tbody>
        {drawn.map(({ index }) => {
          const line = lines[index];
          if (!line) return null;
          const row = rowById.get(line.key);
          const place = { 'data-index': index, 'aria-rowindex': index + 2, ref: virtualizer.measureElement };
          return line.kind === 'group' ? (
            <GroupHeading
              key={line.key}
              {...place}
              group={line.group}
              expanded={!collapsed.has(line.group.key)}
              span={columns.length}
              canReadSummaries={content.canReadSummaries}
              onToggle={content.onToggle}
              onSummary={content.onSummary}
            />
          ) : (
            row && (
              <ItemRow
                key={line.key}
                {...place}
                table={table}
                row={row}
                highlighted={line.key === highlight?.itemId}
                selected={selected && line.row.due ? selected.has(line.key) : null}
                onOpen={content.onOpen}
                onPick={content.onPick}
              />
            )
          );
        })}
      </tbody>
      <Gap height={after} span={columns.length} />
    </table>
  );
}

function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr style={{ height }}>
        <td colSpan={span} className={classes.gap} />
      </tr>
    </tbody>
  );
}
