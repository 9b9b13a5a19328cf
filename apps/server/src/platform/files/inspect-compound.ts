import type { FileType } from '@anupalan/contract/wire/files';
import { type CFB$Container, read } from 'cfb';

/** Parts of compound files with macros, or with a file of any kind that opens by a double click. */
const MACROS = /^(macros|vba|_vba_project.*|_vba_project_cur)$/i;
const PACKAGE = /^(\P{L}?ole10native|package)$/iu;

/** An office file that opens with a password alone: what it really is lies encrypted in a compound file. */
export class Locked extends Error {}

/**
 * The type of a compound file: a Word document by its streams, without macros and without files of other kinds inside
 * (R-hr-documents-6). @throws Locked
 */
export function inspectCompound(bytes: Buffer): FileType | null {
  const file = read(bytes, { type: 'buffer' });
  if (file.FullPaths.some((path) => /^[^/]*\/EncryptedPackage$/.test(path))) throw new Locked();
  const document = file.FullPaths.findIndex((path) => /^[^/]*\/WordDocument$/.test(path));
  // A Word document begins with the signature of its "file information block".
  const start = Buffer.from(file.FileIndex[document]?.content ?? []).subarray(0, 2);
  return start.toString('hex') === 'eca5' && !hasActiveParts(file) ? 'doc' : null;
}

/** Whether a compound file inside a document has macros or a file of another kind. @throws when it can't be read. */
export function hasForeignFile(bytes: Buffer): boolean {
  return hasActiveParts(read(bytes, { type: 'buffer' }));
}

function hasActiveParts({ FullPaths }: CFB$Container): boolean {
  return FullPaths.flatMap((path) => path.split('/')).some((part) => MACROS.test(part) || PACKAGE.test(part));
}
