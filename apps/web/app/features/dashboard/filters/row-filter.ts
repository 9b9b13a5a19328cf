import { matchesStateFilter } from '@anupalan/domain/applicability';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { STATUSES, type Status } from '@anupalan/domain/statuses';
import { hasEveryWord } from '../../../lib/text/search-words.ts';
import type { Colleagues, PersonChoice } from '../../assignments/colleagues.ts';
import { type ComplianceRow, searchTextOf } from '../../compliance-items/compliance-row.ts';
import { type Show, VERIFIED } from './show-choices.ts';
import type { TableFilter } from './table-address.ts';

/** Rows of the chosen state; `-` is All States (R-tracker-19). */
export function filterByState(rows: readonly ComplianceRow[], state: StateOrAll): readonly ComplianceRow[] {
  return state === ALL_STATES ? rows : rows.filter(({ item }) => matchesStateFilter(item, state));
}

/** Rows that are whose a choice says (R-checks-17); who is alone in a company has no choice. */
export function filterByPerson(
  rows: readonly ComplianceRow[],
  person: PersonChoice,
  colleagues: Colleagues | null,
): readonly ComplianceRow[] {
  return person === 'all' || !colleagues ? rows : rows.filter(({ item }) => colleagues.isChosen(item, person));
}

/** Rows of an act, with a status or urgency and every word of the search (R-tracker-20); the same list when all are. */
export function filterRows(
  rows: readonly ComplianceRow[],
  { show, act, search }: Omit<TableFilter, 'state' | 'person'>,
): readonly ComplianceRow[] {
  const ofAct = act === '' ? rows : rows.filter(({ item }) => item.actId === act);
  const ofStatus = show === 'all' ? ofAct : ofAct.filter((row) => isShown(row, show));
  if (search.trim() === '') return ofStatus;
  const matches = hasEveryWord(search);
  return ofStatus.filter((row) => matches(searchTextOf(row)));
}

function isShown(row: ComplianceRow, show: Show): boolean {
  if (show === VERIFIED) return row.item.provenance?.confidence !== 'low';
  return isStatus(show) ? row.status === show : row.urgency === show;
}

function isStatus(show: Show): show is Status {
  return STATUSES.some((status) => status === show);
}
