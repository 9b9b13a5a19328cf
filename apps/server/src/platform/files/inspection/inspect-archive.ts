import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';
import { hasForeignFile } from './inspect-compound.ts';
import { type Inspected, NOTHING, refusedFor } from './inspected.ts';
import { isProgram, isProgramName } from './programs.ts';

/** Files in an archive at most; documents of hundreds of pages have a few hundred. */
const MOST_ENTRIES = 2_000;

/** The size an archive may unpack to: so many bytes, or so many times its own size. */
const UNPACKED_BYTES = 20_000_000;
const UNPACKED_TIMES = 100;

/** Bytes of a part's name at most. Decoding names takes longer than all else of a directory. */
const NAME_BYTES = 1_000;

/** Macros by the parts that hold them, of Visual Basic, and by their folders: of old Excel, and controls. */
const MACRO_PART = /^vba(project|data)\w*\.\w+$/;
const MACRO_FOLDERS: readonly string[] = ['macrosheets', 'activex'];

const CONTENT_TYPES = '[Content_Types].xml';
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ARCHIVE = Buffer.from('PK\x03\x04', 'latin1');

/** The first bytes of a part by which it is told what it is. */
const START_BYTES = 8;

/** A part of an archive, with its name as text. */
interface Part {
  readonly entry: Entry;
  readonly name: string;
}

/** What an archive may still have, those inside it together with itself. */
interface Left {
  parts: number;
  /** Bytes that its parts unpack to. */
  bytes: number;
}

/**
 * The type of an office file: an archive whose directory holds, whose parts don't overlap, which unpacks to what it
 * claims, and which has no macros or programs inside, and no archives but office files of which the same is true and
 * which have none themselves (R-hr-documents-6). Each part is unpacked once, in passing.
 * @throws when the directory doesn't hold
 */
export async function inspectArchive(bytes: Buffer): Promise<Inspected> {
  const unpacked = Math.max(UNPACKED_BYTES, UNPACKED_TIMES * bytes.length);
  return await inspectWithin({ parts: MOST_ENTRIES, bytes: unpacked }, bytes);
}

async function inspectWithin(left: Left, bytes: Buffer, isInside = false): Promise<Inspected> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false });
  left.parts -= archive.entryCount;
  if (left.parts < 0) return NOTHING;
  // Parts that share their bytes would be unpacked again and again.
  let packed = bytes.length;
  let type: 'docx' | 'xlsx' | null = null;
  let isSuspicious = false;
  const parts: Part[] = [];
  for await (const entry of archive.eachEntry()) {
    left.bytes -= entry.uncompressedSize;
    packed -= entry.compressedSize;
    const name = nameOf(entry);
    if (left.bytes < 0 || packed < 0 || name === null || isWrong(entry, name)) return NOTHING;
    isSuspicious ||= isSuspect(name);
    if (/^word\/document\d*\.xml$/.test(name)) type ??= 'docx';
    if (/^xl\/workbook\d*\.xml$/.test(name)) type ??= 'xlsx';
    parts.push({ entry, name });
  }
  // The directory is judged as a whole first, so that what is too much is never unpacked.
  if (type === null) return NOTHING;
  if (isSuspicious) return refusedFor('macros');
  for (const part of parts) if (!(await isHarmless(archive, part, left, isInside))) return refusedFor('macros');
  return { type, harm: null };
}

/** Whether the directory alone tells that a part is none of an office file; a folder has no content. */
function isWrong(entry: Entry, name: string): boolean {
  return entry.isEncrypted() || (name.endsWith('/') && entry.uncompressedSize > 0);
}

/** The name of a part; null where no office file has such a one. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string | null {
  if (fileNameRaw.length > NAME_BYTES) return null;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  return validateFileName(name) === null ? name : null;
}

/** Whether a part's name is that of macros, of a control that runs on opening, or of a program. */
function isSuspect(name: string): boolean {
  const folders = name.toLowerCase().split('/');
  const part = folders.pop() ?? '';
  return MACRO_PART.test(part) || folders.some((one) => MACRO_FOLDERS.includes(one)) || isProgramName(name);
}

/** Whether an archive's part is neither a program nor has one. @throws when it is not what the directory says. */
async function isHarmless(archive: ZipFile, { entry, name }: Part, left: Left, isInside: boolean): Promise<boolean> {
  const kept: Buffer[] = [];
  let start = Buffer.alloc(0);
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    // Whoever packs a part decides how little of it comes first.
    const isStart = start.length < START_BYTES;
    if (isStart) start = Buffer.concat([start, chunk]).subarray(0, START_BYTES);
    if (isStart || name === CONTENT_TYPES || isOpened(start)) kept.push(chunk);
  }
  if (isProgram(start)) return false;
  const content = Buffer.concat(kept);
  if (isArchive(start)) {
    if (isInside) return false;
    const { type, harm } = await inspectWithin(left, content, true);
    return type !== null && harm === null;
  }
  if (name === CONTENT_TYPES) return !/macroEnabled|vbaProject|activeX/i.test(content.toString());
  return !COMPOUND_FILE.equals(start) || !hasForeignFile(content);
}

function isOpened(start: Buffer): boolean {
  return isArchive(start) || COMPOUND_FILE.equals(start);
}

function isArchive(start: Buffer): boolean {
  return ARCHIVE.equals(start.subarray(0, ARCHIVE.length));
}
