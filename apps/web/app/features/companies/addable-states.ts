import { STATES, type State, type StateOrAll } from '@anupalan/domain/states';

type Company = { readonly state: StateOrAll; readonly additionalStates: readonly StateOrAll[] };

/** States other than the primary and the added ones (R-companies-12). */
export function listAddableStates({ state: primary, additionalStates }: Company): State[] {
  return STATES.filter((state) => state !== primary && !additionalStates.includes(state));
}
