import type { Establishment } from '@anupalan/contract/applicability/establishments';
import type { Company } from '@anupalan/contract/companies';
import { ALL_STATES, STATES, type StateOrAll, stateLabel } from '@anupalan/domain/states';

/** A place that something may have happened at, as one choice of a form. */
export interface Place {
  readonly value: string;
  readonly label: string;
  readonly state: StateOrAll;
  /** Null for a state as a whole. */
  readonly establishmentId: string | null;
}

/** The establishments of a company, and its states in which it lists none. */
export function listPlaces(establishments: readonly Establishment[], company: Company | null): Place[] {
  const places = establishments.map(({ _id, name, state }) => ({
    value: _id,
    label: `${name}, ${stateLabel(state)}`,
    state,
    establishmentId: _id,
  }));
  const states: readonly string[] = company ? [company.state, ...company.additionalStates] : [ALL_STATES];
  const isListed = (state: StateOrAll) => establishments.some((one) => one.state === state);
  const all: readonly StateOrAll[] = [...STATES, ALL_STATES];
  const others = all.filter((state) => states.includes(state) && !isListed(state));
  const label = (state: StateOrAll) => (state === ALL_STATES ? 'No state of its own' : `Elsewhere in ${state}`);
  return [...places, ...others.map((state) => ({ value: state, label: label(state), state, establishmentId: null }))];
}
