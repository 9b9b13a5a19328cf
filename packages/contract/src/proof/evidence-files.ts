/** Bytes of one file of evidence (R-evidence-2). */
export const MAX_EVIDENCE_BYTES = 25 * 1024 * 1024;

/** Files that stand at one subject at the same time; revisions and removed ones don't count (R-evidence-4). */
export const MOST_EVIDENCE = 10;

/**
 * What evidence may be, by its content, with the media type under which it is given out (R-evidence-2). `txt` is also what
 * the returns of the portals are made of: the ECR of the provident fund, and the `tds` and `fvu` files of TRACES.
 */
export const EVIDENCE_TYPES = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  txt: 'text/plain',
  json: 'application/json',
} as const;

export type EvidenceType = keyof typeof EVIDENCE_TYPES;

/** The endings of names that stand for a type. */
const ENDINGS: Readonly<Record<string, EvidenceType>> = {
  ...{ pdf: 'pdf', jpg: 'jpg', jpeg: 'jpg', png: 'png', webp: 'webp', heic: 'heic', heif: 'heic' },
  ...{ doc: 'doc', docx: 'docx', xlsx: 'xlsx', csv: 'csv', json: 'json' },
  ...{ txt: 'txt', tds: 'txt', fvu: 'txt' },
};

/** Every ending that a file may have, for the browser's own dialog. */
export const EVIDENCE_ENDINGS = Object.keys(ENDINGS);

/** The type that a file's name claims. */
export function claimedEvidenceType(name: string): EvidenceType | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') ? (ENDINGS[ending] ?? null) : null;
}

/** The messages about a file, which the browser says before anything is sent. */
export const EVIDENCE_FAULTS = {
  missing: 'Please choose a file',
  empty: 'The file is empty',
  tooLarge: 'File size must be at most 25MB',
  archive: 'Please unpack the archive first, and add what is in it',
  type: 'Please choose a PDF, a picture (JPEG, PNG, WebP, HEIC), a document (doc, docx, xlsx) or a file of a portal (csv, txt, tds, fvu, json)',
} as const;

/** The fault of a file by its name and its size in bytes; null when both are fine. */
export function evidenceFault({ name, size }: { readonly name: string; readonly size: number }): string | null {
  if (/\.(zip|rar|7z|tar|gz)$/i.test(name)) return EVIDENCE_FAULTS.archive;
  if (claimedEvidenceType(name) === null) return EVIDENCE_FAULTS.type;
  if (size === 0) return EVIDENCE_FAULTS.empty;
  return size > MAX_EVIDENCE_BYTES ? EVIDENCE_FAULTS.tooLarge : null;
}
