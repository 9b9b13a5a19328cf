import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Streams rows as CSV for spreadsheets: with a byte order mark, each row one line, and nothing in it taken for a
 * formula (R-audit-log-7). A failure breaks the answer off.
 */
export function streamCsv<T, C extends string>(
  rows: AsyncIterable<T>,
  columns: readonly C[],
  present: (row: T) => Record<C, string | null | undefined>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Readable {
  const csv = stringify({
    columns: [...columns],
    header: true,
    bom: true,
    cast: { string: defuseCell },
    record_delimiter: 'windows',
  });
  return pipeline(Readable.from(rows).map(present), csv, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'an export broke off');
  });
}

/** The signs that begin a formula, in ASCII, full width and small form, and the minus of mathematics. */
const FORMULA_SIGNS = '=+\\-@＝＋－＠﹢﹣﹦﹫−';

/** What spreadsheets may pass over before they see a formula: blanks, quotes, and characters without width. */
const PASSED_OVER = '[\\s"`\\p{Cf}]*';

const BEGINS_A_FORMULA = new RegExp(`^${PASSED_OVER}[${FORMULA_SIGNS}]`, 'u');

/**
 * A formula behind what some countries' spreadsheets separate cells by, as they would read the line: in quotes or not.
 * Numbers are none, so that lists of them stay as they are.
 */
const BEGINS_LATER = new RegExp(
  `([,;|\\t]${PASSED_OVER})(?![-+]?\\d+(?:\\.\\d+)?(?:[\\s"',;|\\]}]|$))(?=[${FORMULA_SIGNS}])`,
  'gu',
);

/**
 * The text of a cell that no spreadsheet takes for a formula, nor for more than one cell, however it reads the file: on
 * one line, and with an apostrophe before each formula sign that a cell could begin with.
 */
export function defuseCell(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(BEGINS_LATER, "$1'");
  return BEGINS_A_FORMULA.test(line) ? `'${line}` : line;
}
