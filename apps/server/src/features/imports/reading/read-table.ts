import type { FileRow, FileTable } from './cell.ts';
import { inBatches } from './in-batches.ts';
import { openCsv } from './open-csv.ts';
import type { OpenTable } from './open-table.ts';
import { olderWorkbook, protectedFile, UnreadableFile } from './unreadable-file.ts';

/** What is looked for in a file. */
export interface Wanted {
  /** The sheet of a workbook, by its name; without one the first that is neither hidden nor empty. */
  readonly sheet?: string | undefined;
  /** The normalised names of columns, by which the separator of a CSV file is known. */
  readonly heads?: ReadonlySet<string>;
}

/**
 * What is said while a file is read: about it, rows, that there are no more and which areas of cells are merged, or why it
 * can't be read.
 */
export type Said =
  | { readonly about: Omit<FileTable, 'rows'> }
  | { readonly rows: readonly FileRow[] }
  | { readonly merged: readonly string[] }
  | { readonly unreadable: string };

/** Reads a file to import, of a workbook a sheet, in pieces that can be copied to another thread (R-imports-4). */
export async function* readTable(bytes: Uint8Array, wanted: Wanted = {}): AsyncGenerator<Said> {
  try {
    const { rows, ...about } = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), wanted);
    yield { about };
    const batches = inBatches(rows);
    for (let batch = await batches.next(); ; batch = await batches.next()) {
      if (batch.done) return yield { merged: batch.value };
      yield { rows: batch.value };
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    yield { unreadable: error.message };
  }
}

async function open(bytes: Buffer, { sheet, heads = new Set() }: Wanted): Promise<OpenTable> {
  // What reads workbooks is loaded for one only: a quarter of a thread's start.
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') {
    const { openWorkbook } = await import('../workbook/open-workbook.ts');
    return await openWorkbook(bytes, sheet);
  }
  if (bytes.toString('latin1', 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return await openCompound(bytes, sheet);
  if (startsLikeBiff(bytes)) throw olderWorkbook();
  return await openCsv(bytes, heads);
}

/** An encrypted workbook is packed in a file of the older kind. */
async function openCompound(bytes: Buffer, sheet: string | undefined): Promise<OpenTable> {
  if (!bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw olderWorkbook();
  const { unlockWorkbook } = await import('../workbook/unlock-workbook.ts');
  const workbook = await unlockWorkbook(bytes).catch((error) => {
    throw protectedFile(error);
  });
  if (!workbook) throw protectedFile();
  const { openWorkbook } = await import('../workbook/open-workbook.ts');
  return await openWorkbook(workbook, sheet);
}

/** Workbooks before 1993 begin with a record of their version, 2 to 5. */
function startsLikeBiff([kind, version = 1, length = 0, more]: Buffer): boolean {
  return kind === 9 && [0, 2, 4, 8].includes(version) && length <= 16 && more === 0;
}
