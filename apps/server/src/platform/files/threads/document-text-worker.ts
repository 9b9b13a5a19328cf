import { parentPort } from 'node:worker_threads';
import { readPdfText } from './pdf-text.ts';

/** The thread that reads the text of documents; it is ended when one takes too much (`DocumentTexts`). */

parentPort?.postMessage('ready');

parentPort?.on('message', async (file: Uint8Array) => {
  parentPort?.postMessage(await readPdfText(Buffer.from(file.buffer, file.byteOffset, file.byteLength)));
});
