import { text } from '@anupalan/contract/wire/primitives';
import type { Column } from '../column.ts';

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
