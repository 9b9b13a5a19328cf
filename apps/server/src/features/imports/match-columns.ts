import type { Column } from './column.ts';
import { type Cell, columnOf, type FileRow, isBlank, letterOf } from './reading/cell.ts';

/** Rows at the top of a file among which its heads are looked for. */
const ROWS_LOOKED_AT = 15;

/** Characters of a head that are told. */
const LONGEST_HEAD = 200;

/** The heads of a file, and which of its columns, from 0, has what an import asks for. */
export interface MatchedColumns {
  /** The number of the row with the heads; 0 of a file without any. */
  readonly row: number;
  readonly headings: readonly { readonly letter: string; readonly name: string }[];
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Finds the row of heads, the one of the first rows that has most names that are known, and which column has what: by
 * name, in whatever order and capitals, or as it was chosen (R-imports-6).
 */
export function matchColumns(
  rows: readonly FileRow[],
  columns: readonly Column[],
  chosen: Readonly<Record<string, string | null>> = {},
): MatchedColumns {
  const names = namesOf(columns);
  const looked = rows.slice(0, ROWS_LOOKED_AT);
  const known = (row: FileRow) => new Set(row.cells.flatMap((cell) => names.get(normalise(cell)) ?? [])).size;
  const heads = looked.toSorted((one, other) => known(other) - known(one))[0];
  if (!heads) return { row: 0, headings: [], places: new Map() };
  const headings = heads.cells.flatMap((cell, column) =>
    isBlank(cell) ? [] : [{ letter: letterOf(column), name: textOf(cell).slice(0, LONGEST_HEAD) }],
  );
  const places = new Map<string, number>();
  for (const [column, cell] of heads.cells.entries()) {
    const key = names.get(normalise(cell));
    if (key !== undefined && !places.has(key)) places.set(key, column);
  }
  for (const [key, letters] of Object.entries(chosen)) {
    if (letters === null) places.delete(key);
    else if (columns.some((column) => column.key === key)) places.set(key, columnOf(letters));
  }
  return { row: heads.row, headings, places };
}

/** The names by which columns are known; a title counts before what is another's synonym. */
function namesOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const named = [
    ...columns.map(({ key, title }) => [title, key] as const),
    ...columns.flatMap(({ key, synonyms = [] }) => [key, ...synonyms].map((name) => [name, key] as const)),
  ];
  const names = new Map<string, string>();
  for (const [name, key] of named) {
    const normal = normalise(name);
    if (!names.has(normal)) names.set(normal, key);
  }
  names.delete('');
  return names;
}

/** A name without what people write differently: capitals, blanks, signs, and what stands in brackets. */
function normalise(cell: Cell): string {
  return textOf(cell)
    .normalize('NFKC')
    .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim().replace(/\s+/g, ' ') : '';
}
