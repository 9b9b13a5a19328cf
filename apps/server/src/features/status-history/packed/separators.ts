/**
 * What stands before each entry, each record of it, and each value but their first, in what was packed: control
 * characters, which neither an id nor a moment has, and which JSON escapes.
 */
export const ENTRY = '\x1f';
export const RECORD = '\x1d';
export const VALUE = '\x1e';
