import { parentPort } from 'node:worker_threads';
import type { FileType } from '@anupalan/contract/wire/files';
import { inspectArchive } from './inspect-archive.ts';
import { inspectCompound, Locked } from './inspect-compound.ts';
import { inspectPdf } from './inspect-pdf.ts';

/** The thread that opens what strangers send; it is ended when a file takes too much (`Inspection`). */

parentPort?.postMessage('ready');

parentPort?.on('message', async (file: Uint8Array) => {
  // What came may be memory that is shared; the libraries get some that is this thread's alone.
  const bytes = Buffer.from(Uint8Array.from(file).buffer);
  // A file that can't be opened is none of the accepted types.
  const inspected = await inspect(bytes).then(
    (type) => ({ type, isLocked: false }),
    (error: unknown) => ({ type: null, isLocked: error instanceof Locked || isPasswordAsked(error) }),
  );
  parentPort?.postMessage(inspected);
});

/** What pdf.js throws of a document that opens with a password alone. */
function isPasswordAsked(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException';
}

async function inspect(bytes: Buffer): Promise<FileType | null> {
  const start = bytes.toString('latin1', 0, 4);
  if (start === '%PDF') return await inspectPdf(bytes);
  if (start === 'PK\x03\x04') return await inspectArchive(bytes);
  return inspectCompound(bytes);
}
