import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type FileRow, isBlank, MOST_COLUMNS, MOST_IMPORTED } from './cell.ts';
import { tooManyRows, UnreadableFile } from './unreadable-file.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Characters of a record at most, by which a quote that is never closed is found out. */
const LONGEST_RECORD = 500_000;

const PIECE = 65_536;

/** The rows of a CSV file, in whatever encoding and with whatever separator spreadsheets save one. @throws UnreadableFile */
export async function* readCsv(bytes: Buffer): AsyncGenerator<FileRow> {
  const { text, separator } = openCsv(bytes);
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_RECORD,
  });
  Readable.from(cut(text)).pipe(parser);
  let row = 0;
  let filled = 0;
  try {
    for await (const record of parser) {
      row++;
      const cells = listTexts(record).map(readPrefixed);
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
}

function* cut(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE);
}

function listTexts(record: unknown): string[] {
  return Array.isArray(record) ? record.slice(0, MOST_COLUMNS).map(String) : [];
}

/** A text without the apostrophe that keeps a spreadsheet from taking it for a formula (R-imports-5): exactly one. */
function readPrefixed(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r])/, '');
}

/** The text of a file with the separator that it uses. @throws UnreadableFile when it isn't text */
function openCsv(bytes: Buffer): { text: string; separator: string } {
  const text = decode(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells bytes from text
  if (/[\x00-\x08\x0e-\x1f]/.test(text.slice(0, PIECE)) || /^\s*(<[!?a-z]|%PDF|\{\\rtf)/i.test(text)) {
    throw new UnreadableFile('The file is no CSV: please choose one, or an Excel workbook (.xlsx)');
  }
  // Spreadsheets write what they separate by into a line that they don't count.
  const told = /^sep=(.)\r?\n/i.exec(text);
  if (told?.[1]) return { text: text.slice(told[0].length), separator: told[1] };
  return { text, separator: chooseSeparator(text) };
}

/** The encodings of spreadsheets: UTF-8, UTF-16 as "Unicode text", and the code page of Windows. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (looksLikeUtf16(bytes)) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Whether every other byte at the beginning is zero, as in UTF-16 without a mark. */
function looksLikeUtf16(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 200);
  return start.length >= 4 && start.every((byte, at) => at % 2 === 0 || byte === 0);
}

/** The separator that divides the heads most often, outside quotes. */
function chooseSeparator(text: string): string {
  const heads = text
    .slice(0, PIECE)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 5);
  const most = (separator: string) => Math.max(0, ...heads.map((line) => line.split(separator).length - 1));
  return SEPARATORS.toSorted((one, other) => most(other) - most(one))[0] ?? ',';
}
