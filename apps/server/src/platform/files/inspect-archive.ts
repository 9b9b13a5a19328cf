import type { FileType } from '@anupalan/contract/wire/files';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { hasForeignFile } from './inspect-compound.ts';
import { isProgram, isProgramName } from './programs.ts';

/** Files in an archive at most; documents of hundreds of pages have a few hundred. */
const MOST_ENTRIES = 2_000;

/** The size an archive may unpack to: so many bytes, or so many times its own size. */
const UNPACKED_BYTES = 20_000_000;
const UNPACKED_TIMES = 100;

/** Macros by the parts that hold them: of Visual Basic, of old Excel, and controls that run on opening. */
const MACROS = /(^|\/)(vba(Project|Data)\w*\.\w+|macrosheets\/.*|activeX\/.*)$/i;

const CONTENT_TYPES = '[Content_Types].xml';
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ARCHIVE = Buffer.from('PK\x03\x04', 'latin1');

/** The first bytes of a part by which it is told what it is. */
const START_BYTES = 8;

/** What an archive may still have, those inside it together with itself. */
interface Left {
  parts: number;
  bytes: number;
}

/**
 * The type of an office file: an archive whose directory holds, which unpacks to what it claims, and which has no
 * macros or programs inside, and no archives but office files of which the same is true and which have none themselves
 * (R-hr-documents-6). Each part is unpacked once, in passing.
 */
export function inspectArchive(bytes: Buffer): Promise<FileType | null> {
  const unpacked = Math.max(UNPACKED_BYTES, UNPACKED_TIMES * bytes.length);
  return inspectWithin({ parts: MOST_ENTRIES, bytes: unpacked }, bytes);
}

async function inspectWithin(left: Left, bytes: Buffer, isInside = false): Promise<FileType | null> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true });
  left.parts -= archive.entryCount;
  if (left.parts < 0) return null;
  let type: FileType | null = null;
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) {
    left.bytes -= entry.uncompressedSize;
    if (left.bytes < 0 || isSuspect(entry)) return null;
    if (/^word\/document\d*\.xml$/.test(entry.fileName)) type ??= 'docx';
    if (/^xl\/workbook\d*\.xml$/.test(entry.fileName)) type ??= 'xlsx';
    entries.push(entry);
  }
  // The directory is judged as a whole first, so that what is too much is never unpacked.
  if (type === null) return null;
  for (const entry of entries) if (!(await isHarmless(archive, entry, left, isInside))) return null;
  return type;
}

/** Whether the directory alone tells that a part is not let through; a folder has no content. */
function isSuspect(entry: Entry): boolean {
  const { fileName } = entry;
  if (fileName.endsWith('/') && entry.uncompressedSize > 0) return true;
  return entry.isEncrypted() || MACROS.test(fileName) || isProgramName(fileName);
}

/** Whether an archive's part is neither a program nor has one. @throws when it is not what the directory says. */
async function isHarmless(archive: ZipFile, entry: Entry, left: Left, isInside: boolean): Promise<boolean> {
  const kept: Buffer[] = [];
  let start = Buffer.alloc(0);
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    // Whoever packs a part decides how little of it comes first.
    const isStart = start.length < START_BYTES;
    if (isStart) start = Buffer.concat([start, chunk]).subarray(0, START_BYTES);
    if (isStart || entry.fileName === CONTENT_TYPES || isOpened(start)) kept.push(chunk);
  }
  if (isProgram(start)) return false;
  const content = Buffer.concat(kept);
  if (isArchive(start)) return !isInside && (await inspectWithin(left, content, true)) !== null;
  if (entry.fileName === CONTENT_TYPES) return !/macroEnabled|vbaProject|activeX/i.test(content.toString());
  return !COMPOUND_FILE.equals(start) || !hasForeignFile(content);
}

function isOpened(start: Buffer): boolean {
  return isArchive(start) || COMPOUND_FILE.equals(start);
}

function isArchive(start: Buffer): boolean {
  return ARCHIVE.equals(start.subarray(0, ARCHIVE.length));
}
