import { STATES, type State, type StateOrAll } from '@anupalan/domain/states';

type Company = { readonly state: StateOrAll; readonly additionalStates: readonly StateOrAll[] };

/** The states that can still be added to a company's: neither its primary one nor added already. */
export function listAddableStates({ state: primary, additionalStates }: Company): State[] {
  return STATES.filter((state) => state !== primary && !additionalStates.includes(state));
}
