import { type Cell, type FileRow, isWrongCell } from './cell.ts';
import { TOO_MUCH, UnreadableFile } from './unreadable-file.ts';

/** Characters of a cell at most, as of a spreadsheet's. */
const LONGEST_CELL = 32_767;

/** Weights, about as bytes of memory: of rows that are handed over at once, and of a whole file. */
const AT_ONCE = 1_000_000;
const MOST = 150_000_000;

/** What a cell weighs beside its characters. */
const A_CELL = 24;

/**
 * Rows in pieces that can be copied to another thread. Every cell is copied with its own text, also where a workbook has
 * that once for all of them: so the weight of all is counted (R-imports-4). It returns the result of the rows.
 * @throws UnreadableFile
 */
export async function* inBatches<R>(rows: AsyncGenerator<FileRow, R>): AsyncGenerator<FileRow[], R> {
  let batch: FileRow[] = [];
  let weight = 0;
  let whole = 0;
  let next = await rows.next();
  for (; !next.done; next = await rows.next()) {
    const { row, cells } = next.value;
    const fit = cells.map(refuseUnfit);
    const added = fit.reduce<number>((sum, cell) => sum + weigh(cell), A_CELL);
    whole += added;
    weight += added;
    if (whole > MOST) throw new UnreadableFile(TOO_MUCH);
    batch.push({ row, cells: fit });
    if (weight < AT_ONCE) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
  return next.value;
}

/** A text as it can be stored: not longer than a spreadsheet's, well-formed Unicode, without NUL. */
function refuseUnfit(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  if (cell.length > LONGEST_CELL) return { expected: `at most ${LONGEST_CELL.toLocaleString('en-IN')} characters` };
  if (cell.isWellFormed() && !cell.includes('\0')) return cell;
  return { expected: "a text without characters that can't be stored" };
}

function weigh(cell: Cell): number {
  if (typeof cell === 'string') return A_CELL + cell.length;
  return isWrongCell(cell) ? A_CELL + cell.expected.length : A_CELL / 3;
}
