import { z } from 'zod';

export const FILE_TYPES = ['pdf', 'doc', 'docx', 'csv', 'xlsx'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Types without a structure that is opened: text, and what a camera or a scanner makes. */
export const PLAIN_FILE_TYPES = ['txt', 'json', 'jpg', 'png', 'webp', 'heic'] as const;

/**
 * Types that portals and mail programs give and that are only ever downloaded: they are opened to find out that they are
 * of it, and for nothing else. `zip` is also what the call that takes a company's file opens itself.
 */
export const DOWNLOADED_FILE_TYPES = ['xls', 'csi', 'eml', 'msg', 'zip'] as const;

const ALL_TYPES = [...FILE_TYPES, ...PLAIN_FILE_TYPES, ...DOWNLOADED_FILE_TYPES] as const;
export type AnyFileType = (typeof ALL_TYPES)[number];

/** Types that are text, whichever of its endings a name has. */
const TEXT_TYPES: readonly AnyFileType[] = ['csv', 'txt', 'json', 'csi', 'eml'];

/** Bytes of one file (R-hr-documents-5). */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** Bytes of one file of the calls that stream it into the store. */
export const MAX_STREAMED_BYTES = 25 * 1024 * 1024;

/** Bytes of the file of a whole company that is taken in, at most; who sends it may have less room (R-company-files-6). */
export const MAX_COMPANY_FILE_BYTES = 100 * 1024 ** 3;

/** Bytes of a table that is imported (R-imports-3). */
export const MAX_TABLE_BYTES = 50 * 1024 * 1024;

/** A file as both sides know it: the `File` of a browser, or the one the server received. */
export interface ChosenFile {
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  /** The type of its content, where somebody looked; null when it is none of the accepted types. */
  readonly content?: AnyFileType | null | undefined;
  /** What is wrong with it, where looking inside said more than that it is of no accepted type. */
  readonly fault?: string | undefined;
}

/** A file of one of the types, by its name and, where it is known, by its content. */
export function file(types: readonly AnyFileType[], missing: string, maxBytes = MAX_FILE_BYTES) {
  return z
    .custom<ChosenFile>(isChosenFile, missing)
    .superRefine((chosen, context) => {
      const fault = faultOf(chosen, types, maxBytes);
      if (fault) context.addIssue(fault);
    })
    .meta({
      type: 'string',
      format: 'binary',
      description: `A file of the type ${types.join(', ')} by its name and its content; 1 byte to ${maxBytes} bytes; without programs, scripts or macros inside (R-hr-documents-6)`,
    });
}

/** Endings of tables that are read: workbooks, with macros too, which nothing runs, and text with separators. */
const TABLES = /\.(xlsx|xlsm|xltx|xltm|csv|tsv|txt)$/i;

/** Endings of workbooks that Excel opens and saves anew, and of others that are saved anew before they are read. */
const OLDER_TABLES = /\.(xls|xlsb|xlt|xml|html?|mht)$/i;
const OTHER_TABLES = /\.(ods|fods|numbers)$/i;

/** A table to import, by its name; its content is read by who imports it (R-imports-3). */
export function tableFile(missing: string) {
  return z
    .custom<ChosenFile>(isChosenFile, missing)
    .superRefine(({ name, size }, context) => {
      if (!TABLES.test(name)) context.addIssue(describeOtherTable(name));
      else if (size === 0) context.addIssue('The file is empty');
      else if (size > MAX_TABLE_BYTES) context.addIssue('The file must be at most 50 MB');
    })
    .meta({
      type: 'string',
      format: 'binary',
      description: `A table of the type xlsx or csv; 1 byte to ${MAX_TABLE_BYTES} bytes`,
    });
}

function describeOtherTable(name: string): string {
  if (OLDER_TABLES.test(name)) return 'This kind of file is not read. Open it in Excel and save it as .xlsx';
  if (OTHER_TABLES.test(name)) return 'Please save the file as an Excel workbook (.xlsx) or as CSV, and choose that';
  return 'Please choose an Excel workbook (.xlsx) or a CSV file';
}

/** The type that a file's name claims. */
export function claimedType(name: string): AnyFileType | null {
  if (!name.includes('.')) return null;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const claimed = SPELLINGS[ending] ?? ending;
  return ALL_TYPES.find((type) => type === claimed) ?? null;
}

const SPELLINGS: Readonly<Record<string, AnyFileType>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  heif: 'heic',
  tds: 'txt',
  fvu: 'txt',
};

