import { UnreadableFile } from './unreadable-file.ts';

/** Bytes, and characters, at the beginning of a file that tell what it is. */
const BEGINNING = 65_536;

/** The text of a CSV file in whatever encoding spreadsheets save one. @throws UnreadableFile when it isn't text */
export function textOfCsv(bytes: Buffer): string {
  const text = withoutEndMark(decode(bytes));
  const beginning = text.slice(0, BEGINNING);
  if (/^\s*<[!?a-z]/i.test(beginning)) {
    throw new UnreadableFile('The file is no CSV, but a web page or XML. Open it in Excel and save it as .xlsx');
  }
  if (isOfBytes(beginning) || /^\s*(%PDF|\{\\rtf)/i.test(beginning)) {
    throw new UnreadableFile('The file is no CSV: please choose one, or an Excel workbook (.xlsx)');
  }
  return text;
}

/** Control characters in a text, which programs write where a cell has one: one in so many characters at most. */
const RARE = 20;

/** Whether what was read as text is none: no text has NULs, an end in its middle, or many other control characters. */
function isOfBytes(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells bytes from text
  const found = text.match(/[\x00-\x08\x0e-\x1f]/g) ?? [];
  return found.length * RARE > text.length || found.some((sign) => sign === '\0' || sign === '\x1a');
}

/** Old programs end a text with Ctrl-Z, and fill what is left of a block with NULs or more of it. */
function withoutEndMark(text: string): string {
  const end = text.indexOf('\x1a');
  return end >= 0 && text.slice(end).replaceAll('\x1a', '').replaceAll('\0', '').trim() === ''
    ? text.slice(0, end)
    : text;
}

/** The encodings of spreadsheets: UTF-8, UTF-16 as "Unicode text", and the code page of Windows. */
function decode(bytes: Buffer): string {
  const wide = chooseUtf16(bytes);
  if (wide) return decodeUtf16(bytes, wide);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function decodeUtf16(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UnreadableFile("The file has characters that can't be stored", { cause: error });
  }
}

/** Bytes of a file without a mark that tell UTF-16. */
const LOOKED_AT = 1_000;

/**
 * The kind of UTF-16 of a file: by its mark, or by where its zeros are. Separators, blanks and digits have one, whatever
 * the script.
 */
function chooseUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, LOOKED_AT).entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 === 1 || even + odd < 2) return null;
  // Letters whose number ends with two zeros are rare.
  if (odd > 10 * even) return 'utf-16le';
  return even > 10 * odd ? 'utf-16be' : null;
}
