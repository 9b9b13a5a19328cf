import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { type Cell, type FileRow, type FileTable, isBlank, MOST_COLUMNS, MOST_IMPORTED } from './cell.ts';
import { areaOf, inspectWorkbook, type SheetOfWorkbook } from './inspect-workbook.ts';
import { damagedWorkbook, tooManyRows, UnreadableFile } from './unreadable-file.ts';

/** Rows above the heads and empty ones that a file may have beside those that are imported. */
const OTHER_ROWS = 1_000_000;

/** Cells that are marked as merged, or as without a value. */
const MOST_MARKED = 300_000;

/** A workbook of which one sheet is read row by row, as it is unpacked. */
export interface OpenWorkbook extends Omit<FileTable, 'rows'> {
  readonly rows: AsyncGenerator<FileRow>;
}

/** Opens a workbook at a sheet, or else its first one that isn't hidden. @throws UnreadableFile */
export async function openWorkbook(bytes: Buffer, wanted: string | undefined): Promise<OpenWorkbook> {
  const all = await inspectWorkbook(bytes);
  const shown = all.filter(({ isHidden }) => !isHidden);
  const sheet = wanted === undefined ? shown[0] : shown.find(({ name }) => name === wanted);
  if (!sheet) {
    throw new UnreadableFile(wanted === undefined ? 'The workbook has no sheet' : `There is no sheet "${wanted}"`);
  }
  return { sheet: sheet.name, sheets: shown.map(({ name }) => name), rows: readRows(bytes, sheet, all.indexOf(sheet)) };
}

async function* readRows(bytes: Buffer, sheet: SheetOfWorkbook, index: number): AsyncGenerator<FileRow> {
  const wrong = markWrong(sheet);
  let rows = 0;
  for await (const { index: at, values } of unpackRows(bytes, index)) {
    const marked = wrong.get(at);
    const cells = toCells(values);
    for (const [column, expected] of marked ?? []) {
      if (column < MOST_COLUMNS) cells[column] = { expected };
    }
    if (cells.every(isBlank)) continue;
    // The head is one more.
    if (++rows > MOST_IMPORTED + 1) throw tooManyRows();
    yield { row: at + 1, cells: Array.from(cells, (cell) => cell ?? null) };
  }
}

/** What the library makes of a sheet; whatever it can't read is damaged. */
async function* unpackRows(bytes: Buffer, index: number): ReturnType<typeof streamXlsxRows> {
  try {
    yield* streamXlsxRows(bytes, { sheet: index, maxRows: OTHER_ROWS });
  } catch (error) {
    throw damagedWorkbook(error);
  }
}

/** The cells of a sheet that say nothing by themselves, by row and column from 0. */
function markWrong({ merges, valueless }: SheetOfWorkbook): Map<number, Map<number, string>> {
  const wrong = new Map<number, Map<number, string>>();
  let marked = 0;
  const mark = (row: number, column: number, expected: string) => {
    if (++marked > MOST_MARKED) throw new UnreadableFile('The sheet has too many merged cells: please separate them');
    const ofRow = wrong.get(row) ?? new Map<number, string>();
    wrong.set(row, ofRow.set(column, expected));
  };
  for (const ref of valueless) {
    const { top, left } = areaOf(ref);
    mark(top, left, 'the value of this formula: open the file in a spreadsheet, save it, and choose it again');
  }
  for (const ref of merges) {
    const { top, left, bottom, right } = areaOf(ref);
    const expected = `a value of its own: the cells ${ref} are merged, so separate them and fill in each`;
    // A title over the whole table is merged, too: it lies above the heads, where nobody asks.
    for (let row = top; row <= Math.min(bottom, top + MOST_IMPORTED); row++) {
      for (let column = left; column <= Math.min(right, MOST_COLUMNS); column++) {
        if (row !== top || column !== left) mark(row, column, expected);
      }
    }
  }
  return wrong;
}

function toCells(values: readonly CellValue[]): Cell[] {
  return values.slice(0, MOST_COLUMNS).map((value) => {
    if (value instanceof Date) return toDay(value);
    if (typeof value === 'string' && ERRORS.test(value)) return { expected: `a value: the formula says ${value}` };
    return value ?? null;
  });
}

const ERRORS = /^#(REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/;

function toDay(date: Date): Cell {
  const time = date.getTime();
  if (Number.isNaN(time)) return { expected: 'a date: this one is out of range' };
  return { day: date.toISOString().slice(0, 10) };
}
