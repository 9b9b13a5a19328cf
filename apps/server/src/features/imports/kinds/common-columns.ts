import { text } from '@anupalan/contract/wire/primitives';
import { ALL_STATES, STATES, type State, stateLabel } from '@anupalan/domain/states';
import type { Choice, Column } from '../column.ts';

/** Characters of the key of a row. */
const KEY_LENGTH = 100;

/** The key of a row. */
export const RowKey = text(`Please use at most ${KEY_LENGTH} characters`, { max: KEY_LENGTH }).optional();

/** The key by which a later import finds the thing again. */
export const KEY_COLUMN: Column = {
  key: 'key',
  title: 'Key',
  synonyms: ['Row key', 'ID', 'Code', 'Reference', 'कुंजी'],
  reads: 'text',
  explains: 'your own number or name for the row: an import with the same key later finds it again',
  examples: ['R-1', 'R-2'],
};

/** The heads by which an act is known, and an obligation of it. */
export const ACT_HEADS = {
  key: 'act',
  title: 'Act',
  synonyms: ['Act name', 'Law', 'Statute', 'अधिनियम'],
  reads: 'text',
} as const;

export const OBLIGATION_HEADS = {
  key: 'title',
  title: 'Obligation',
  synonyms: ['Title', 'Compliance', 'Compliance item', 'Name', 'Task', 'दायित्व'],
  reads: 'text',
  required: true,
} as const;

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
