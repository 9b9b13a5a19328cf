/** Characters of an address at most (RFC 5321, 4.5.3.1.3, without the brackets around it). */
export const LONGEST_ADDRESS = 254;

/** Bytes of a local part at most (RFC 5321, 4.5.3.1.1). */
const LONGEST_LOCAL = 64;

/** Characters of a label of a domain at most (RFC 1035, 2.3.4). */
const LONGEST_LABEL = 63;

/*
 * One class of letters for each part, so that no text can be read in two ways: a pattern with two of them in a loop takes
 * exponential time.
 */
const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const WIDE_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~\p{L}\p{M}\p{N}\p{Join_Control}-]+$/u;
const LABEL = /^[a-z0-9-]+$/;
const WIDE_LABEL = /^[a-z0-9\p{L}\p{M}\p{N}\p{Join_Control}-]+$/u;
const TOP = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

export const BEYOND_ASCII = 'Mail cannot be sent to addresses with letters beyond a to z. Please use another address';

/**
 * Whether addresses with letters beyond ASCII are taken. On the server they are once the mail server says SMTPUTF8; the
 * browser lets them through, because only the server knows.
 */
export const beyondAscii = { taken: false };

/**
 * The fault of an address of mail in small letters (R-accounts-73); null when it is taken. It is a dot-atom before the
 * `@`, behind it a domain, whose labels may be punycode, and may have letters beyond ASCII on either side (RFC 6531). No
 * quoted local part, no address literal.
 */
export function faultOfAddress(address: string, malformed: string): string | null {
  if (address.length > LONGEST_ADDRESS) return malformed;
  const [local = '', domain, ...rest] = address.split('@');
  if (domain === undefined || rest.length > 0) return malformed;
  const atoms = local.split('.');
  if (new TextEncoder().encode(local).length > LONGEST_LOCAL || !atoms.every((atom) => WIDE_ATOM.test(atom))) {
    return malformed;
  }
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  if (labels.length < 2 || !labels.every(isLabel) || (LABEL.test(top) && !TOP.test(top))) return malformed;
  const isPlain = atoms.every((atom) => ATOM.test(atom)) && labels.every((label) => LABEL.test(label));
  return isPlain || beyondAscii.taken ? null : BEYOND_ASCII;
}

function isLabel(label: string): boolean {
  const isBroken = label.startsWith('-') || label.endsWith('-') || label.length > LONGEST_LABEL;
  return !isBroken && WIDE_LABEL.test(label);
}
