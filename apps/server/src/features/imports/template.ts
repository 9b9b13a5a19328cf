import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { WriteSheet } from 'hucre/xlsx';
import { Download } from '../../platform/files/downloads.ts';
import type { Cell, ColumnKind } from '../../platform/files/tables/table.ts';
import { writeTable } from '../../platform/files/tables/write-table.ts';
import type { Column, Reads } from './column.ts';

/** Rows of the template that have formats and lists of choices before anything is typed. */
const ROWS_MADE_READY = 500;

/** An empty table to fill in, with examples, and as a workbook with a sheet that explains it (R-imports-11). */
export async function makeTemplate(
  { name, columns }: { name: string; columns: readonly Column[] },
  format: 'xlsx' | 'csv',
): Promise<Download> {
  const heads = columns.map(({ title }) => title);
  const examples = exampleRows(columns);
  if (format === 'csv') {
    const text = stringify([heads, ...examples], { bom: true, record_delimiter: 'windows' });
    return new Download({ name: `${name}.csv`, type: 'csv', content: Buffer.from(text) });
  }
  const { writeXlsx } = await import('hucre/xlsx');
  const content = await writeXlsx({
    sheets: [tableSheet(columns, examples), explainingSheet(columns)],
    defaultFont: { name: 'Calibri', size: 11 },
  });
  return new Download({ name: `${name}.xlsx`, type: 'xlsx', content: Buffer.from(content) });
}

/** The same table with what is there in place of examples (R-imports-20). */
export async function makeFilledTemplate(
  { name, columns }: { name: string; columns: readonly Column[] },
  rows: readonly (readonly Cell[])[],
  format: 'xlsx' | 'csv',
): Promise<Download> {
  const bytes = writeTable(format, {
    title: 'Import',
    facts: [],
    columns: columns.map(({ title, reads }) => ({ title, kind: KINDS[reads] ?? 'text', width: widthOf(title) })),
    rows: Readable.from(rows),
    madeAt: new Date(0),
  });
  return new Download({
    name: `${name}.${format}`,
    type: format,
    content: Buffer.concat(await Array.fromAsync(bytes)),
  });
}

/** Columns that hold no text. */
const KINDS: Readonly<Partial<Record<Reads, ColumnKind>>> = { day: 'day', whole: 'number' };

function widthOf(title: string): number {
  return Math.max(14, Math.min(40, title.length + 6));
}

function exampleRows(columns: readonly Column[]): string[][] {
  const most = Math.max(0, ...columns.map(({ examples = [] }) => examples.length));
  return Array.from({ length: most }, (_, n) => columns.map(({ examples = [] }) => examples[n] ?? ''));
}

function tableSheet(columns: readonly Column[], examples: string[][]): WriteSheet {
  return {
    name: 'Import',
    columns: columns.map(({ title, reads }) => ({
      header: title,
      width: widthOf(title),
      // Text stays what was typed: long numbers keep all their digits.
      numFmt: reads === 'day' ? 'dd/mm/yyyy' : '@',
    })),
    // Empty cells, because only cells keep the format of their column.
    rows: [columns.map(({ title }) => title), ...examples, ...emptyRows(columns.length)],
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap(({ choices }, n) => {
      const values = choices?.map(({ words: [word = ''] }) => word) ?? [];
      // A list in a cell has 255 characters at most.
      if (values.length === 0 || values.join(',').length > 250) return [];
      const letter = String.fromCharCode(65 + n);
      return [{ type: 'list' as const, range: `${letter}2:${letter}${ROWS_MADE_READY}`, values }];
    }),
  };
}

function emptyRows(columns: number): string[][] {
  return Array.from({ length: ROWS_MADE_READY }, () => Array.from({ length: columns }, () => ''));
}

const HOW = [
  'Fill in the sheet "Import": one row for each. The rows of examples are left out when you leave them as they are.',
  'The order of columns does not matter, and columns that you do not need can be deleted.',
  'Dates: 31/12/2026, 2026-12-31, or a cell with a date format. Amounts: in rupees, 12500.50.',
  'Long numbers: keep the columns formatted as text, or a spreadsheet cuts them after 15 digits.',
];

function explainingSheet(columns: readonly Column[]): WriteSheet {
  return {
    name: 'How to fill in',
    columns: [{ width: 30 }, { width: 14 }, { width: 80 }, { width: 60 }],
    rows: [
      ...HOW.map((line) => [line]),
      [],
      ['Column', 'Needed', 'What it is', 'Can be'],
      ...columns.map(({ title, required, explains, choices = [] }) => [
        title,
        required ? 'Yes' : 'No',
        explains,
        choices.map(({ words: [word = ''] }) => word).join(', '),
      ]),
    ],
  };
}
