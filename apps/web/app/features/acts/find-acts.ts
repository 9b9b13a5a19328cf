import type { Act } from '@anupalan/contract/acts';
import { stateLabel } from '@anupalan/domain/states';
import { plainTextOf } from '../../lib/plain-text.ts';

/** The acts that have every word of a search in their name, state or description. */
export function findActs(acts: readonly Act[], search: string): Act[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return acts.filter((act) => {
    const text = [act.name, stateLabel(act.state), plainTextOf(act.description)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
