import { parentPort, workerData } from 'node:worker_threads';
import { readTable } from './read-table.ts';

/** The thread that reads a file to import; it is ended when that takes too much (`readFile`). */
for await (const said of readTable(workerData)) parentPort?.postMessage(said);
