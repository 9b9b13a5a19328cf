import { useMemo } from 'react';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { collectMarks, type MarksByDay } from './marks.ts';
import { weeksOfMonth } from './month-span.ts';

/** Marks of the viewed month, computed on first view and kept until the rows change. */
export function useMonthMarks(
  rows: readonly ComplianceRow[],
  month: Temporal.PlainYearMonth,
  today: Temporal.PlainDate,
): MarksByDay {
  const marksOf = useMemo(() => rememberMonths(rows, today), [rows, today]);
  return useMemo(() => marksOf(month), [marksOf, month]);
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
