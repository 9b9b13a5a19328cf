import { composeText } from '@anupalan/domain/written/compose';

/** The fault of a text that PostgreSQL or JSON can't keep (R-api-54). */
export const UNSTORABLE = "has characters that can't be stored";

/** Whether a text is well-formed Unicode (no lone surrogates) without NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * The field of a parsed body whose text, or key, can't be stored, by the payload's own name: the first key of its path,
 * `body` where there is none. Null when all can be. Deep values are walked without recursion, so no depth ends it.
 */
export function findUnstorable(value: unknown, isFine: (text: string) => boolean = isStorable): string | null {
  const open: [field: string, value: unknown][] = [['', value]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [field, inside] = next;
    if (typeof inside === 'string' && !isFine(inside)) return field || 'body';
    if (typeof inside !== 'object' || inside === null) continue;
    for (const [key, entry] of Object.entries(inside).reverse()) {
      const name = field || (Array.isArray(value) ? 'body' : key);
      if (!isFine(key)) return name.toWellFormed().replaceAll('\0', '\ufffd');
      open.push([name, entry]);
    }
  }
  return null;
}

/** A text in the one spelling that is stored: composed (NFC), without blanks around it. */
export function tidyText(text: string): string {
  return trimBlanks(composeText(text));
}

/**
 * Blanks of any script: all white space of Unicode, and what is drawn as nothing or as a blank without being white space
 * (the fillers of Hangul, U+180E, U+200B, U+2060, U+2800, U+FEFF). Joiners (U+200C, U+200D) shape letters and stay.
 */
const BLANK = /[\p{White_Space}\u115f\u1160\u180e\u200b\u2060\u2800\u3164\uffa0\ufeff]/u;

/** A text without blanks around it, whatever script they are of. Each letter is looked at once, however many blanks. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Blanks, and characters that are never drawn by themselves. */
const NOTHING = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** A text, or none at all where it shows nothing, such as joiners alone. */
export function emptyIfUnseen(text: string): string {
  return NOTHING.test(text) ? '' : text;
}
