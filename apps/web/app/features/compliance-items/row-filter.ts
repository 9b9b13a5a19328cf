import { matchesStateFilter } from '@anupalan/domain/applicability';
import type { StateOrAll } from '@anupalan/domain/states';
import { STATUSES, type Status } from '@anupalan/domain/statuses';
import { hasEveryWord } from '../../lib/search-words.ts';
import type { ComplianceRow } from './compliance-row.ts';

/** What the status filter offers besides the statuses themselves. */
const ATTENTION = ['all', 'overdue', 'due-soon'] as const;

export const SHOW_CHOICES = [...ATTENTION, ...STATUSES] as const;

export type Show = (typeof SHOW_CHOICES)[number];

/** The rows of the chosen state; `-` is "All States" (specification 2, section 4, "Filtering"). */
export function filterByState(rows: readonly ComplianceRow[], state: StateOrAll): ComplianceRow[] {
  return rows.filter(({ item }) => matchesStateFilter(item, state));
}

/** The rows that are in a status or need a kind of attention, and that contain every word of the search. */
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
