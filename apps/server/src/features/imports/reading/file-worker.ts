import { parentPort, workerData } from 'node:worker_threads';
import { inBatches } from './in-batches.ts';
import { protectedFile } from './inspect-workbook.ts';
import { type OpenWorkbook, openWorkbook } from './open-workbook.ts';
import { readCsv } from './read-csv.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The thread that reads a file to import; it is ended when that takes too much (`readFile`). */

/** What the thread is given. */
export interface FileWorkerData {
  readonly bytes: Uint8Array;
  readonly sheet: string | undefined;
}

const given: FileWorkerData = workerData;

try {
  const { rows, ...about } = await open(
    Buffer.from(given.bytes.buffer, given.bytes.byteOffset, given.bytes.byteLength),
  );
  parentPort?.postMessage({ about });
  for await (const batch of inBatches(rows)) parentPort?.postMessage({ rows: batch });
  parentPort?.postMessage({ end: true });
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  parentPort?.postMessage({ unreadable: error.message });
}

async function open(bytes: Buffer): Promise<OpenWorkbook> {
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') return await openWorkbook(bytes, given.sheet);
  if (bytes.toString('latin1', 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') throw refuseCompound(bytes);
  return { sheet: null, sheets: [], rows: readCsv(bytes) };
}

/** A workbook with a password is packed in a file of the older kind. */
function refuseCompound(bytes: Buffer): UnreadableFile {
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return protectedFile();
  return new UnreadableFile('This is an Excel file of the older kind: save it as an Excel workbook (.xlsx)');
}
