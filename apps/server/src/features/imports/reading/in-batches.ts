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
 * that once for all of them: so what they come to is counted (R-imports-4).
 * @throws UnreadableFile
 */
export async function* inBatches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  let weight = 0;
  let whole = 0;
  for await (const { row, cells } of rows) {
    const short = cells.map(refuseLong);
    const added = short.reduce<number>((sum, cell) => sum + weigh(cell), A_CELL);
    whole += added;
    weight += added;
    if (whole > MOST) throw new UnreadableFile(TOO_MUCH);
    batch.push({ row, cells: short });
    if (weight < AT_ONCE) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
}

function refuseLong(cell: Cell): Cell {
  if (typeof cell !== 'string' || cell.length <= LONGEST_CELL) return cell;
  return { expected: `at most ${LONGEST_CELL.toLocaleString('en-IN')} characters` };
}

function weigh(cell: Cell): number {
  if (typeof cell === 'string') return A_CELL + cell.length;
  return isWrongCell(cell) ? A_CELL + cell.expected.length : A_CELL / 3;
}
