import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { VisuallyHidden } from '@mantine/core';
import { useTable } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { ColumnHeading } from './column-heading.tsx';
import { type COLUMNS_TO_MANAGE, type COLUMNS_TO_READ, tableOfFields } from './field-columns.ts';
import classes from './field-table.module.css';
import { useColumnWidths } from './use-column-widths.ts';

const STORAGE_KEY = 'complianceFieldColumns';

type Props = {
  columns: typeof COLUMNS_TO_READ | typeof COLUMNS_TO_MANAGE;
  fields: ComplianceField[];
  /** Stands in the heading of the column that chooses. */
  choice?: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** The table of fields around its rows: columns whose widths can be changed and are remembered. */
export function FieldTableFrame({ columns, fields, choice, children }: Props) {
  const [widths, setWidths] = useColumnWidths(STORAGE_KEY);
  const table = useTable({
    features: tableOfFields,
    columns,
    data: fields,
    columnResizeMode: 'onChange',
    state: { columnSizing: widths },
    onColumnSizingChange: (change) => setWidths((before) => (typeof change === 'function' ? change(before) : change)),
  });
  return (
    <div className={classes.panel}>
      <table className={classes.table} style={{ width: table.getTotalSize() }}>
        <VisuallyHidden component="caption">Compliance fields in the order of their columns</VisuallyHidden>
        <colgroup>
          {table.getAllLeafColumns().map((column) => (
            <col key={column.id} style={{ width: column.getSize() }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <ColumnHeading key={header.id} table={table} header={header}>
                {header.column.id === 'choice' ? choice : undefined}
              </ColumnHeading>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
