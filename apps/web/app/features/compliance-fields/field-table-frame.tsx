import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { useTable } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { TablePanel } from '../../ui/lists/table-panel.tsx';
import { ColumnHeading } from './column-heading.tsx';
import { type COLUMNS_TO_MANAGE, type COLUMNS_TO_READ, tableOfFields } from './field-columns.ts';
import classes from './field-table.module.css';
import { useColumnWidths } from './use-column-widths.ts';

const STORAGE_KEY = 'complianceFieldColumns';

type Props = {
  columns: typeof COLUMNS_TO_READ | typeof COLUMNS_TO_MANAGE;
  fields: ComplianceField[];
  /** Heading of the column of checkboxes. */
  choice?: ReactNode;
  children: ReactNode;
};

/** Field table around its rows, with resizable columns whose widths are remembered (R-catalogue-14). */
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
    <TablePanel
      caption="Compliance fields in the order of their columns"
      className={classes.table}
      style={{ width: table.getTotalSize() }}
    >
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
    </TablePanel>
  );
}
