import { composeText } from '@anupalan/domain/written/compose';
import type { Column } from './column.ts';

/** Characters of a head that are looked at and told. */
export const LONGEST_HEAD = 200;

/** Rows at the top of a file among which its heads are looked for. */
export const ROWS_LOOKED_AT = 15;

/** The names by which columns are known, normalised, with their keys; a title counts before another's synonym. */
export function namesOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const named = [
    ...columns.map(({ key, title }) => [title, key] as const),
    ...columns.flatMap(({ key, synonyms = [] }) => [key, ...synonyms].map((name) => [name, key] as const)),
  ];
  const names = new Map<string, string>();
  for (const [name, key] of named) {
    const normal = normaliseHead(name);
    if (!names.has(normal)) names.set(normal, key);
  }
  names.delete('');
  return names;
}

/** A name without what people write differently: capitals, blanks, signs, and what is in brackets. */
export function normaliseHead(text: string): string {
  return composeText(text.slice(0, LONGEST_HEAD), 'NFKC')
    .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
