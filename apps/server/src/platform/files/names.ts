import path from 'node:path';

/** Bytes of a file's name without its ending, which fit every file system. */
const MAX_STEM_BYTES = 200;

/**
 * The name under which a file from outside is kept and given out: without folders, without what terminals, headers and
 * file systems take for something else, and not too long. Empty when nothing is left.
 */
export function cleanFileName(given: string | undefined): string {
  const name = (given?.split(/[\\/]/).at(-1) ?? '')
    .toWellFormed()
    .normalize('NFC')
    // Control characters go, and so do those that turn the direction of writing (`exe.fdp` shown as `pdf.exe`).
    .replace(/\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const ending = path.extname(name).slice(0, 20);
  return cutToBytes(name.slice(0, name.length - ending.length), MAX_STEM_BYTES) + ending;
}

function cutToBytes(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '');
}
