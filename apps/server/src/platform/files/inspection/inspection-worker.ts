import { parentPort } from 'node:worker_threads';
import { signatureOf } from '@anupalan/contract/wire/files';
import { inspectArchive } from './inspect-archive.ts';
import { inspectCompound } from './inspect-compound.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { type Inspected, NOTHING, refusedFor } from './inspected.ts';

/** The thread that opens what people send; it is ended when a file takes too much (`Inspection`). */

parentPort?.postMessage('ready');

parentPort?.on('message', async (file: Uint8Array) => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  // A file that can't be opened is none of the accepted types.
  parentPort?.postMessage(
    await inspect(bytes).catch((error: unknown) => (isPasswordAsked(error) ? refusedFor('locked') : NOTHING)),
  );
});

/** What pdf.js throws of a document that opens with a password alone. */
function isPasswordAsked(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException';
}

async function inspect(bytes: Buffer): Promise<Inspected> {
  if (signatureOf(bytes) === 'pdf') return await inspectPdf(bytes);
  // What came may be memory that is shared, which some of what reads archives refuses.
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') return await inspectArchive(Buffer.from(bytes));
  return inspectCompound(bytes);
}
