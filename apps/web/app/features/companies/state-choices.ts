import { ALL_STATES, STATES, type StateOrAll, stateLabel } from '@anupalan/domain/states';

const CHOICES: readonly StateOrAll[] = [...STATES, ALL_STATES];

/** A company's primary state, as a list to choose from: each state, and all of them. */
export const STATE_CHOICES = CHOICES.map((state) => ({ value: state, label: stateLabel(state) }));

/** The states that can still be added to a company's: neither its primary one nor added already. */
export function listAddableStates(company: { state: StateOrAll; additionalStates: readonly StateOrAll[] }) {
  return STATES.filter((state) => state !== company.state && !company.additionalStates.includes(state));
}
