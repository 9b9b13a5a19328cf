import { parentPort, workerData } from 'node:worker_threads';
import { readTable, type Wanted } from './read-table.ts';

/** The thread that reads a file to import; it is ended when that takes too much (`readFile`). */

/** A file, and what is looked for in it. */
export interface FileWorkerData {
  readonly bytes: Uint8Array;
  readonly wanted: Wanted;
}

const { bytes, wanted }: FileWorkerData = workerData;

for await (const said of readTable(bytes, wanted)) parentPort?.postMessage(said);
