import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { type DueRow, isDueRow } from '../selection/use-selection.ts';

/** Rows of the strip (R-tracker-35): as many as a phone's first screen has room for. */
const SHOWN = 4;

/** Unresolved rows whose days come first; of one day in the order of the list. */
export function pickDueNext(rows: readonly ComplianceRow[]): DueRow[] {
  const open = rows.filter(isDueRow).filter(({ urgency }) => urgency !== 'settled' && urgency !== 'untracked');
  return open.sort((one, other) => one.daysLeft - other.daysLeft).slice(0, SHOWN);
}
