import type { Act } from '@anupalan/contract/acts';
import { stateLabel } from '@anupalan/domain/states';
import { plainTextOf } from '../../lib/text/plain-text.ts';
import { hasEveryWord } from '../../lib/text/search-words.ts';

/** Length in characters above which a description is clamped to two lines (R-catalogue-7). */
const CLAMPED_ABOVE = 100;

/** Acts with every word of the search in name, state or description (R-catalogue-6). */
export function findActs(acts: readonly Act[], search: string): Act[] {
  const matches = hasEveryWord(search);
  return acts.filter((act) =>
    matches([act.name, stateLabel(act.state), plainTextOf(act.description)].join(' ').toLowerCase()),
  );
}

/** Employee range such as "20 – 100"; a maximum of 0 is unlimited, "20 – ∞" (R-catalogue-6). */
export function formatEmployeeRange({
  minEmployees,
  maxEmployees,
}: Pick<Act, 'minEmployees' | 'maxEmployees'>): string {
  return `${minEmployees} – ${maxEmployees === 0 ? '∞' : maxEmployees}`;
}

/** Description length is measured without its tags (R-catalogue-7). */
export function isLongDescription(html: string): boolean {
  return plainTextOf(html).length > CLAMPED_ABOVE;
}
