import { ALL_STATES, STATES, type State, stateLabel } from '@anupalan/domain/states';
import type { Choice } from '../column.ts';

/** Names by which some states are known as well. */
const STATE_SYNONYMS: Readonly<Partial<Record<State, readonly string[]>>> = {
  Delhi: ['NCT of Delhi', 'New Delhi'],
  Odisha: ['Orissa'],
  Puducherry: ['Pondicherry'],
  Uttarakhand: ['Uttaranchal'],
  'Andaman and Nicobar Islands': ['Andaman & Nicobar Islands', 'Andaman & Nicobar'],
  'Jammu and Kashmir': ['Jammu & Kashmir', 'J&K'],
  'Dadra and Nagar Haveli and Daman and Diu': ['Dadra & Nagar Haveli and Daman & Diu', 'DNH & DD'],
  Chhattisgarh: ['Chattisgarh'],
};

/** The states, and all of India, as people write them. */
export const STATE_CHOICES: readonly Choice[] = [
  { value: ALL_STATES, words: [stateLabel(ALL_STATES), 'All India', 'India', 'Central'] },
  ...STATES.map((state) => ({ value: state, words: [state, ...(STATE_SYNONYMS[state] ?? [])] })),
];
