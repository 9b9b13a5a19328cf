import type { FileType } from '@anupalan/contract/wire/files';

const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le');
/** Byte sequences that compound files of Excel, PowerPoint and Windows Installer have, and old Word documents don't. */
const FOREIGN = [
  Buffer.from('Workbook', 'utf16le'),
  Buffer.from('PowerPoint Document', 'utf16le'),
  Buffer.from('84100c0000000000c000000000000046', 'hex'),
];

/**
 * The type of a file by its content, whatever its name is; null when it is none of the accepted types
 * (R-hr-documents-6).
 */
export function detectFileType(bytes: Buffer): FileType | null {
  if (bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'pdf';
  if (bytes.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) return isWord(bytes) ? 'doc' : null;
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return detectOfficeType(bytes);
  return isPlainText(bytes) ? 'csv' : null;
}

/** Whether a compound file is a Word document, which may have others embedded. */
function isWord(bytes: Buffer): boolean {
  return bytes.includes(WORD_STREAM) || !FOREIGN.some((sign) => bytes.includes(sign));
}

/**
 * The type of an office file by its archive's directory: nothing is ever unpacked here. Macros are not taken, nor
 * archives that would explode where they are opened: real documents stay far below the limit.
 */
function detectOfficeType(bytes: Buffer): FileType | null {
  let type: FileType | null = null;
  let left = Math.max(UNPACKED_BYTES, UNPACKED_TIMES * bytes.length);
  for (const { name, size } of listZipEntries(bytes)) {
    left -= size;
    if (left < 0) return null;
    if (/(^|\/)vbaProject\.bin$/i.test(name)) return null;
    if (/^word\/document\d*\.xml$/.test(name)) type ??= 'docx';
    if (/^xl\/workbook\d*\.xml$/.test(name)) type ??= 'xlsx';
  }
  return type;
}

/** The size an archive may unpack to: so many bytes, or so many times its own size. */
const UNPACKED_BYTES = 20_000_000;
const UNPACKED_TIMES = 100;

const DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1');
const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02', 'latin1');
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const ELSEWHERE = 0xffffffff;
const LONG_SIZES = 1;

/** The entries of an archive's directory, as far as it can be read (APPNOTE.TXT, sections 4.3.12 and 4.3.16). */
function* listZipEntries(bytes: Buffer): Generator<{ name: string; size: number }> {
  const end = bytes.lastIndexOf(DIRECTORY_END);
  if (end < 0 || end + END_SIZE > bytes.length) return;
  let at = bytes.readUInt32LE(end + 16);
  while (at + ENTRY_SIZE <= end && bytes.subarray(at, at + DIRECTORY_ENTRY.length).equals(DIRECTORY_ENTRY)) {
    const nameEnds = at + ENTRY_SIZE + bytes.readUInt16LE(at + 28);
    const extraEnds = nameEnds + bytes.readUInt16LE(at + 30);
    const size = bytes.readUInt32LE(at + 24);
    yield {
      name: bytes.toString('utf8', at + ENTRY_SIZE, nameEnds),
      size: size === ELSEWHERE ? (readLongSize(bytes.subarray(nameEnds, extraEnds)) ?? size) : size,
    };
    at = extraEnds + bytes.readUInt16LE(at + 32);
  }
}

/** The size of 64 bits among an entry's extra fields, which small files of some writers have too (section 4.5.3). */
function readLongSize(extra: Buffer): number | undefined {
  for (let at = 0; at + 12 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === LONG_SIZES) return Number(extra.readBigUInt64LE(at + 4));
  }
  return undefined;
}

/** Text as spreadsheets save it, in UTF-8 or a Windows code page; neither a page nor a script. */
function isPlainText(bytes: Buffer): boolean {
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells bytes from text
  return !/[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(text) && !/^\s*(<[!?a-z]|#!)/i.test(text);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
