import { type Cell, columnOf, type FileRow, isBlank, MOST_COLUMNS, MOST_IMPORTED } from '../reading/cell.ts';
import { damagedWorkbook, tooManyRows } from '../reading/unreadable-file.ts';
import type { Parts } from './parts.ts';
import { type Attributes, readXmlByPieces, type XmlReader } from './read-xml.ts';
import { RichText } from './shared-strings.ts';
import { type Shared, toCell, VALUELESS } from './to-cell.ts';

/** Rows and columns of a sheet at most. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

/** Merged areas of a sheet that are told at most. */
const MOST_MERGES = 5_000;

/** Areas of formulas without values, each of one formula for many cells, that are told in one row at most. */
const MOST_AREAS = 50;

/** A part of a sheet: rows from 1, columns from 0, both ends included. */
interface Area {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** The rows of a sheet that have anything in them, and afterwards the areas of merged cells, such as `A1:B2`. */
export async function* readRows(parts: Parts, part: string, shared: Shared): AsyncGenerator<FileRow, string[]> {
  const sheet = new SheetReader(shared);
  for await (const _ of readXmlByPieces(parts.unpack(part), sheet)) yield* sheet.takeRows();
  // The root ended with a sheet: what begins with something else has no rows at all.
  yield* sheet.takeRows();
  return sheet.merges;
}

class SheetReader implements XmlReader {
  readonly merges: string[] = [];
  readonly #shared: Shared;
  #rows: FileRow[] = [];
  #filled = 0;
  #isInRows = false;
  /** The number of the row that is being read, and the column of its last cell, from 0. */
  #row = 0;
  #column = -1;
  #cells: Cell[] = [];
  #attributes: Attributes = {};
  #value: string | undefined;
  #isValue = false;
  #hasFormula = false;
  /** The area that the formula of the cell is for, such as `A1:A3`. */
  #formulaArea: string | undefined;
  #valueless: Area[] = [];
  #inline: string | undefined;
  readonly #rich = new RichText();

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  takeRows(): FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (this.#isInRows) this.#openInRows(name, attributes);
    else if (name === 'sheetData') this.#isInRows = true;
    else if (name === 'mergeCell' && attributes.ref && this.merges.length < MOST_MERGES) {
      this.merges.push(attributes.ref);
    }
  };

  readonly text = (text: string): void => {
    if (this.#isValue) this.#value += text;
    else if (this.#inline !== undefined) this.#rich.text(text);
  };

  readonly close = (name: string): void => {
    if (!this.#isInRows) return;
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (name === 'is') this.#inline = this.#rich.whole;
    else if (name === 'sheetData') this.#isInRows = false;
    else if (this.#inline !== undefined) this.#rich.close(name);
  };

  #openInRows(name: string, attributes: Attributes): void {
    if (name === 'c') this.#beginCell(attributes);
    else if (name === 'v') {
      this.#value ??= '';
      this.#isValue = true;
    } else if (name === 'f') {
      this.#hasFormula = true;
      if (attributes.t === 'array' || attributes.t === 'dataTable') this.#formulaArea = attributes.ref;
    } else if (name === 'row') this.#beginRow(attributes.r);
    else if (name === 'is') {
      this.#inline = '';
      this.#rich.begin();
    } else if (this.#inline !== undefined) this.#rich.open(name);
  }

  #beginRow(number: string | undefined): void {
    this.#row = number === undefined ? this.#row + 1 : Number(number);
    if (!(this.#row >= 1 && this.#row <= LAST_ROW)) throw damagedWorkbook();
    this.#column = -1;
    this.#cells = [];
  }

  #beginCell(attributes: Attributes): void {
    const [letters] = /^[A-Z]{1,3}(?=\d)/i.exec(attributes.r ?? '') ?? [];
    if (attributes.r !== undefined && !letters) throw damagedWorkbook();
    this.#column = letters ? columnOf(letters.toUpperCase()) : this.#column + 1;
    if (this.#column >= LAST_COLUMN) throw damagedWorkbook();
    this.#attributes = attributes;
    this.#value = undefined;
    this.#inline = undefined;
    this.#hasFormula = false;
    this.#formulaArea = undefined;
  }

  #endCell(): void {
    if (this.#column >= MOST_COLUMNS) return;
    const { t: type = 'n', s: style } = this.#attributes;
    const cell = toCell(
      { type, style: Number(style ?? 0), value: this.#value, inline: this.#inline, hasFormula: this.#hasFormula },
      this.#shared,
    );
    this.#cells[this.#column] = cell;
    const area = cell === VALUELESS ? readArea(this.#formulaArea) : null;
    if (area && this.#valueless.length < MOST_AREAS) this.#valueless.push(area);
  }

  /** Tells in the other cells of an area, too, that the formula has no value: they would be read as empty. */
  #fillAreas(): void {
    for (const { rows, columns } of this.#valueless) {
      if (this.#row < rows[0] || this.#row > rows[1]) continue;
      for (let column = columns[0]; column <= columns[1]; column++) this.#cells[column] ??= VALUELESS;
    }
    this.#valueless = this.#valueless.filter(({ rows }) => rows[1] > this.#row);
  }

  #endRow(): void {
    this.#fillAreas();
    const cells = Array.from(this.#cells, (cell) => cell ?? null);
    if (cells.every(isBlank)) return;
    // The head is one more.
    if (++this.#filled > MOST_IMPORTED + 1) throw tooManyRows();
    this.#rows.push({ row: this.#row, cells });
  }
}

/** @returns null for what is no area of several cells */
function readArea(area = ''): Area | null {
  const [, left = '', top, right = '', bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(area) ?? [];
  if (bottom === undefined) return null;
  const last = Math.min(columnOf(right), MOST_COLUMNS - 1);
  return { rows: [Number(top), Number(bottom)], columns: [columnOf(left), last] };
}
