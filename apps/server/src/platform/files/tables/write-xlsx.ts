import { toRupees } from '@anupalan/domain/money';
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import { keepApostrophes } from '../csv.ts';
import { type Cell, type Column, type ColumnKind, inIndianTime, type Table } from './table.ts';

const FORMATS: Readonly<Partial<Record<ColumnKind, string>>> = {
  money: '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;#,##0.00',
  day: 'dd/mm/yyyy',
  moment: 'dd/mm/yyyy hh:mm:ss',
};

/** The letters that a cell holds in Excel. */
const MOST_LETTERS = 32_767;

/**
 * Writes a table as a workbook of one sheet, of a second where there are more rows than a sheet has: its first row has
 * the titles, texts are texts whatever they begin with, days and moments are dates (R-exports-1).
 */
export function writeXlsx({ title, columns, rows }: Table): AsyncIterable<Uint8Array> {
  return writeXlsxStream(present(columns, rows), {
    name: nameOfSheet(title),
    columns: columns.map(defineColumn),
    freezePane: { rows: 1 },
    zip64: false,
  });
}

function defineColumn({ title, kind, width }: Column): ColumnDef {
  const numFmt = FORMATS[kind];
  return {
    header: title,
    width,
    ...(numFmt === undefined ? {} : { numFmt }),
    style: { alignment: { vertical: 'top', wrapText: kind === 'text' } },
  };
}

/** The name of a sheet: at most 31 letters, none of those that spreadsheets keep for themselves. */
function nameOfSheet(title: string): string {
  return title.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31);
}

async function* present(columns: readonly Column[], rows: Table['rows']): AsyncGenerator<CellValue[]> {
  for await (const row of rows) yield columns.map(({ kind }, at) => toValue(kind, row[at] ?? null));
}

function toValue(kind: ColumnKind, cell: Cell): CellValue {
  if (cell === null || cell === '') return null;
  if (cell instanceof Date) return new Date(`${inIndianTime(cell).replace(' ', 'T')}Z`);
  if (typeof cell === 'number') return kind === 'money' ? toRupees(cell) : cell;
  // What looks like an escape of the format is one only when its own underscore isn't escaped.
  return kind === 'day'
    ? new Date(`${cell}T00:00:00Z`)
    : keepApostrophes(cell)
        .slice(0, MOST_LETTERS)
        .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}
