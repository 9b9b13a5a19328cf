import { pipeline, Readable } from 'node:stream';
import { toRupees } from '@anupalan/domain/money';
import { stringify } from 'csv-stringify';
import { guardCell } from '../csv.ts';
import { type Cell, type Column, inIndianTime, type Table } from './table.ts';

/**
 * Writes a table as CSV: with a byte order mark, nothing in a text taken for a formula, line breaks of a text in
 * quotes; days and moments in ISO order, rupees with a point (R-exports-1).
 */
export async function* writeCsv({ columns, rows }: Table): AsyncGenerator<Uint8Array> {
  const csv = stringify({
    columns: columns.map(({ title }, at) => ({ key: String(at), header: title })),
    header: true,
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\n\t]/,
  });
  const cells = Readable.from(rows).map((row: readonly Cell[]) =>
    columns.map((column, at) => toText(column, row[at] ?? null)),
  );
  // Its failure, or the reader's leaving, is what the loop below ends with.
  pipeline(cells, csv, () => {});
  for await (const bytes of csv) yield bytes;
}

function toText({ kind }: Column, cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return inIndianTime(cell);
  if (typeof cell === 'string') return guardCell(cell);
  return kind === 'money' ? toRupees(cell).toFixed(2) : String(cell);
}
