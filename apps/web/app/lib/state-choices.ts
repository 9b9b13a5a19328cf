import { ALL_STATES, STATES, type StateOrAll, stateLabel } from '@anupalan/domain/states';

const STATE_LIST: readonly StateOrAll[] = [...STATES, ALL_STATES];

/** The state list (specification 2, section 3) as a dropdown offers it. */
export const STATE_CHOICES = STATE_LIST.map((value) => ({ value, label: stateLabel(value) }));
