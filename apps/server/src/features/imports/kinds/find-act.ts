import { ALL_STATES } from '@anupalan/domain/states';
import type { NamedAct } from '../queries.ts';
import { sameText } from './same-text.ts';

/** Finds the act of the catalogue that a row names; of several of one name that of the row's state, else of all India. */
export function findAct(acts: readonly NamedAct[]): (name: string, state: string | undefined) => NamedAct | undefined {
  const byName = Map.groupBy(acts, (act) => sameText(act.name));
  return (name, state) => {
    const named = byName.get(sameText(name)) ?? [];
    return named.find((act) => act.state === state) ?? named.find((act) => act.state === ALL_STATES) ?? named[0];
  };
}
