import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import { Stack, VisuallyHidden } from '@mantine/core';
import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  type Row,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import { FieldValue } from '../../compliance-fields/field-value.tsx';
import { PremiumBadge } from '../../compliance-fields/premium-badge.tsx';
import { RequiredMark } from '../../compliance-fields/required-mark.tsx';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { StatusBadge } from '../../status-history/status-badge.tsx';
import { labelOfWaiting } from '../../status-history/waiting-label.ts';
import { DueDate, NotApplicable } from './due-date.tsx';
import { ItemTitle } from './item-title.tsx';
import { type ItemActions, RowActions } from './row-actions.tsx';

/** `width` in px; a column without one takes what is left. Columns with a `pin` stay while the others scroll. */
type ColumnMeta = { width?: number; pin?: 'serial' | 'title' | 'due' | 'status' | 'actions' };

export const tableOfItems = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
});

type ItemRow = Row<typeof tableOfItems, ComplianceRow>;

/** Natural order of text: capitals beside small letters, "Form 5" before "Form 10". */
const { compare } = new Intl.Collator('en', { numeric: true });

/** Ascending comparison; the table itself puts missing texts last. */
function compareText(one: ItemRow, other: ItemRow, columnId: string): number {
  return compare(one.getValue<string>(columnId), other.getValue<string>(columnId));
}

const helper = createColumnHelper<typeof tableOfItems, ComplianceRow>();

interface CompactOptions {
  /** Undefined for all but administrators. */
  readonly actions?: ItemActions | undefined;
  /** Whether each row names its act, because no heading above it does. */
  readonly namesActs?: boolean;
}

interface ColumnOptions extends CompactOptions {
  /** Whether the viewer may read premium values; otherwise their cells link to the plans (R-tracker-5). */
  readonly readsPremium: boolean;
}

/** Columns in order, the configured fields between item and due date (R-tracker-15). */
export function createColumns(
  fields: readonly ComplianceField[],
  { actions, readsPremium, namesActs = false }: ColumnOptions,
) {
  const own = actions ? [createActionsColumn(actions)] : [];
  const fieldColumns = fields.map((field) => createFieldColumn(field, readsPremium));
  return helper.columns([SERIAL, createTitleColumn(namesActs), ...fieldColumns, DUE, STATUS, ...own]);
}

/**
 * Two columns for narrow screens: due date with the item, actions with the status. The due date's own column is hidden
 * and only sorted by.
 */
export function createCompactColumns({ actions, namesActs = false }: CompactOptions = {}) {
  const status = actions ? createStatusAndActionsColumn(actions) : STATUS;
  return helper.columns([createTitleAndDueColumn(namesActs), DUE, status]);
}

export const COMPACT_VISIBILITY = { due: false };
export const EVERY_COLUMN = {};

const SERIAL = helper.accessor((row) => row.item.srNo, {
  id: 'serial',
  header: 'Sr. No',
  sortFn: sortFn_basic,
  meta: { width: 84, pin: 'serial' },
});

function createTitleColumn(namesAct: boolean) {
  return helper.accessor((row) => row.item.title, {
    id: 'title',
    header: 'Compliance',
    sortFn: compareText,
    cell: ({ row }) => <ItemTitle row={row.original} namesAct={namesAct} />,
    meta: { width: 266, pin: 'title' },
  });
}

function createTitleAndDueColumn(namesAct: boolean) {
  return helper.accessor((row) => row.item.title, {
    id: 'title',
    header: 'Compliance',
    sortFn: compareText,
    cell: ({ row }) => (
      <>
        <ItemTitle row={row.original} namesAct={namesAct} />
        <DueDate row={row.original} />
      </>
    ),
  });
}

const DUE = helper.accessor((row) => row.current?.legal.toString(), {
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

const STATUS_OPTIONS = {
  id: 'status',
  sortFn: compareText,
  sortUndefined: 'last',
  meta: { width: 160, pin: 'status' },
} as const;

const STATUS = helper.accessor(readStatusLabel, {
  ...STATUS_OPTIONS,
  header: 'Status',
  cell: ({ row }) => <StatusCell row={row.original} />,
});

function readStatusLabel({ status }: ComplianceRow): string | undefined {
  return status ? STATUS_LABELS[status] : undefined;
}

/** Status of a row; one that is pending is loud only when its day is near, and one not chased never is (R-tracker-36). */
function StatusCell({ row: { status, urgency, waiting, partly } }: { row: ComplianceRow }) {
  if (!status) return <NotApplicable />;
  if (waiting) return <StatusBadge status={waiting} label={labelOfWaiting(waiting)} wraps />;
  const quiet = urgency === 'untracked' || (status === 'pending' && urgency === 'later');
  return <StatusBadge status={status} quiet={quiet} label={partly ?? undefined} wraps={partly !== null} />;
}

function createActionsColumn(actions: ItemActions) {
  return helper.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <RowActions item={row.original.item} {...actions} />,
    meta: { width: 100, pin: 'actions' },
  });
}

function createStatusAndActionsColumn(actions: ItemActions) {
  return helper.accessor(readStatusLabel, {
    ...STATUS_OPTIONS,
    header: () => (
      <>
        Status <VisuallyHidden>and Actions</VisuallyHidden>
      </>
    ),
    cell: ({ row }) => (
      <Stack gap={14} align="flex-start">
        <StatusCell row={row.original} />
        <RowActions item={row.original.item} {...actions} />
      </Stack>
    ),
  });
}

function createFieldColumn(field: ComplianceField, readsPremium: boolean) {
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
    // Wider, because a locked value is replaced by words.
    meta: { width: field.accessLevel === 'premium' && !readsPremium ? 168 : 118 },
  });
}
