import path from 'node:path';
import { trueName } from '@anupalan/contract/wire/files';
import { isProgramName } from './inspection/programs.ts';

/** Bytes of a file's name without its ending, which fit every file system. */
const MAX_STEM_BYTES = 200;

/** Characters of a name that are looked at. Forms bring names of up to 80,000. */
const MOST_LOOKED_AT = 4_000;

/**
 * The name under which a file from outside is kept and given out: without folders, without what terminals, headers and
 * file systems take for something else, and not too long. Empty when nothing is left.
 */
export function cleanFileName(given = ''): string {
  // The end has the name's ending, so the beginning is cut off.
  const name = (given.slice(-MOST_LOOKED_AT).split(/[\\/]/).at(-1) ?? '')
    .toWellFormed()
    .normalize('NFC')
    // Control characters go, and so do those that turn the direction of writing (`exe.fdp` shown as `pdf.exe`).
    .replace(/\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu, '')
    .replace(/[<>:"|?*]/g, '_');
  const whole = withoutEnds(name);
  const ending = path.extname(whole).slice(0, 20);
  return cutToBytes(whole.slice(0, whole.length - ending.length), MAX_STEM_BYTES) + ending;
}

/**
 * The name that a received file is kept under: a picture or a PDF has the ending of what it is, whatever it was called
 * (R-evidence-2). One that is called a program stays that, and is refused for it.
 */
export function keptName(given: string | undefined, firstBytes: Uint8Array = new Uint8Array()): string {
  const name = cleanFileName(given);
  return isProgramName(name) ? name : trueName(name, firstBytes);
}

/** A name without blanks and dots at its ends. A pattern for those at the end would try each run of them again and again. */
function withoutEnds(name: string): string {
  const isBlank = (at: number) => /[\s.]/.test(name.charAt(at));
  let from = 0;
  while (from < name.length && isBlank(from)) from++;
  let to = name.length;
  while (to > from && isBlank(to - 1)) to--;
  return name.slice(from, to);
}

function cutToBytes(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '');
}
