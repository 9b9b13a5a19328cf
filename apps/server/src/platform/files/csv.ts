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
const SIGNS = '[=+\\-@＝＋－＠﹢﹣﹦﹫−]';

/** What spreadsheets may pass over before they see a formula: blanks, quotes, characters without width; and guards. */
const PASSED_OVER = '"`\'\\p{Cf} \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';

const BEGINS_A_FORMULA = new RegExp(`^[\\s${PASSED_OVER}]*${SIGNS}`, 'u');

/** A formula behind what some spreadsheets separate cells by, as they would read the line: in quotes or not. */
const BEGINS_LATER = new RegExp(`([,;|\\t\\n][${PASSED_OVER}]*)(?=${SIGNS})`, 'gu');

/** A number, which needs no guard inside a text: so lists of them stay as they are. */
const NUMBER = /[-+]?\d+(?:\.\d+)?(?:[\s"',;|\]}]|$)/y;

/** {@link guardCell} on one line. */
export function defuseCell(text: string): string {
  return guardCell(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}

/**
 * The text of a cell that no spreadsheet takes for a formula, however it reads the file: with an apostrophe, a guard,
 * before each formula sign that a cell could begin with. Line breaks and tabs stay; control characters become blanks.
 * {@link revealCell} gives the text back as it was (R-imports-5).
 */
export function guardCell(text: string): string {
  const printable = text.replace(/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, ' ');
  const guarded = printable.replace(BEGINS_LATER, (before: string, _, at: number) => {
    const isGuarded = before.endsWith("'");
    return isGuarded || !isNumber(printable, at + before.length) ? `${before}'` : before;
  });
  return BEGINS_A_FORMULA.test(guarded) ? `'${guarded}` : guarded;
}

/** The text of a cell without the guards that {@link guardCell} gave it. */
export function revealCell(text: string): string {
  if (!text.includes("'")) return text;
  const body = text.startsWith("'") && BEGINS_A_FORMULA.test(text) ? text.slice(1) : text;
  return body.replace(BEGINS_LATER, (before: string) => (before.endsWith("'") ? before.slice(0, -1) : before));
}

/**
 * The text of a workbook's cell. It needs no guard, but its own apostrophes must not be taken for one when the workbook
 * is imported: such a text is guarded (R-imports-5).
 */
export function keepApostrophes(text: string): string {
  return revealCell(text) === text ? text : guardCell(text);
}

function isNumber(text: string, at: number): boolean {
  NUMBER.lastIndex = at;
  return NUMBER.test(text);
}
