import {
  type AnyFileType,
  type ChosenFile,
  claimedType,
  DOWNLOADED_FILE_TYPES,
  endingsOf,
  FILE_TYPES,
  isOfType,
  MAX_STREAMED_BYTES,
  PLAIN_FILE_TYPES,
} from '../wire/files.ts';

/** Bytes of one file of evidence (R-evidence-2). */
export const MAX_EVIDENCE_BYTES = MAX_STREAMED_BYTES;

/** Files that stand at one subject at the same time; revisions and removed ones don't count (R-evidence-4). */
export const MOST_EVIDENCE = 10;

/**
 * What evidence may be, by its content (R-evidence-2). `txt` is also what the returns of the portals are made of: the ECR
 * of the provident fund, and the `tds` and `fvu` files of TRACES.
 */
export const EVIDENCE_TYPES: readonly [AnyFileType, ...AnyFileType[]] = [
  ...FILE_TYPES,
  ...PLAIN_FILE_TYPES,
  ...DOWNLOADED_FILE_TYPES,
];

/** Every ending that a file may have, for the browser's own dialog. */
export const EVIDENCE_ENDINGS: readonly string[] = endingsOf(EVIDENCE_TYPES);

/** The messages about a file, which the browser says before anything is sent. */
export const EVIDENCE_FAULTS = {
  missing: 'Please choose a file',
  empty: 'The file is empty',
  tooLarge: 'File size must be at most 25MB',
  archive: 'Please unpack the archive first, and add what is in it',
  type: 'Please choose a PDF, a picture (JPEG, PNG, WebP, HEIC), a document (doc, docx, xls, xlsx), a mail (eml, msg) or a file of a portal (csv, txt, tds, fvu, csi, json, zip)',
  content: 'This file is not what its name says, cannot be opened, or would do something when it is',
  /** Portals call pages `.xls` as well. */
  oldWorkbook: 'This file is not what its name says. Please open it in Excel and save it as .xlsx, and add that',
} as const;

/** The fault of a file by its name, its size and, where it is known, its content; null when all are fine. */
export function evidenceFault({ name, size, content, fault }: ChosenFile): string | null {
  if (/\.(rar|7z|tar|gz)$/i.test(name)) return EVIDENCE_FAULTS.archive;
  const type = claimedType(name);
  if (type === null) return EVIDENCE_FAULTS.type;
  if (size === 0) return EVIDENCE_FAULTS.empty;
  if (size > MAX_EVIDENCE_BYTES) return EVIDENCE_FAULTS.tooLarge;
  if (fault) return fault;
  if (isOfType(type, content)) return null;
  return type === 'xls' ? EVIDENCE_FAULTS.oldWorkbook : EVIDENCE_FAULTS.content;
}
