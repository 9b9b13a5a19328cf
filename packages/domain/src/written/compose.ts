/**
 * Marks in a row that no writing has. Composing a text sorts the marks behind a letter, which takes the square of their
 * number: 200,000 of them would hold the server for two minutes.
 */
const TOO_MANY_MARKS = /(\p{M}{30})(?=\p{M})/gu;

/** U+034F, which is drawn as nothing and ends a row of marks (Unicode Standard Annex 15, Stream-Safe Text Format). */
const JOINER = '\u034f';

/** A text in a normal form of Unicode, in time that grows with its length alone. */
export function composeText(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.replace(TOO_MANY_MARKS, `$1${JOINER}`).normalize(form);
}
