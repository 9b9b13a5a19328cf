import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { revealCell } from '../../../platform/files/csv.ts';
import { normaliseHead, ROWS_LOOKED_AT } from '../normalise-head.ts';
import { type FileRow, isBlank, MOST_COLUMNS, MOST_IMPORTED } from './cell.ts';
import type { OpenTable } from './open-table.ts';
import { textOfCsv } from './text-of-csv.ts';
import { tooManyRows, UnreadableFile } from './unreadable-file.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Characters of a record at most, by which a quote that is never closed is found out. */
const LONGEST_RECORD = 500_000;

const PIECE = 65_536;

/** Line breaks are of one kind in a file, or of several after somebody edited it. */
const OPTIONS: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: LONGEST_RECORD,
};

/**
 * Opens a CSV file, in whatever encoding and with whatever separator spreadsheets save one (R-imports-5).
 * @param heads normalised names of columns, by which the separator is known
 * @throws UnreadableFile
 */
export async function openCsv(bytes: Buffer, heads: ReadonlySet<string>): Promise<OpenTable> {
  const whole = textOfCsv(bytes);
  // Spreadsheets write what they separate by into a line that they don't count.
  const told = /^sep=(.)\r?\n/i.exec(whole.slice(0, 10));
  const text = told ? whole.slice(told[0].length) : whole;
  if (text.trim() === '') throw new UnreadableFile('The file is empty');
  const rows = readRows(text, told?.[1] ?? (await chooseSeparator(text, heads)));
  return { sheet: null, sheets: [], rows };
}

async function* readRows(text: string, separator: string): AsyncGenerator<FileRow, readonly string[]> {
  const parser = parse({ ...OPTIONS, delimiter: separator });
  Readable.from(cut(text)).pipe(parser);
  let row = 0;
  let filled = 0;
  try {
    for await (const record of parser) {
      row++;
      const cells = listTexts(record).map(revealCell);
      if (cells.every(isBlank)) continue;
      if (++filled > MOST_IMPORTED + 1) throw tooManyRows();
      yield { row, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Rows that were read before it may not have come yet.
    const read = 'records' in error ? Number(error.records) : row;
    throw new UnreadableFile(`A quotation mark (") in row ${read + 1} is never closed, or stands where none may`, {
      cause: error,
    });
  }
  return [];
}

function* cut(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE);
}

function listTexts(record: unknown): string[] {
  return Array.isArray(record) ? record.slice(0, MOST_COLUMNS).map(String) : [];
}

/** The separator that gives most heads that are known, else the one that divides most rows into the same number of cells. */
async function chooseSeparator(text: string, heads: ReadonlySet<string>): Promise<string> {
  const beginning = text.slice(0, PIECE);
  let best = { separator: ',', known: 0, even: 0, cells: 0 };
  for (const separator of SEPARATORS) {
    const rows = await readFirst(beginning, separator);
    const known = Math.max(0, ...rows.map((row) => countKnown(row, heads)));
    const found = { separator, known, ...measure(rows) };
    const by = found.known - best.known || found.even - best.even || found.cells - best.cells;
    if (by > 0) best = found;
  }
  return best.separator;
}

/** The number of cells that most rows are divided into, and how many are; none where hardly a row is divided. */
function measure(rows: readonly (readonly string[])[]): { even: number; cells: number } {
  const divided = rows.map(({ length }) => length).filter((length) => length > 1);
  if (divided.length * 2 < rows.length) return { even: 0, cells: 0 };
  const all = divided.map((cells) => ({ cells, even: divided.filter((length) => length === cells).length }));
  return all.reduce((best, one) => (one.even > best.even ? one : best), { even: 0, cells: 0 });
}

function countKnown(row: readonly string[], heads: ReadonlySet<string>): number {
  return new Set(row.map(normaliseHead).filter((head) => heads.has(head))).size;
}

/** The first rows that have anything in them; a row that the piece ends in, or breaks off in, is none. */
async function readFirst(text: string, separator: string): Promise<string[][]> {
  const rows: string[][] = [];
  const parser = parse({ ...OPTIONS, delimiter: separator, skip_empty_lines: true, to: ROWS_LOOKED_AT });
  parser.end(text);
  try {
    for await (const record of parser) rows.push(listTexts(record));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}
