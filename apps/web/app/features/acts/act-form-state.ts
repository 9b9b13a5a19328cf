import { type Act, NewAct, NOTHING } from '@anupalan/contract/acts';
import { schemaResolver, useForm } from '@mantine/form';
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

/** What the form starts with: the act that is edited, or nothing and the first state of the list. */
function toTyped(act: Act | null): Typed {
  if (!act) return EMPTY;
  const { name, state, minEmployees, maxEmployees, description } = act;
  return { name: blank(name), state, minEmployees, maxEmployees, description: blank(description) };
}

/** `-` is how an empty text is saved, not what anybody typed. */
function blank(saved: string): string {
  return saved === NOTHING ? '' : saved;
}

export function useActForm(act: Act | null) {
  return useForm({
    mode: 'uncontrolled',
    name: 'act',
    initialValues: toTyped(act),
    validate: schemaResolver(NewAct, { sync: true }),
    transformValues: (typed) => NewAct.parse(typed),
  });
}

export type ActFormState = ReturnType<typeof useActForm>;