/** Every ending of files of some types, for the browser's own dialog, such as `.pdf`. */
export function endingsOf(types: readonly AnyFileType[]): string[] {
  const spellings = Object.entries(SPELLINGS).flatMap(([ending, type]) => (types.includes(type) ? [ending] : []));
  return [...types, ...spellings].map((ending) => `.${ending}`);
}

/** Endings of names that stay as they are, because one type has several. */
const KEPT_ENDINGS = /\.(jpeg|heif)$/i;

/** Bytes of a file's beginning that {@link signatureOf} looks at: readers find a PDF that begins within 1,024. */
export const SIGNATURE_BYTES = 1024 + 5;

/** The beginning of a PDF, behind no more than a byte order mark, blanks and line breaks. */
const PDF_START = /^(?:\xef\xbb\xbf)?[ \t\r\n]*%PDF-/;

/** Brands of the container of pictures that phones take (ISO/IEC 23008-12). */
const HEIC_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** The type of a picture or a PDF by its first bytes; null of all other files. */
export function signatureOf(firstBytes: Uint8Array): 'pdf' | 'jpg' | 'png' | 'webp' | 'heic' | null {
  const start = String.fromCharCode(...firstBytes.subarray(0, SIGNATURE_BYTES));
  if (PDF_START.test(start)) return 'pdf';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  return start.startsWith('ftyp', 4) && HEIC_BRANDS.includes(start.slice(8, 12)) ? 'heic' : null;
}

/** The name of a picture or a PDF with the ending of what it is; every other name as it is (R-evidence-2). */
export function trueName(name: string, firstBytes: Uint8Array): string {
  const type = signatureOf(firstBytes);
  if (type === null || name === '') return name;
  if (claimedType(name) === type && (KEPT_ENDINGS.test(name) || name.toLowerCase().endsWith(`.${type}`))) return name;
  return withEnding(name, type);
}

/** A name with another ending in place of its own. */
export function withEnding(name: string, type: AnyFileType): string {
  const dot = name.lastIndexOf('.');
  // What is longer, has a blank or is a number is no ending but part of the name.
  const hasEnding = dot > 0 && /^\.[a-z][a-z0-9]{1,3}$/i.test(name.slice(dot));
  return `${hasEnding ? name.slice(0, dot) : name}.${type}`;
}

/** Whether a value is a file of a form: it has a name and a size. */
export function isChosenFile(value: unknown): value is ChosenFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'size' in value &&
    typeof value.size === 'number'
  );
}

function describeBytes(bytes: number): string {
  return bytes < 1024 ** 3 ? `${bytes / 1024 ** 2}MB` : `${bytes / 1024 ** 3}GB`;
}

function faultOf(
  { name, size, content, fault }: ChosenFile,
  types: readonly AnyFileType[],
  maxBytes: number,
): string | null {
  const type = claimedType(name);
  if (type === null || !types.includes(type)) return 'Invalid file type';
  if (size === 0) return 'The file is empty';
  if (size > maxBytes) return `File size must be less than ${describeBytes(maxBytes)}`;
  if (fault) return fault;
  return isOfType(type, content) ? null : 'Invalid file type';
}

/** Whether a file's content, where somebody looked, is of the type that its name claims. */
export function isOfType(claimed: AnyFileType, content: ChosenFile['content']): boolean {
  return content === undefined || content === claimed || (content === 'csv' && TEXT_TYPES.includes(claimed));
}
