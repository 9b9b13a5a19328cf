import { toPlainText } from './plain-text.ts';

/**
 * An amount as people write it, in rupees with at most two decimals, or why it is none. `sign` names what says that it
 * isn't simply an amount, as words that follow "without": `Cr`, `Dr`, `brackets`, `a minus`.
 */
export type WrittenAmount =
  | { readonly rupees: number }
  | { readonly fault: 'sign'; readonly sign: AmountSign }
  | { readonly fault: 'decimals' | 'unreadable' };

export type AmountSign = 'Cr' | 'Dr' | 'brackets' | 'a minus';

/** Characters of a written amount at most. */
const LONGEST = 60;

const CURRENCY = '(?:₹|rs|inr|rupees?|रुपये|रु|रू)';
const CURRENCY_BEFORE = new RegExp(String.raw`^${CURRENCY}\.? ?`, 'i');
const CURRENCY_BEHIND = new RegExp(String.raw` ?${CURRENCY}\.?$`, 'i');
const ONLY = / ?only$/i;

/** Signs that say that no paise follow. */
const NO_PAISE = / ?(?:\/[-=]|(?<=\d)\.-)$/;

/** Digits, plain or grouped by commas or blanks as in India or elsewhere, and decimals. */
const FIGURE = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?: \d{2,3})* \d{3})?(?:\.(\d*))?$/;

/**
 * Reads an amount as people write it in forms and files (R-payments-5, R-imports-7): `1,23,456.50`, `₹ 1,23,456/-`,
 * `500 Rs`, with any blanks and any of India's digits. It may be 0 or larger than any amount may be: the schema of the call judges
 * that. Never throws.
 */
export function readWrittenAmount(written: string): WrittenAmount {
  if (written.length > LONGEST) return { fault: 'unreadable' };
  const text = toPlainText(written);
  const behind = text.replace(CURRENCY_BEFORE, '');
  const bare = behind.replace(ONLY, '').replace(CURRENCY_BEHIND, '').replace(NO_PAISE, '');
  const sign = findSign(text, bare);
  if (sign) return { fault: 'sign', sign };
  const [, whole = '', decimals = ''] = FIGURE.exec(bare) ?? [];
  // Behind a currency a dot may be the currency's, or that of decimals.
  if (whole === '' && (decimals === '' || behind !== text)) return { fault: 'unreadable' };
  if (/[1-9]/.test(decimals.slice(2))) return { fault: 'decimals' };
  return { rupees: Number(`${whole.replace(/[, ]/g, '')}.${decimals.slice(0, 2)}`) };
}

/** The sign of an amount that has digits, by its text and what is left of it without currency and ending. */
function findSign(text: string, bare: string): AmountSign | null {
  if (!/\d/.test(text)) return null;
  if (/(?<![a-z])(?:cr|credit)(?![a-z])/i.test(text)) return 'Cr';
  if (/(?<![a-z])(?:dr|debit)(?![a-z])/i.test(text)) return 'Dr';
  if (/^(?:\(.*\)|\[.*\])$/.test(text) || /^(?:\(.*\)|\[.*\])$/.test(bare)) return 'brackets';
  return /^-/.test(text) || /^-|-$/.test(bare) ? 'a minus' : null;
}
