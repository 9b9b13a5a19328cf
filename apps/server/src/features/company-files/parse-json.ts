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
    return (SUSPECT.test(text) || text.includes('\0')) && !isStorable(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether all texts in a value can be stored, its keys included; however deep it is. */
function isStorable(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      if (!next.isWellFormed() || next.includes('\0')) return false;
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) waiting.push(key, inner);
    }
  }
  return true;
}
