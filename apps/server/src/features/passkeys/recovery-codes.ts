import { randomBytes } from 'node:crypto';
import { digestToken } from '../../identity/secrets.ts';

/** Crockford's alphabet: no letter of it is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const CODES = 10;
const LENGTH = 24;

/** Ten recovery codes of 24 characters, 120 random bits each, in groups of four (R-passkeys-7). */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
    return characters.join('').replace(/.{4}(?!$)/g, '$&-');
  });
}

/** The digest that is stored of a code, however it was typed: with or without dashes, an O for a zero. */
export function digestRecoveryCode(typed: string): Buffer {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return digestToken(code);
}
