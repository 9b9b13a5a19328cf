import { composeText } from './compose.ts';

/** The zeros of the digits of India's scripts, from Devanagari to Malayalam. */
const ZEROS = [0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];

const DIGIT =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;

/**
 * A written day or amount in plain characters: every blank is a space, every dash and minus a hyphen, every digit one of
 * ASCII. Characters without width are left out, and blanks at the ends.
 */
export function toPlainText(written: string): string {
  return composeText(written, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s/g, ' ')
    .replace(DIGIT, toAscii)
    .trim();
}

function toAscii(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
}
