import { setImmediate } from 'node:timers/promises';
import type { TableFormat } from '@anupalan/contract/wire/tables';
import type { Cell, Table } from './table.ts';
import { writeCsv } from './write-csv.ts';
import { writePdf } from './write-pdf.ts';
import { writeXlsx } from './write-xlsx.ts';

const WRITERS: Readonly<Record<TableFormat, (table: Table) => AsyncIterable<Uint8Array>>> = {
  xlsx: writeXlsx,
  csv: writeCsv,
  pdf: writePdf,
};

/** How long the writer may keep all others waiting, in ms. */
const TURN_MS = 15;

/**
 * Writes a table as a file (R-exports-1). Rows are asked for only as its bytes are read, so what is held doesn't grow
 * with them; a reader that stops early ends the rows too. Reading fails with what the rows fail with.
 */
export function writeTable(format: TableFormat, table: Table): AsyncIterable<Uint8Array> {
  return WRITERS[format]({ ...table, rows: takeTurns(table.rows) });
}

/** The same rows, between which others have their turn. */
async function* takeTurns(rows: Table['rows']): AsyncGenerator<readonly Cell[]> {
  let began = performance.now();
  for await (const row of rows) {
    yield row;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}
