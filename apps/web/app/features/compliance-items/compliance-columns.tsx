import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import {
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  type Row,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import { FieldValue } from '../compliance-fields/field-value.tsx';
import { PremiumBadge } from '../compliance-fields/premium-badge.tsx';
import { StatusBadge } from '../status-history/status-badge.tsx';
import type { ComplianceRow } from './compliance-row.ts';
import { DueDate, NotApplicable } from './due-date.tsx';
import { ItemTitle } from './item-title.tsx';
import { RequiredMark } from './required-mark.tsx';

/** `width` in px; without one a column takes what is left. `pin` columns keep their place while the others scroll. */
type ColumnMeta = { width?: number; pin?: 'serial' | 'title' | 'due' | 'status' };

export const tableOfItems = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
});

type ItemRow = Row<typeof tableOfItems, ComplianceRow>;

/** As people order text: capitals beside small letters, "Form 5" before "Form 10". */
const { compare } = new Intl.Collator('en', { numeric: true });

/** Ascending; texts that are missing stand last and never come here. */
function compareText(one: ItemRow, other: ItemRow, columnId: string): number {
  return compare(one.getValue<string>(columnId), other.getValue<string>(columnId));
}

const helper = createColumnHelper<typeof tableOfItems, ComplianceRow>();

/** The table's columns in their order: the configured fields stand between the item and its due date. */
export function createColumns(fields: readonly ComplianceField[]) {
  return helper.columns([SERIAL, TITLE, ...fields.map(createFieldColumn), DUE, STATUS]);
}

/** The columns where there is room for two: the due date stands with the item. */
export function createCompactColumns() {
  return helper.columns([TITLE_AND_DUE, STATUS]);
}

const SERIAL = helper.accessor((row) => row.item.srNo, {
  id: 'serial',
  header: 'Sr. No',
  sortFn: sortFn_basic,
  meta: { width: 64, pin: 'serial' },
});

const TITLE = helper.accessor((row) => row.item.title, {
  id: 'title',
  header: 'Compliance',
  sortFn: compareText,
  cell: ({ row }) => <ItemTitle row={row.original} />,
  meta: { width: 266, pin: 'title' },
});

const TITLE_AND_DUE = helper.accessor((row) => row.item.title, {
  id: 'title',
  header: 'Compliance',
  sortFn: compareText,
  cell: ({ row }) => (
    <>
      <ItemTitle row={row.original} />
      <DueDate row={row.original} />
    </>
  ),
});

const DUE = helper.accessor((row) => row.due?.toString(), {
  id: 'due',
  header: () => (
    <>
      Due Date <RequiredMark />
    </>
  ),
  sortFn: sortFn_basic,
  sortUndefined: 'last',
  cell: ({ row }) => <DueDate row={row.original} />,
  meta: { width: 156, pin: 'due' },
});

const STATUS = helper.accessor((row) => (row.status ? STATUS_LABELS[row.status] : undefined), {
  id: 'status',
  header: 'Status',
  sortFn: compareText,
  sortUndefined: 'last',
  cell: ({ row }) => (row.original.status ? <StatusBadge status={row.original.status} /> : <NotApplicable />),
  meta: { width: 160, pin: 'status' },
});

function createFieldColumn(field: ComplianceField) {
  return helper.accessor((row) => row.item.values[field._id]?.text || undefined, {
    id: field._id,
    header: () => (
      <>
        {field.name} {field.accessLevel === 'premium' && <PremiumBadge />}
      </>
    ),
    sortFn: compareText,
    sortUndefined: 'last',
    cell: ({ row }) => <FieldValue value={row.original.item.values[field._id]} short />,
    meta: { width: 118 },
  });
}
