/*
 * Guards written by hand, for what is read before a page shows anything: a schema would bring the whole of its library.
 */

/** Says whether a value is of a kind. */
export type Guard<T> = (value: unknown) => value is T;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

export function isTextList(value: unknown): value is string[] {
  return isList(value) && value.every((one) => typeof one === 'string');
}

/** Guard of a few texts. */
export function isOneOf<const Text extends string>(texts: readonly Text[]): Guard<Text> {
  return (value): value is Text => texts.some((text) => text === value);
}
