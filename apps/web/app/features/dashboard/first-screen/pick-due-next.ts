import { daysFrom } from '@anupalan/domain/calendar-day';
import { compareOccurrences } from '@anupalan/domain/due-days/legal-order';
import { urgencyOf } from '@anupalan/domain/urgency';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { type DueRow, isDueRow } from '../selection/use-selection.ts';

/** Rows of the strip (R-tracker-35): as many as a phone's first screen has room for. */
const SHOWN = 4;

/** Row with the occurrence that comes next: its current one, or one that its details have to be opened on. */
export type NextRow = DueRow & { readonly opensOn?: Temporal.PlainDate };

/** Unresolved rows whose days come first; of one day in the order of the list. */
export function pickDueNext(rows: readonly ComplianceRow[]): NextRow[] {
  const open = rows
    .filter(isDueRow)
    .map(skipUntracked)
    .filter(({ urgency }) => urgency !== 'settled' && urgency !== 'untracked');
  return open.sort((one, other) => one.daysLeft - other.daysLeft).slice(0, SHOWN);
}

/** Where nobody is chased for the current occurrence, the one after it is what comes next (R-due-dates-19). */
function skipUntracked(row: DueRow): NextRow {
  if (row.urgency !== 'untracked') return row;
  const next = row.series.ahead.find((one) => compareOccurrences(row.current, one) < 0);
  if (!next) return row;
  const daysLeft = row.daysLeft + daysFrom(row.current.legal, next.legal);
  const urgency = urgencyOf(row.recorded.get(next.iso), daysLeft, row.chasedFrom);
  return { ...row, current: next, due: next.day, daysLeft, urgency, opensOn: next.day };
}
