import { z } from 'zod';

export const FILE_TYPES = ['pdf', 'doc', 'docx', 'csv', 'xlsx'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Bytes of one file (R-hr-documents-5). */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** A file as both sides know it: the `File` of a browser, or the one the server received. */
export interface ChosenFile {
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  /** The type of its content, where somebody looked; null when it is none of the accepted types. */
  readonly content?: FileType | null | undefined;
}

/** A file of one of the types, by its name and, where it is known, by its content. */
export function file(types: readonly FileType[], missing: string) {
  return z
    .custom<ChosenFile>(isChosenFile, missing)
    .superRefine((chosen, context) => {
      const fault = faultOf(chosen, types);
      if (fault) context.addIssue(fault);
    })
    .meta({
      type: 'string',
      format: 'binary',
      description: `A file of the type ${types.join(', ')} by its name and its content; 1 byte to ${MAX_FILE_BYTES} bytes; without programs, scripts or macros inside (R-hr-documents-6)`,
    });
}

/** The type that a file's name claims. */
export function claimedType(name: string): FileType | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return FILE_TYPES.find((type) => name.includes('.') && type === ending) ?? null;
}

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

function faultOf({ name, size, content }: ChosenFile, types: readonly FileType[]): string | null {
  const type = claimedType(name);
  if (type === null || !types.includes(type)) return 'Invalid file type';
  if (size === 0) return 'The file is empty';
  if (size > MAX_FILE_BYTES) return 'File size must be less than 5MB';
  return content === undefined || content === type ? null : 'Invalid file type';
}
