import type { DatedOccurrence } from '@anupalan/domain/due-days/legal-order';
import { useCallback, useMemo, useState } from 'react';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { extendTo, NOTHING_SELECTED, toggleRow } from './selection.ts';

/** A row as it can be selected: one that falls due (R-tracker-34). */
export type DueRow = ComplianceRow & { readonly due: Temporal.PlainDate; readonly current: DatedOccurrence };

export function isDueRow(row: ComplianceRow): row is DueRow {
  return row.due !== null;
}

/** Selects a row, or with the order of the rows all up to it. */
export type Select = (itemId: string, order: readonly string[] | null) => void;

/** Selected ones of the rows that the table shows: what filters hide is not acted on, and is there again with them. */
export function useSelection(shown: readonly ComplianceRow[]) {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const select = useCallback<Select>(
    (itemId, order) => setSelection((before) => (order ? extendTo(before, itemId, order) : toggleRow(before, itemId))),
    [],
  );
  const selectable = useMemo(() => shown.filter(isDueRow), [shown]);
  const selectAll = useCallback(
    () => setSelection({ ids: new Set(selectable.map(({ item }) => item._id)), anchor: null }),
    [selectable],
  );
  const clear = useCallback(() => setSelection(NOTHING_SELECTED), []);
  const { ids } = selection;
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : selectable.filter(({ item }) => ids.has(item._id))),
    [selectable, ids],
  );
  return { ids, chosen, selectable: selectable.length, select, selectAll, clear };
}
