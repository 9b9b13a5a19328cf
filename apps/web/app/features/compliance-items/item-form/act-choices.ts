import type { Act } from '@anupalan/contract/acts';
import { stateLabel } from '@anupalan/domain/states';

/** Acts listed at once; typing finds the others. */
export const MOST_LISTED = 100;

/** Acts of the same name get their state added. */
export function chooseFrom(acts: readonly Act[]) {
  const namesakes = Map.groupBy(acts, ({ name }) => name);
  return acts.map(({ _id, name, state }) => ({
    value: _id,
    label: namesakes.get(name)?.length === 1 ? name : `${name} (${stateLabel(state)})`,
  }));
}
