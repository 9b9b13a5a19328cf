import type { Act } from '@anupalan/contract/acts';
import { stateLabel } from '@anupalan/domain/states';
import { plainTextOf } from '../../lib/plain-text.ts';
import { hasEveryWord } from '../../lib/search-words.ts';

/** The acts that have every word of a search in their name, state or description. */
export function findActs(acts: readonly Act[], search: string): Act[] {
  const matches = hasEveryWord(search);
  return acts.filter((act) =>
    matches([act.name, stateLabel(act.state), plainTextOf(act.description)].join(' ').toLowerCase()),
  );
}
