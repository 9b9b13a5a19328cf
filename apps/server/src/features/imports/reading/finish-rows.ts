import { type Cell, columnOf, type FileRow, MOST_COLUMNS, MOST_IMPORTED } from './cell.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Cells that are marked as merged at most. */
const MOST_MARKED = 300_000;

/** The rows of a table once all were read: in order, which not every program keeps, and with merged cells marked. */
export function finishRows(rows: readonly FileRow[], areas: readonly string[]): readonly FileRow[] {
  const isSorted = rows.every(({ row }, at) => row >= (rows[at - 1]?.row ?? 0));
  return markMerged(isSorted ? rows : rows.toSorted((one, other) => one.row - other.row), areas);
}

/**
 * Rows in which each cell that a merged area covers, its first one aside, says that it is merged: it looks as if it had
 * the value of the first, and has none. @param areas such as `A1:B2` @throws UnreadableFile
 */
function markMerged(rows: readonly FileRow[], areas: readonly string[]): readonly FileRow[] {
  if (areas.length === 0) return rows;
  const places = new Map(rows.map(({ row }, at) => [row, at]));
  const marked = rows.map(({ row, cells }) => ({ row, cells: [...cells] }));
  let count = 0;
  for (const area of areas) {
    const { top, left, bottom, right } = edgesOf(area);
    const expected = `a value of its own: the cells ${area} are merged, so separate them and fill in each`;
    // A title over the whole table is merged, too: it is above the heads, where nobody asks.
    for (let row = top; row <= Math.min(bottom, top + MOST_IMPORTED); row++) {
      const cells = marked[places.get(row) ?? -1]?.cells;
      for (let column = left; column <= Math.min(right, MOST_COLUMNS - 1); column++) {
        if (++count > MOST_MARKED) {
          throw new UnreadableFile('The sheet has too many merged cells: please separate them');
        }
        if (cells && (row !== top || column !== left)) mark(cells, column, expected);
      }
    }
  }
  return marked;
}

function mark(cells: Cell[], column: number, expected: string): void {
  while (cells.length < column) cells.push(null);
  cells[column] = { expected };
}

/** The rows of an area, and its columns from 0, both ends included; a text that is no area has none. */
function edgesOf(area: string): { top: number; left: number; bottom: number; right: number } {
  const [, left = 'A', top = '1', right = 'A', bottom = '0'] =
    /^([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))$/.exec(area) ?? [];
  return { top: Number(top), left: columnOf(left), bottom: Number(bottom), right: columnOf(right) };
}
