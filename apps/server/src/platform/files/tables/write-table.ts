import { setImmediate } from 'node:timers/promises';
import type { TableFormat } from '@anupalan/contract/wire/tables';
import type { Cell, Table } from './table.ts';

type Write = (table: Table) => AsyncIterable<Uint8Array>;

/** Each with the library that it needs, which is loaded by the first who asks for such a file. */
const WRITERS: Readonly<Record<TableFormat, () => Promise<Write>>> = {
  xlsx: async () => (await import('./write-xlsx.ts')).writeXlsx,
  csv: async () => (await import('./write-csv.ts')).writeCsv,
  pdf: async () => (await import('./write-pdf.ts')).writePdf,
};

/** How long the writer may keep all others waiting, in ms. */
const TURN_MS = 15;

/**
 * Writes a table as a file (R-exports-1). Rows are asked for only as its bytes are read, so what is held doesn't grow
 * with them; a reader that stops early ends the rows too. Reading fails with what the rows fail with.
 */
export async function* writeTable(format: TableFormat, table: Table): AsyncGenerator<Uint8Array> {
  const write = await WRITERS[format]();
  yield* write({ ...table, rows: takeTurns(table.rows) });
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
