import { CompoundFile } from './compound-file.ts';
import { type Inspected, NOTHING, refusedFor } from './inspected.ts';

/** Parts of compound files with macros, or with a file of any kind that opens by a double click. */
const MACROS = /^(macros|vba|_vba_project.*|_vba_project_cur)$/i;
const PACKAGE = /^(\P{L}?ole10native|package)$/iu;

/**
 * The type of a compound file, by the streams in its root: a Word document without macros and without files of other
 * kinds inside (R-hr-documents-6), an old workbook, or a message of Outlook. The last two are only ever downloaded, and
 * are not looked into (R-evidence-2). An office file with a password lies encrypted in one.
 * @throws when it can't be read
 */
export function inspectCompound(bytes: Buffer): Inspected {
  const file = new CompoundFile(bytes);
  const has = (name: RegExp) => file.entries.some((entry) => entry.depth === 1 && name.test(entry.name));
  if (has(/^EncryptedPackage$/)) return refusedFor('locked');
  // A Word document begins with the signature of its "file information block".
  if (file.beginningOf('WordDocument', 2).toString('hex') === 'eca5') {
    return hasActiveParts(file) ? refusedFor('macros') : { type: 'doc', harm: null };
  }
  if (has(/^(Workbook|Book)$/i)) return { type: 'xls', harm: null };
  return has(/^__properties_version1\.0$/) ? { type: 'msg', harm: null } : NOTHING;
}

/** Whether a compound file inside a document has macros or a file of another kind. @throws when it can't be read. */
export function hasForeignFile(bytes: Buffer): boolean {
  return hasActiveParts(new CompoundFile(bytes));
}

function hasActiveParts({ entries }: CompoundFile): boolean {
  return entries.some(({ name }) => MACROS.test(name) || PACKAGE.test(name));
}
