/** A day as a spreadsheet's date cell has it, ISO. */
export interface DayCell {
  readonly day: string;
}

/** A cell that can't be read whatever it is for, with what is expected instead. */
export interface WrongCell {
  readonly expected: string;
}

/** A cell of a file: text, a number or whether something is so, a date, nothing, or what can't be read. */
export type Cell = string | number | boolean | null | DayCell | WrongCell;

/** A row of a file by its number as the spreadsheet counts, from 1. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly Cell[];
}

/** A file as it was read: of one sheet the rows that have anything in them. */
export interface FileTable {
  readonly sheet: string | null;
  /** The sheets that are not hidden. */
  readonly sheets: readonly string[];
  readonly rows: readonly FileRow[];
}

export function isDayCell(cell: Cell): cell is DayCell {
  return typeof cell === 'object' && cell !== null && 'day' in cell;
}

export function isWrongCell(cell: Cell): cell is WrongCell {
  return typeof cell === 'object' && cell !== null && 'expected' in cell;
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell == null || (typeof cell === 'string' && cell.trim() === '');
}

/** The letters of a column, from 0: A, B, … Z, AA. */
export function letterOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${letterOf(Math.floor(column / 26) - 1)}${last}`;
}

/** The column of its letters, from 0. */
export function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Rows of one import at most (R-imports-3). */
export const MOST_IMPORTED = 100_000;

/** Cells of a row that are looked at: far more than any import asks for. */
export const MOST_COLUMNS = 200;
