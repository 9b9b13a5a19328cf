import { toRupees } from '@anupalan/domain/money';
import { keepApostrophes } from '../csv.ts';
import { writeZip, type ZipEntry } from '../zip/write-zip.ts';
import { type Cell, type Column, type ColumnKind, inIndianTime, type Table } from './table.ts';
import { describeWorkbook, HEADING_STYLE, nameOfPlace, PACKAGE_PARTS, STYLES, styleOf } from './xlsx-parts.ts';

/** Rows of a sheet at most, its headings among them. */
const MOST_ROWS = 1_048_576;

/** Letters that a cell holds in Excel. */
const MOST_LETTERS = 32_767;

/** Letters of XML that are written at once. */
const CHUNK = 64 * 1024;

/** The first day of Excel's calendar is 1 January 1900, which it counts as 1; it also counts a 29 February 1900. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/**
 * Writes a table as a workbook of one sheet, with further sheets where there are more rows than one has: headings are
 * bold, stay in sight and filter; texts are texts whatever they begin with, days and moments are dates (R-exports-1). Rows
 * are asked for only as the bytes are read.
 */
export function writeXlsx(table: Table): AsyncIterable<Uint8Array> {
  return writeZip(listParts(table), table.madeAt);
}

async function* listParts({ title, columns, rows, madeAt }: Table): AsyncGenerator<ZipEntry> {
  const source = new RowSource(rows);
  const sheets: Sheet[] = [];
  try {
    do {
      const sheet = { name: nameOfSheet(title, sheets.length + 1), rows: 1 };
      sheets.push(sheet);
      yield { path: `xl/worksheets/sheet${sheets.length}.xml`, bytes: encode(writeSheet(columns, source, sheet)) };
    } while (await source.hasMore());
  } finally {
    await source.close();
  }
  const parts = { ...PACKAGE_PARTS, 'xl/styles.xml': STYLES, ...describeWorkbook({ title, madeAt, sheets, columns }) };
  for (const [path, xml] of Object.entries(parts)) yield { path, bytes: encode([xml]) };
}

/** A sheet with the number of its rows so far, its headings among them. */
interface Sheet {
  readonly name: string;
  rows: number;
}

/** Rows one by one, with a look at whether there is another. */
class RowSource {
  readonly #rows: AsyncIterator<readonly Cell[]>;
  #next: readonly Cell[] | null | undefined;

  constructor(rows: Table['rows']) {
    this.#rows = rows[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    if (this.#next === undefined) {
      const { value, done } = await this.#rows.next();
      this.#next = done ? null : value;
    }
    return this.#next !== null;
  }

  async take(): Promise<readonly Cell[] | null> {
    if (!(await this.hasMore()) || !this.#next) return null;
    const row = this.#next;
    this.#next = undefined;
    return row;
  }

  async close(): Promise<void> {
    await this.#rows.return?.();
  }
}

async function* writeSheet(columns: readonly Column[], source: RowSource, sheet: Sheet): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`;
  for (const [at, { width }] of columns.entries()) {
    yield `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  }
  yield `</cols><sheetData><row r="1">`;
  for (const [at, { title }] of columns.entries()) yield writeText(`${nameOfPlace(at + 1)}1`, title, HEADING_STYLE);
  yield '</row>';
  for (let row = await source.take(); row !== null; row = sheet.rows < MOST_ROWS ? await source.take() : null) {
    sheet.rows += 1;
    yield writeRow(columns, row, sheet.rows);
  }
  yield `</sheetData><autoFilter ref="A1:${nameOfPlace(columns.length)}${sheet.rows}"/></worksheet>`;
}

function writeRow(columns: readonly Column[], row: readonly Cell[], number: number): string {
  const cells = columns.map(({ kind }, at) => writeCell(kind, row[at] ?? null, `${nameOfPlace(at + 1)}${number}`));
  return `<row r="${number}">${cells.join('')}</row>`;
}

function writeCell(kind: ColumnKind, cell: Cell, place: string): string {
  if (cell === null || cell === '') return '';
  const number = (value: number) => `<c r="${place}" s="${styleOf(kind)}"><v>${value}</v></c>`;
  if (cell instanceof Date) return number(toSerial(`${inIndianTime(cell).replace(' ', 'T')}Z`));
  if (typeof cell === 'number') return number(kind === 'money' ? toRupees(cell) : cell);
  if (kind === 'day') return number(toSerial(`${cell}T00:00:00Z`));
  return writeText(place, keepApostrophes(cell), styleOf(kind));
}

function writeText(place: string, text: string, style: number): string {
  const letters = escapeXml(text.slice(0, MOST_LETTERS));
  const space = /^\s|\s$|\n/.test(letters) ? ' xml:space="preserve"' : '';
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t${space}>${letters}</t></is></c>`;
}

/** The number that a spreadsheet has for a moment of the wall clock. */
function toSerial(iso: string): number {
  return (Date.parse(iso) - EPOCH_MS) / DAY_MS;
}

/** A text in XML; letters that XML can't have, and what looks like their escape, are escaped as the format does it. */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
    .replace(/\r/g, '_x000D_')
    .replace(CONTROLS, (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are no letters of XML
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** The name of a sheet: at most 31 letters, none of those that spreadsheets keep for themselves. */
function nameOfSheet(title: string, number: number): string {
  const name = title.replace(/[[\]:*?/\\']/g, ' ');
  const ending = number === 1 ? '' : ` ${number}`;
  return `${name.slice(0, 31 - ending.length)}${ending}`;
}

async function* encode(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < CHUNK) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
