import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { FileTable } from './cell.ts';
import { finishRows } from './finish-rows.ts';
import { readTable } from './read-table.ts';
import { inlineRow, makeWorkbook } from './workbook.fixture.ts';

const HEADS = new Set(['obligation', 'duedate', 'paid']);

/** Reads a file as the thread does, which most tests do without: it takes half a second to begin. */
export async function read(bytes: Buffer | string, sheet?: string): Promise<FileTable> {
  let table: FileTable = { sheet: null, sheets: [], rows: [] };
  for await (const said of readTable(Buffer.from(bytes), { sheet, heads: HEADS })) {
    if ('unreadable' in said) throw new Error(said.unreadable);
    if ('about' in said) table = { ...said.about, rows: [] };
    if ('rows' in said) table = { ...table, rows: [...table.rows, ...said.rows] };
    if ('merged' in said) table = { ...table, rows: finishRows(table.rows, said.merged) };
  }
  return table;
}

/** The cells of each row, by its number. */
export async function cellsOf(bytes: Buffer | string, sheet?: string): Promise<Record<number, readonly unknown[]>> {
  const { rows } = await read(bytes, sheet);
  return Object.fromEntries(rows.map(({ row, cells }) => [row, cells]));
}

export const refusal = (bytes: Buffer | string) => read(bytes).then(String, (error: Error) => error.message);

export function sheetOf(rows: string, strings: readonly string[] = []): Buffer {
  return makeWorkbook({ strings, sheets: [{ name: 'Sheet1', rows }] });
}

/** A sound workbook with parts changed, or left out. */
export function change(parts: Record<string, null | ((xml: string) => string)>): Buffer {
  const all = Object.entries(unzipSync(sheetOf(inlineRow(1, ['Act']))));
  const changed = all.flatMap(([name, bytes]) => {
    const become = parts[name];
    if (become === null) return [];
    return [[name, become ? strToU8(become(strFromU8(bytes))) : bytes] as const];
  });
  return Buffer.from(zipSync(Object.fromEntries(changed)));
}
