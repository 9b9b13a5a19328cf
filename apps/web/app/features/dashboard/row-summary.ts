import type { Status } from '@anupalan/domain/statuses';
import type { ComplianceRow } from '../compliance-items/compliance-row.ts';
import { countUrgency } from './table/group-rows.ts';

/** Counts above the table (R-tracker-14): the first two of items, the others of this month's occurrences. */
export interface RowSummary {
  readonly overdue: number;
  readonly dueSoon: number;
  /** Occurrences of the current month without those that are not-to-do or not-applicable. */
  readonly dueThisMonth: number;
  readonly doneThisMonth: number;
}

const NOTHING_TO_DO: ReadonlySet<Status | undefined> = new Set<Status>(['not-to-do', 'not-applicable']);

export function summarizeRows(rows: readonly ComplianceRow[]): RowSummary {
  let dueThisMonth = 0;
  let doneThisMonth = 0;
  for (const row of rows) {
    for (const iso of trackedDaysOfMonth(row)) {
      const status = row.recorded.get(iso);
      if (NOTHING_TO_DO.has(status)) continue;
      dueThisMonth++;
      if (status === 'done') doneThisMonth++;
    }
  }
  return {
    overdue: countUrgency(rows, 'overdue'),
    dueSoon: countUrgency(rows, 'due-soon'),
    dueThisMonth,
    doneThisMonth,
  };
}

/**
 * Due dates of the month; those from before the item was tracked count only when something is recorded for them
 * (R-due-dates-12).
 */
function* trackedDaysOfMonth({ series, recorded }: ComplianceRow) {
  for (const { iso, isTracked } of series.ofMonth) {
    if (isTracked || recorded.has(iso)) yield iso;
  }
}
