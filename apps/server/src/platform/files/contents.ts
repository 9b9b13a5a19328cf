import type { AnyFileType, FileType } from '@anupalan/contract/wire/files';
import { fileTypeFromBuffer } from 'file-type';
import { Inspection } from './inspection.ts';
import type { InspectionBudget } from './inspection-budget.ts';

/** The first bytes of the types that have a structure. */
const SIGNATURES = ['%PDF-', 'PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'];

/** Bytes of a file's beginning that tell what it is, where it has no structure that is opened. */
export const FIRST_BYTES = 4_100;

const inspection = new Inspection();

/**
 * The type of a file by its content, whatever its name is; null when it is none of the accepted types, can't be opened,
 * or would do something when it is (R-hr-documents-6).
 * @throws AppError unavailable when the form it is of has had its time
 */
export async function detectFileType(bytes: Buffer, form: InspectionBudget): Promise<FileType | null> {
  if (hasStructure(bytes)) return (await inspection.inspect(async () => bytes, form)).type;
  return isPlainText(bytes) ? 'csv' : null;
}

/** A file in the store that is to be looked at. */
interface StoredBytes {
  readonly firstBytes: Buffer;
  readonly size: number;
  /** Reads all of it, piece by piece. */
  readonly read: () => AsyncIterable<Buffer>;
}

/**
 * The type of a file in the store by its content, as {@link detectFileType}, pictures as well, and whether it opens with
 * a password alone. Only the one that is being opened is in memory.
 * @throws AppError unavailable when the form it is of has had its time; and as `read`
 */
export async function detectStoredType(
  file: StoredBytes,
  form: InspectionBudget,
): Promise<{ type: AnyFileType | null; isLocked: boolean }> {
  const isLocked = false;
  const picture = await detectPicture(file.firstBytes);
  if (picture !== null) return { type: picture, isLocked };
  if (hasStructure(file.firstBytes)) return await inspection.inspect(() => readShared(file), form);
  if (startsLikeProgram(new TextDecoder().decode(file.firstBytes))) return { type: null, isLocked };
  for await (const piece of file.read()) {
    if (CONTROL_CHARACTERS.test(piece.toString('latin1'))) return { type: null, isLocked };
  }
  return { type: 'csv', isLocked };
}

/** Memory of the one file that is being opened, which the thread shares: there is no second copy of it here. */
let shared = new SharedArrayBuffer(0);

async function readShared({ size, read }: StoredBytes): Promise<Buffer> {
  if (shared.byteLength < size) shared = new SharedArrayBuffer(size);
  const bytes = Buffer.from(shared, 0, size);
  let at = 0;
  for await (const piece of read()) at += piece.copy(bytes, at);
  return bytes;
}

function hasStructure(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 8);
  return SIGNATURES.some((signature) => start.startsWith(signature));
}

const PICTURES: Readonly<Record<string, AnyFileType>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heic',
};

async function detectPicture(firstBytes: Buffer): Promise<AnyFileType | null> {
  const type = await fileTypeFromBuffer(firstBytes).catch(() => undefined);
  return (type && PICTURES[type.mime]) ?? null;
}

/** Text as spreadsheets save it, in UTF-8 or a Windows code page; neither a page nor a script. */
function isPlainText(bytes: Buffer): boolean {
  const text = decodeText(bytes);
  return !CONTROL_CHARACTERS.test(text) && !startsLikeProgram(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells bytes from text
const CONTROL_CHARACTERS = /[\x00-\x08\x0b\x0e-\x1f\x7f]/;

function startsLikeProgram(text: string): boolean {
  return /^\s*(<[!?a-z]|#!)/i.test(text);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
