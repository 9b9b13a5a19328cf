import { z } from 'zod';

export const FILE_TYPES = ['pdf', 'doc', 'docx', 'csv', 'xlsx'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Types without a structure that is opened: text, and what a camera or a scanner makes. */
export const PLAIN_FILE_TYPES = ['txt', 'json', 'jpg', 'png', 'webp', 'heic'] as const;
/** `zip` is what the call that takes it opens itself. */
export type AnyFileType = FileType | (typeof PLAIN_FILE_TYPES)[number] | 'zip';

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
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const claimed = SPELLINGS[ending] ?? ending;
  return (
    [...FILE_TYPES, ...PLAIN_FILE_TYPES, 'zip' as const].find((type) => name.includes('.') && type === claimed) ?? null
  );
}

const SPELLINGS: Readonly<Record<string, AnyFileType>> = { jpeg: 'jpg', heif: 'heic', tds: 'txt', fvu: 'txt' };

function isChosenFile(value: unknown): value is ChosenFile {
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
  // Text is text, whichever of its endings a name has.
  const isText = (type === 'txt' || type === 'json') && content === 'csv';
  return content === undefined || content === type || isText ? null : 'Invalid file type';
}
