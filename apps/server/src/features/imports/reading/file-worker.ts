import { parentPort, workerData } from 'node:worker_threads';
import { readTable } from './read-table.ts';

/** The thread that reads a file to import; it is ended when that takes too much (`readFile`). */

/** What the thread is given: a file, and the sheet of it that is wanted. */
export interface FileWorkerData {
  readonly bytes: Uint8Array;
  readonly sheet: string | undefined;
}

const { bytes, sheet }: FileWorkerData = workerData;

for await (const said of readTable(bytes, sheet)) parentPort?.postMessage(said);
