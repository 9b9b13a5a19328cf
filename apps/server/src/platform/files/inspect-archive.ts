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

/**
 * The type of an office file: an archive whose directory holds, which unpacks to what it claims, and which has no
 * macros, programs or other archives inside (R-hr-documents-6). Each part is unpacked once, in passing.
 */
export async function inspectArchive(bytes: Buffer): Promise<FileType | null> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true });
  if (archive.entryCount > MOST_ENTRIES) return null;
  let type: FileType | null = null;
  let left = Math.max(UNPACKED_BYTES, UNPACKED_TIMES * bytes.length);
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) {
    left -= entry.uncompressedSize;
    if (left < 0 || entry.isEncrypted() || MACROS.test(entry.fileName) || isProgramName(entry.fileName)) return null;
    if (/^word\/document\d*\.xml$/.test(entry.fileName)) type ??= 'docx';
    if (/^xl\/workbook\d*\.xml$/.test(entry.fileName)) type ??= 'xlsx';
    entries.push(entry);
  }
  // The directory is judged as a whole first, so that what is too much is never unpacked.
  if (type === null) return null;
  for (const entry of entries) if (!(await isHarmless(archive, entry))) return null;
  return type;
}

/** Whether an archive's part is neither a program nor has one. @throws when it is not what the directory says. */
async function isHarmless(archive: ZipFile, entry: Entry): Promise<boolean> {
  if (entry.fileName.endsWith('/')) return true;
  const kept: Buffer[] = [];
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    const isWanted = kept.length === 0 || entry.fileName === CONTENT_TYPES || COMPOUND_FILE.equals(startOf(kept));
    if (isWanted) kept.push(chunk);
  }
  const content = Buffer.concat(kept);
  if (isProgram(content)) return false;
  if (entry.fileName === CONTENT_TYPES) return !/macroEnabled|vbaProject|activeX/i.test(content.toString());
  return !COMPOUND_FILE.equals(startOf(kept)) || !hasForeignFile(content);
}

function startOf([first]: readonly Buffer[]): Buffer {
  return first?.subarray(0, COMPOUND_FILE.length) ?? Buffer.alloc(0);
}
