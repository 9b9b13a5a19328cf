import { ALL_STATES, STATES, type StateOrAll, stateLabel } from '@anupalan/domain/states';

/** States as options of a select. */
export function toStateChoices(states: Iterable<StateOrAll>) {
  return [...states].map((value) => ({ value, label: stateLabel(value) }));
}

/** State list (R-companies-3) as options of a select. */
export const STATE_CHOICES = toStateChoices([...STATES, ALL_STATES]);
