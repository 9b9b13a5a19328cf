import type { FileType } from '@anupalan/contract/wire/files';
import { Inspection } from './inspection.ts';
import type { InspectionBudget } from './inspection-budget.ts';

/** The first bytes of the types that have a structure. */
const SIGNATURES = ['%PDF-', 'PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'];

const inspection = new Inspection();

/**
 * The type of a file by its content, whatever its name is; null when it is none of the accepted types, can't be opened,
 * or would do something when it is (R-hr-documents-6).
 * @throws AppError unavailable when the form it is of has had its time
 */
export async function detectFileType(bytes: Buffer, form: InspectionBudget): Promise<FileType | null> {
  const start = bytes.toString('latin1', 0, 8);
  if (SIGNATURES.some((signature) => start.startsWith(signature))) return await inspection.inspect(bytes, form);
  return isPlainText(bytes) ? 'csv' : null;
}

/** Text as spreadsheets save it, in UTF-8 or a Windows code page; neither a page nor a script. */
function isPlainText(bytes: Buffer): boolean {
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells bytes from text
  return !/[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(text) && !/^\s*(<[!?a-z]|#!)/i.test(text);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
