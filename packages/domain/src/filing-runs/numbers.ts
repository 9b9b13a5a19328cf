import type { RegistrationKind } from '../registrations/kinds.ts';

/** What a text has that may be numbers of registrations: its words without signs, and words that only signs part. */
export interface NumbersOf {
  readonly words: ReadonlySet<string>;
  /** All characters of a file's name, where words aren't always apart; empty for a text. */
  readonly closed: string;
}

/** Words that signs part, of one number: `BG/BNG/0012345/000`, `53-00-012345-000-0999`. */
const MOST_PARTS = 6;

/** Characters, and digits among them, of which a number is one of its own and no amount or page. */
const SHORTEST = 6;
const FEWEST_DIGITS = 4;

/** Characters that nothing else has by chance, wherever they stand. */
const UNMISTAKABLE = 10;

/** Signs between the parts of one number. */
const BETWEEN = /^[ ./-]{1,3}$/;

/** Reads what may be numbers in a text, or in the name of a file. */
export function readNumbers(text: string, { isName = false } = {}): NumbersOf {
  const upper = text.toUpperCase();
  const parts = [...upper.matchAll(/[A-Z0-9]+/g)];
  const words = new Set<string>();
  for (const [at, first] of parts.entries()) {
    let word = first[0];
    let end = first.index + word.length;
    words.add(word);
    for (const next of parts.slice(at + 1, at + MOST_PARTS)) {
      if (!BETWEEN.test(upper.slice(end, next.index))) break;
      word += next[0];
      end = next.index + next[0].length;
      words.add(word);
    }
  }
  return { words, closed: isName ? upper.replace(/[^A-Z0-9]/g, '') : '' };
}

/** How documents write a number, without signs; none of one that is too short to be told from other numbers. */
export function spellingsOf({ kind, number }: { readonly kind: RegistrationKind; readonly number: string }): string[] {
  const plain = number.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return (kind === 'epf' ? spellEpf(plain) : [plain]).filter(
    (spelled) => spelled.length >= SHORTEST && spelled.replace(/\D/g, '').length >= FEWEST_DIGITS,
  );
}

/** An EPF code with and without the zeros that fill it up, and without the extension that says there is none. */
function spellEpf(plain: string): string[] {
  const [, office = '', code = '', extension = ''] = /^([A-Z]{5})(\d{7})([0-9A-Z]{3})$/.exec(plain) ?? [];
  if (office === '') return [plain];
  const short = code.replace(/^0+/, '');
  const whole = [plain, `${office}${short}${extension}`];
  return extension === '000' ? [...whole, `${office}${code}`, `${office}${short}`] : whole;
}

/** Whether one of the spellings of a number is in what was read. */
export function isAmong({ words, closed }: NumbersOf, spellings: readonly string[]): boolean {
  return spellings.some((one) => words.has(one) || (one.length >= UNMISTAKABLE && closed.includes(one)));
}
