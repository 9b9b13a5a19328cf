import type { FileRow, FileTable } from './cell.ts';
import { inBatches } from './in-batches.ts';
import type { OpenWorkbook } from './open-workbook.ts';
import { readCsv } from './read-csv.ts';
import { protectedFile, UnreadableFile } from './unreadable-file.ts';

/** What is said while a file is read: about it, rows, that there are no more, or why it can't be read. */
export type Said =
  | { readonly about: Omit<FileTable, 'rows'> }
  | { readonly rows: readonly FileRow[] }
  | { readonly end: true }
  | { readonly unreadable: string };

/** Reads a file to import, of a workbook a sheet, in pieces that can be copied to another thread (R-imports-4). */
export async function* readTable(bytes: Uint8Array, sheet?: string | undefined): AsyncGenerator<Said> {
  try {
    const { rows, ...about } = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), sheet);
    yield { about };
    for await (const batch of inBatches(rows)) yield { rows: batch };
    yield { end: true };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    yield { unreadable: error.message };
  }
}

async function open(bytes: Buffer, sheet: string | undefined): Promise<OpenWorkbook> {
  // What reads workbooks is loaded for one only: a quarter of a thread's start.
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') {
    const { openWorkbook } = await import('./open-workbook.ts');
    return await openWorkbook(bytes, sheet);
  }
  if (bytes.toString('latin1', 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') throw refuseCompound(bytes);
  return { sheet: null, sheets: [], rows: readCsv(bytes) };
}

/** A workbook with a password is packed in a file of the older kind. */
function refuseCompound(bytes: Buffer): UnreadableFile {
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return protectedFile();
  return new UnreadableFile('This is an Excel file of the older kind: save it as an Excel workbook (.xlsx)');
}
