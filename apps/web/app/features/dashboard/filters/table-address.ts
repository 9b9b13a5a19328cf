import { State } from '@anupalan/contract/wire/primitives';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { z } from 'zod';
import { readParam } from '../../../lib/address-state.ts';
import { PERSON_CHOICES, type PersonChoice } from '../../assignments/colleagues.ts';
import { SHOW_CHOICES, type Show } from './show-choices.ts';

/** Filters of the table, each of which is a parameter of the address (R-tracker-33). */
export interface TableFilter {
  readonly state: StateOrAll;
  readonly show: Show;
  /** Id of the chosen act; empty for all. */
  readonly act: string;
  /** Whose items (R-checks-17). */
  readonly person: PersonChoice;
  readonly search: string;
}

export const NO_FILTER: TableFilter = { state: ALL_STATES, show: 'all', act: '', person: 'all', search: '' };

const MOST_CHARACTERS = 200;

const ShowName = z.enum(SHOW_CHOICES);
const PersonName = z.enum(PERSON_CHOICES);
const Text = z.string().max(MOST_CHARACTERS);

/** Parameters that the filters stand in; an address has other ones beside them. */
const PARAMETERS = ['state', 'status', 'act', 'person', 'search'] as const;

/** Filters of an address; what is missing or invalid filters nothing. */
export function readTableFilter(parameters: URLSearchParams): TableFilter {
  return {
    state: readParam(parameters, 'state', State) ?? NO_FILTER.state,
    show: readParam(parameters, 'status', ShowName) ?? NO_FILTER.show,
    act: readParam(parameters, 'act', Text) ?? NO_FILTER.act,
    person: readParam(parameters, 'person', PersonName) ?? NO_FILTER.person,
    search: readParam(parameters, 'search', Text) ?? NO_FILTER.search,
  };
}

/** Parameters with the filters in place of those before, and everything else as it is. */
export function withTableFilter(parameters: URLSearchParams, filter: TableFilter): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  const values: Record<(typeof PARAMETERS)[number], string> = {
    state: filter.state === NO_FILTER.state ? '' : filter.state,
    status: filter.show === NO_FILTER.show ? '' : filter.show,
    act: filter.act,
    person: filter.person === NO_FILTER.person ? '' : filter.person,
    search: filter.search.slice(0, MOST_CHARACTERS),
  };
  for (const name of PARAMETERS) {
    if (values[name] === '') changed.delete(name);
    else changed.set(name, values[name]);
  }
  return changed;
}

/** The filters as one text: one for each choice of them. */
export function textOfFilter(filter: TableFilter): string {
  return withTableFilter(new URLSearchParams(), filter).toString();
}
