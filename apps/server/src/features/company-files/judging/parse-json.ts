import { findUnstorable } from '@anupalan/contract/wire/stored-text';

/** Escapes that may be a NUL or half of a surrogate pair. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/**
 * The JSON of some bytes, in which every text is well-formed Unicode without NUL: so no database, seal or file says
 * otherwise what it is.
 * @returns undefined for what is no such JSON
 */
export function parseJson(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return (SUSPECT.test(text) || text.includes('\0')) && findUnstorable(value) !== null ? undefined : value;
  } catch {
    return undefined;
  }
}
