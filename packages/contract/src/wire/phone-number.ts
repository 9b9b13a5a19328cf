/** Blanks, hyphens, dots and brackets that people put into a number, and marks that are copied with it. */
const SIGNS = /[\s\u200b-\u2015\u202a-\u202e\u2060\u2066-\u2069\u2212().[\]-]/g;

/** India's prefixes, where ten digits are left behind them. */
const PREFIX = /^(?:\+91|0091|91|0)(?=\d{10}$)/;

/**
 * A phone number without the signs in it and without India's prefix (R-accounts-72): `+91 98765 43210` and
 * `098765-43210` are `9876543210`. What isn't such a number stays otherwise as it is typed. The database compares
 * numbers by the same (`phone_key`, migration 0085).
 */
export function barePhone(typed: string): string {
  return typed.replace(SIGNS, '').replace(PREFIX, '');
}

/** Digits of Devanagari and of full width. */
const OTHER_DIGITS = /[\u0966-\u096f\uff10-\uff19]/g;

/** India's prefix with the zero that is dialled within it, as in `+91 (0) 98765 43210`. */
const TRUNK = /^\+910(?=\d{10}$)/;

/**
 * A number as somebody typed it, by {@link barePhone}, with what only people write: digits of other scripts, and a zero
 * behind `+91`. What is stored has digits alone, so the database needs to know nothing of these.
 */
export function readPhone(typed: string): string {
  const plain = typed.replace(OTHER_DIGITS, toAscii).replaceAll('\uff0b', '+');
  return barePhone(plain.replace(SIGNS, '').replace(TRUNK, ''));
}

function toAscii(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (code < 0xff10 ? 0x966 : 0xff10));
}

/** Whether two numbers are spellings of one. */
export function isSamePhone(one: string, other: string): boolean {
  return barePhone(one) === barePhone(other);
}
