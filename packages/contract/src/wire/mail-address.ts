/** Characters of a local part at most (RFC 5321, 4.5.3.1.1). */
const LONGEST_LOCAL = 64;

const ATEXT = "[a-z0-9!#$%&'*+/=?^_`{|}~-]";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const TOP = '(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])';

/**
 * An address of mail (R-accounts-73): a dot-atom before the `@`, behind it a domain, whose labels may be punycode. No
 * quoted local part, no address literal.
 */
const MAIL_ADDRESS = new RegExp(
  `^(?=[^@]{1,${LONGEST_LOCAL}}@)${ATEXT}+(?:\\.${ATEXT}+)*@(?:${LABEL}\\.)+${TOP}$`,
  'i',
);

const LETTER = '[\\p{L}\\p{M}\\p{N}\\u200c\\u200d]';
const WIDE_ATEXT = `(?:${ATEXT}|${LETTER})`;
const WIDE_LABEL = `(?:[a-z0-9]|${LETTER})(?:(?:[a-z0-9-]|${LETTER})*(?:[a-z0-9]|${LETTER}))?`;

/** An address that has letters beyond ASCII (RFC 6531), before the `@` or behind it. */
const WIDE_ADDRESS = new RegExp(`^${WIDE_ATEXT}+(?:\\.${WIDE_ATEXT}+)*@(?:${WIDE_LABEL}\\.)+${WIDE_LABEL}$`, 'iu');

export const BEYOND_ASCII = 'Mail cannot be sent to addresses with letters beyond a to z. Please use another address';

/**
 * Whether addresses with letters beyond ASCII are taken. On the server they are once the mail server says SMTPUTF8; the
 * browser lets them through, because only the server knows.
 */
export const beyondAscii = { taken: false };

/** The fault of an address in small letters; null when it is taken. */
export function faultOfAddress(address: string, malformed: string): string | null {
  if (MAIL_ADDRESS.test(address)) return null;
  const isWide = !/^\p{ASCII}*$/u.test(address) && isShortLocal(address) && WIDE_ADDRESS.test(address);
  if (!isWide) return malformed;
  return beyondAscii.taken ? null : BEYOND_ASCII;
}

function isShortLocal(address: string): boolean {
  return new TextEncoder().encode(address.split('@', 1)[0]).length <= LONGEST_LOCAL;
}
