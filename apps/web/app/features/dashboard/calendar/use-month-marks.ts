import type { RecordedStatuses } from '@anupalan/domain/occurrence';
import { useMemo } from 'react';
import { useStatusesAround } from '../../compliance-items/calls.ts';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { collectMarks, type MarksByDay } from './marks.ts';
import { weeksOfMonth } from './month-span.ts';

/**
 * Marks of the viewed month, computed on first view and kept until the rows change. Statuses that the list left out are
 * asked for (R-statuses-17).
 */
export function useMonthMarks(
  rows: readonly ComplianceRow[],
  month: Temporal.PlainYearMonth,
  today: Temporal.PlainDate,
): MarksByDay {
  const isCut = rows.some(({ item }) => item.statusHistoryCut === 'entries');
  const missing = useStatusesAround(month.toPlainDate({ day: 1 }), { enabled: isCut });
  const whole = useMemo(() => (missing ? rows.map((row) => addStatuses(row, missing)) : rows), [rows, missing]);
  const marksOf = useMemo(() => rememberMonths(whole, today), [whole, today]);
  return useMemo(() => marksOf(month), [marksOf, month]);
}

/** The row's own statuses count first: a change that is on its way is among them. */
function addStatuses(row: ComplianceRow, missing: ReadonlyMap<string, RecordedStatuses>): ComplianceRow {
  const statuses = row.item.statusHistoryCut === 'entries' && missing.get(row.item._id);
  return statuses ? { ...row, recorded: new Map([...statuses, ...row.recorded]) } : row;
}

function rememberMonths(rows: readonly ComplianceRow[], today: Temporal.PlainDate) {
  const months = new Map<string, MarksByDay>();
  return (month: Temporal.PlainYearMonth): MarksByDay => {
    const key = month.toString();
    const marks = months.get(key) ?? collectMarks(rows, weeksOfMonth(month), today);
    months.set(key, marks);
    return marks;
  };
}
