import { ALL_STATES, STATES, type StateOrAll } from '@anupalan/domain/states';
import { type Guard, isOneOf } from '../../../lib/guards.ts';
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

const isState = isOneOf<StateOrAll>([ALL_STATES, ...STATES]);
const isShow = isOneOf(SHOW_CHOICES);
const isPerson = isOneOf(PERSON_CHOICES);

/** Parameters that the filters stand in; an address has other ones beside them. */
const PARAMETERS = ['state', 'status', 'act', 'person', 'search'] as const;

type Parameter = (typeof PARAMETERS)[number];

/** Filters of an address; what is missing or invalid filters nothing. */
export function readTableFilter(parameters: URLSearchParams): TableFilter {
  return {
    state: readParam(parameters, 'state', isState) ?? NO_FILTER.state,
    show: readParam(parameters, 'status', isShow) ?? NO_FILTER.show,
    act: readParam(parameters, 'act', isShort) ?? NO_FILTER.act,
    person: readParam(parameters, 'person', isPerson) ?? NO_FILTER.person,
    search: readParam(parameters, 'search', isShort) ?? NO_FILTER.search,
  };
}

function readParam<T>(parameters: URLSearchParams, name: Parameter, isValid: Guard<T>): T | undefined {
  const value: unknown = parameters.get(name);
  return isValid(value) ? value : undefined;
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_CHARACTERS;
}

/** Parameters with the filters in place of those before, and everything else as it is. */
export function withTableFilter(parameters: URLSearchParams, filter: TableFilter): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  const values: Record<Parameter, string> = {
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
