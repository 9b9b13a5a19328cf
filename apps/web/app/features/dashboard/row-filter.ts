import { matchesStateFilter } from '@anupalan/domain/applicability';
import type { StateOrAll } from '@anupalan/domain/states';
import { STATUSES, type Status } from '@anupalan/domain/statuses';
import { hasEveryWord } from '../../lib/text/search-words.ts';
import type { ComplianceRow } from '../compliance-items/compliance-row.ts';

/** Options of the status filter besides the statuses (R-tracker-20). */
const ATTENTION = ['all', 'overdue', 'due-soon'] as const;

export const SHOW_CHOICES = [...ATTENTION, ...STATUSES] as const;

export type Show = (typeof SHOW_CHOICES)[number];

/** Rows of the chosen state; `-` is All States (R-tracker-19). */
export function filterByState(rows: readonly ComplianceRow[], state: StateOrAll): ComplianceRow[] {
  return rows.filter(({ item }) => matchesStateFilter(item, state));
}

/** Rows with a status or urgency and every word of the search (R-tracker-20). */
export function filterRows(rows: readonly ComplianceRow[], show: Show, search: string): ComplianceRow[] {
  const matches = hasEveryWord(search);
  return rows.filter((row) => isShown(row, show) && matches(row.searchText));
}

function isShown(row: ComplianceRow, show: Show): boolean {
  if (show === 'all') return true;
  return isStatus(show) ? row.status === show : row.urgency === show;
}

function isStatus(show: Show): show is Status {
  return !(ATTENTION as readonly Show[]).includes(show);
}
