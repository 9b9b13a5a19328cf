import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { Header } from '@tanstack/react-table';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import classes from './compliance-table.module.css';
import type { tableOfItems } from './create-columns.tsx';
import type { ItemTable } from './table-content.ts';

type Props = { table: ItemTable; header: Header<typeof tableOfItems, ComplianceRow, unknown> };

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

/** Column name; pressing it sorts upwards, downwards, then not at all (R-tracker-21). */
export function ColumnHeader({ table, header }: Props) {
  const { column } = header;
  const name = (
    <span className={classes.name}>
      <table.FlexRender header={header} />
    </span>
  );
  if (!column.getCanSort()) {
    return (
      <th scope="col" className={classes.header} data-pin={column.columnDef.meta?.pin}>
        <span className={classes.sort}>{name}</span>
      </th>
    );
  }
  const order = column.getIsSorted();
  const OrderIcon = order === 'asc' ? IconArrowUp : order === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <th
      scope="col"
      className={classes.header}
      data-pin={column.columnDef.meta?.pin}
      aria-sort={order ? ORDERS[order] : 'none'}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={order || undefined}
        onClick={column.getToggleSortingHandler()}
      >
        {name}
        <OrderIcon size={14} stroke={2} aria-hidden className={classes.order} />
      </UnstyledButton>
    </th>
  );
}
