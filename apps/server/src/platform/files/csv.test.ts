import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defuseCell, guardCell, keepApostrophes, revealCell, streamCsv } from './csv.ts';

const COLUMNS = ['name', 'details', 'note'] as const;

type Row = Record<(typeof COLUMNS)[number], string>;

/** Whether a cell could be taken for a formula: a sign behind blanks, quotes and characters without width. */
const IS_FORMULA = /^[\s"`\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]/u;

test.each([
  ['=HYPERLINK("http://x.in","Click")', `'=HYPERLINK("http://x.in","Click")`],
  ['+1', "'+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "' =1+1"],
  ['\r=1+1', "' =1+1"],
  ['  =1+1', "'  =1+1"],
  ['"=1+1"', `'"=1+1"`],
  ['\u200b=1+1', "'\u200b=1+1"],
  ['＝1+1', "'＝1+1"],
  ['−1', "'−1"],
  ['Rao\n=cmd', 'Rao =cmd'],
  ['Rao\r\n\u2028=cmd', 'Rao =cmd'],
  ['Rao;=cmd', "Rao;'=cmd"],
  ['Rao,"=cmd', `Rao,"'=cmd`],
  ['Rao|\t@cmd', "Rao| '@cmd"],
  ['{"amounts":[-5,-6.5],"note":"a, -b"}', `{"amounts":[-5,-6.5],"note":"a, '-b"}`],
  ['Rao & Sons (est. 1962) - Pune', 'Rao & Sons (est. 1962) - Pune'],
  ['a@example.in', 'a@example.in'],
  ["'=1+1", "''=1+1"],
  ["paid, '-see mail", "paid, ''-see mail"],
  ['', ''],
])('the cell %j leaves as %j', (given, sent) => {
  expect(defuseCell(given)).toBe(sent);
});

test.each([
  ['asked the bank, -see mail of Ravi', "asked the bank, '-see mail of Ravi"],
  ['paid; @ravi to check', "paid; '@ravi to check"],
  ['line one\nline two', 'line one\nline two'],
  ['line one\n=line two', "line one\n'=line two"],
  ['one\ttwo\t=three', "one\ttwo\t'=three"],
  ["'=sum", "''=sum"],
  ["paid, '-see", "paid, ''-see"],
  ['5, -3', '5, -3'],
  ["5, '-3", "5, ''-3"],
  ['\n\t=1', "'\n\t'=1"],
  ["don't", "don't"],
])('the table’s cell %j leaves as %j, and comes in as it was', (given, sent) => {
  expect(guardCell(given)).toBe(sent);
  expect(revealCell(sent)).toBe(given);
});

describe('whatever is in the cells', () => {
  const piece = fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '＝', '"', "'", ',', ';', '|', '\t', '\r', '\n', '\r\n', '\u2028', ' ', '=1+1'),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  const cell = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  const table = fc.array(fc.record<Row>({ name: cell, details: cell, note: cell }), { minLength: 1, maxLength: 5 });

  test('as many rows and columns are read back as were written, and no cell is a formula', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const lines = readCsv(await write(rows));
        expect(lines).toEqual([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => defuseCell(row[column])))]);
        expect(lines.flat().filter((read) => IS_FORMULA.test(read))).toEqual([]);
      }),
    );
  });

  test('a table’s cell comes in as it was, and no part of it is a formula', () => {
    const printable = cell.map((text) => text.replace(/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, ''));
    const isNumber = /^\s*[-+]?\d+(\.\d+)?["'\]}\s]*$/;
    fc.assert(
      fc.property(printable, (text) => {
        const sent = guardCell(text);
        expect(revealCell(sent)).toBe(text);
        expect(revealCell(keepApostrophes(text))).toBe(text);
        const parts = sent.split(/[,;|\t\n]/).filter((part) => !isNumber.test(part));
        expect(parts.filter((part) => IS_FORMULA.test(part))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a spreadsheet of a country with another separator, which knows no such quotes, sees no formula either', async () => {
    const isNumber = /^\s*[-+]?\d+(\.\d+)?["'\]}\s]*$/;
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const lines = (await write(rows)).split('\r\n').slice(0, -1);
        expect(lines).toHaveLength(rows.length + 1);
        const cells = lines.flatMap((line) => line.split(/[;|\t]/).filter((read) => !isNumber.test(read)));
        expect(cells.filter((read) => IS_FORMULA.test(read))).toEqual([]);
      }),
    );
  });
});

async function write(rows: readonly Row[]): Promise<string> {
  const failed = (error: object) => expect.fail(String(error));
  return await text(streamCsv(listed(rows), COLUMNS, (row) => row, { error: failed }));
}

async function* listed(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

/** Reads CSV as RFC 4180 has it. */
function readCsv(csv: string): string[][] {
  const lines: string[][] = [[]];
  const token = /("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n|\n|\r|$)/gy;
  const body = csv.replace(/^\ufeff/, '').replace(/\r\n$/, '');
  for (let at = 0; at <= body.length; at = token.lastIndex) {
    token.lastIndex = at;
    const [, value = '', end] = token.exec(body) ?? expect.fail(`no CSV at ${body.slice(at)}`);
    lines.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === '') break;
    if (end !== ',') lines.push([]);
  }
  return lines;
}

test('cells are guarded and revealed in linear time', () => {
  const before = process.cpuUsage();
  for (const piece of [',', ' ', ", '", "'", ',-', '"', ',-1', '\n', '\t ']) {
    revealCell(guardCell(piece.repeat(200_000)));
  }
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
