import { isBefore } from '@anupalan/domain/calendar-day';
import { occurrencesBetween } from '@anupalan/domain/recurrence';
import type { Status } from '@anupalan/domain/statuses';
import { countUrgency } from './act-group.ts';
import type { ComplianceRow } from './compliance-row.ts';

/** What an officer wants to know in the morning. The first two count items, the others occurrences of this month. */
export interface RowSummary {
  readonly overdue: number;
  readonly dueSoon: number;
  /** Occurrences of the current month (UTC), but for those that are not to be done or don't apply. */
  readonly dueThisMonth: number;
  readonly doneThisMonth: number;
}

const NOTHING_TO_DO: ReadonlySet<Status | undefined> = new Set<Status>(['not-to-do', 'not-applicable']);

export function summarizeRows(rows: readonly ComplianceRow[], today: Temporal.PlainDate): RowSummary {
  let dueThisMonth = 0;
  let doneThisMonth = 0;
  for (const row of rows) {
    for (const day of trackedDaysOfMonth(row, today)) {
      const status = row.recorded.get(day.toString());
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

/** The due dates of the month, without those from before the item was tracked that nobody recorded either. */
function* trackedDaysOfMonth({ schedule, trackedFrom, recorded }: ComplianceRow, today: Temporal.PlainDate) {
  const first = today.with({ day: 1 });
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  if (!schedule.first) return;
  for (const day of occurrencesBetween(schedule.first, schedule.frequency, first, last)) {
    if (!isBefore(day, trackedFrom) || recorded.has(day.toString())) yield day;
  }
}
