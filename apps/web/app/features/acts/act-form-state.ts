import { type Act, NewAct, NO_TEXT } from '@anupalan/contract/acts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { STATE_CHOICES } from '../../lib/state-choices.ts';

type Typed = {
  name: string;
  state: string;
  minEmployees: number | string;
  maxEmployees: number | string;
  description: string;
};

const EMPTY: Typed = {
  name: '',
  state: STATE_CHOICES[0]?.value ?? '',
  minEmployees: 0,
  maxEmployees: 0,
  description: '',
};

/** Initial values: those of the edited act; for a new one empty, with the first state of the list (R-catalogue-8). */
function toTyped(act: Act | null): Typed {
  if (!act) return EMPTY;
  const { name, state, minEmployees, maxEmployees, description } = act;
  return { name: blank(name), state, minEmployees, maxEmployees, description: blank(description) };
}

/** `-` is how the server stores an empty text (R-catalogue-5), so the form shows it as empty. */
function blank(saved: string): string {
  return saved === NO_TEXT ? '' : saved;
}

export function useActForm(act: Act | null) {
  return useContractForm(NewAct, { name: 'act', initialValues: toTyped(act) });
}

export type ActFormState = ReturnType<typeof useActForm>;
