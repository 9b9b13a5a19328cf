import { Select } from '../../../ui/select/select.tsx';
import type { ItemTable } from './table-content.ts';

const ORDERS = [
  { value: 'listed', label: 'As listed', sorting: [] },
  { value: 'due-earliest', label: 'Due date, earliest first', sorting: [{ id: 'due', desc: false }] },
  { value: 'due-latest', label: 'Due date, latest first', sorting: [{ id: 'due', desc: true }] },
  { value: 'title', label: 'Compliance, A to Z', sorting: [{ id: 'title', desc: false }] },
  { value: 'status', label: 'Status', sorting: [{ id: 'status', desc: false }] },
];

const CHOICES = ORDERS.map(({ value, label }) => ({ value, label }));

/** Sort list for narrow screens, where not every column has a heading (R-tracker-21). */
export default function SortControl({ table }: { table: ItemTable }) {
  const current = ORDERS.find(({ sorting: [order] }) => order && orderOf(table, order.id) === order.desc);
  return (
    <Select
      label="Sort by"
      data={CHOICES}
      value={isSorted(table) ? (current?.value ?? null) : 'listed'}
      placeholder="Another order"
      onChange={(chosen) => table.setSorting(ORDERS.find(({ value }) => value === chosen)?.sorting ?? [])}
      allowDeselect={false}
    />
  );
}

/** Direction of a sorted column, true for downwards; undefined when the table is not sorted by it. */
function orderOf(table: ItemTable, columnId: string): boolean | undefined {
  const order = table.getColumn(columnId)?.getIsSorted();
  return order ? order === 'desc' : undefined;
}

function isSorted(table: ItemTable): boolean {
  return table.getAllLeafColumns().some((column) => column.getIsSorted() !== false);
}
