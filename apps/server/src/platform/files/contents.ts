import { type AnyFileType, signatureOf } from '@anupalan/contract/wire/files';
import { HARM_WORDS, type Harm } from './inspection/inspected.ts';
import { INSPECTION_LIMITS, Inspection, STRANGERS_LIMITS } from './inspection/inspection.ts';
import type { InspectionBudget } from './inspection-budget.ts';

/** Bytes of a file's beginning that tell what it is, where it has no structure that is opened. */
export const FIRST_BYTES = 4_100;

/** People who are signed in don't wait for the files of strangers, and go before them. */
const people = new Inspection(INSPECTION_LIMITS);
const strangers = new Inspection(STRANGERS_LIMITS, people);

/** What a file is by its content, whatever its name is. */
export interface Content {
  /** Null when it is none of the accepted types, or can't be opened. */
  readonly type: AnyFileType | null;
  readonly harm: Harm | null;
}

/**
 * What is wrong with a file because of the harm that it may do, with the way out (R-hr-documents-6).
 * @param mayRunScripts whether a script in a PDF is let through, where nobody opens it but to look at it on canvas
 */
export function harmFault({ harm }: Content, { mayRunScripts }: { mayRunScripts: boolean }): string | undefined {
  return harm === null || (harm === 'script' && mayRunScripts) ? undefined : HARM_WORDS[harm];
}

/**
 * Finds out what a small file is.
 * @throws AppError unavailable when the form it is of has had its time
 */
export async function detectFileType(
  bytes: Buffer,
  form: InspectionBudget,
  { isStranger }: { isStranger: boolean },
): Promise<Content> {
  if (hasStructure(bytes)) return await (isStranger ? strangers : people).inspect(async () => bytes, form);
  return isPlainText(bytes) ? TEXT : UNKNOWN;
}

const TEXT: Content = { type: 'csv', harm: null };
const MAIL: Content = { type: 'eml', harm: null };
const ARCHIVE: Content = { type: 'zip', harm: null };
const UNKNOWN: Content = { type: null, harm: null };

/** A file in the store that is to be looked at. */
interface StoredBytes {
  /** The type that its name claims. */
  readonly claimed: AnyFileType | null;
  readonly firstBytes: Buffer;
  readonly size: number;
  /** Reads all of it, piece by piece. */
  readonly read: () => AsyncIterable<Buffer>;
}

/**
 * Finds out what a file in the store is; only the one that is being opened is in memory. Pictures and mails are known by
 * their beginning, and so is an archive that claims to be no more than that.
 * @throws AppError unavailable when the form it is of has had its time; and as `read`
 */
export async function detectStoredType(file: StoredBytes, form: InspectionBudget): Promise<Content> {
  const { claimed, firstBytes, read } = file;
  if (claimed === 'zip') return isArchive(firstBytes) ? ARCHIVE : UNKNOWN;
  if (hasStructure(firstBytes)) return await people.inspect(() => readShared(file), form);
  const signature = signatureOf(firstBytes);
  if (signature !== null) return { type: signature, harm: null };
  const wide = chooseUtf16(firstBytes);
  const beginning = new TextDecoder(wide ?? 'utf-8').decode(firstBytes);
  if (startsLikeProgram(beginning)) return UNKNOWN;
  if (wide !== null) return (await isTextIn(wide, read())) ? TEXT : UNKNOWN;
  for await (const piece of read()) {
    // Mails bring whatever their parts are made of.
    if (CONTROL_CHARACTERS.test(piece.toString('latin1'))) return startsLikeMail(beginning) ? MAIL : UNKNOWN;
  }
  return TEXT;
}

/** The kind of UTF-16 of a file that has its mark, as programs save "Unicode text". */
function chooseUtf16([one, other]: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (one === 0xff && other === 0xfe) return 'utf-16le';
  return one === 0xfe && other === 0xff ? 'utf-16be' : null;
}

async function isTextIn(encoding: string, pieces: AsyncIterable<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of pieces) {
      if (CONTROL_CHARACTERS.test(decoder.decode(piece, { stream: true }))) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    // Half a character, while what comes of the store stays as it is.
    if (error instanceof TypeError) return false;
    throw error;
  }
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

/** The first bytes of the other types that are opened: archives, and compound files. */
const SIGNATURES = ['PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'];

function hasStructure(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 8);
  return signatureOf(bytes) === 'pdf' || SIGNATURES.some((signature) => start.startsWith(signature));
}

/** Whether a file begins as an archive does, with a file in it or without any. */
function isArchive(bytes: Buffer): boolean {
  return ['PK\x03\x04', 'PK\x05\x06'].includes(bytes.toString('latin1', 0, 4));
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

/** Whether a text begins with a line of a mail's head (RFC 5322, 2.2). */
function startsLikeMail(text: string): boolean {
  return /^(From |[\x21-\x39\x3b-\x7e]{1,80}:[ \t])/.test(text);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
