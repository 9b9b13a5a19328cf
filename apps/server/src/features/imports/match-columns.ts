import type { Column } from './column.ts';
import { LONGEST_HEAD, namesOf, normaliseHead, ROWS_LOOKED_AT } from './normalise-head.ts';
import { type Cell, columnOf, type FileRow, isBlank, letterOf } from './reading/cell.ts';

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
  const known = (row: FileRow) =>
    new Set(row.cells.flatMap((cell) => names.get(normaliseHead(textOf(cell))) ?? [])).size;
  const heads = looked.toSorted((one, other) => known(other) - known(one))[0];
  if (!heads) return { row: 0, headings: [], places: new Map() };
  const headings = heads.cells.flatMap((cell, column) =>
    isBlank(cell) ? [] : [{ letter: letterOf(column), name: textOf(cell) }],
  );
  const places = new Map<string, number>();
  for (const [column, cell] of heads.cells.entries()) {
    const key = names.get(normaliseHead(textOf(cell)));
    if (key !== undefined && !places.has(key)) places.set(key, column);
  }
  for (const [key, letters] of Object.entries(chosen)) {
    if (letters === null) places.delete(key);
    else if (columns.some((column) => column.key === key)) places.set(key, columnOf(letters));
  }
  return { row: heads.row, headings, places };
}

/** The text of a head, as far as it is looked at. */
function textOf(cell: Cell): string {
  if (typeof cell !== 'string' && typeof cell !== 'number') return '';
  return String(cell).trim().slice(0, LONGEST_HEAD).replace(/\s+/g, ' ');
}
