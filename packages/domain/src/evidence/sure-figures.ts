import { namesDayOfSettling, type ReadDocument } from './read-document.ts';
import { readRupeesInWords } from './rupees-in-words.ts';

/** The figures of a document that can't be mistaken; null where there is none, or some doubt. */
export interface SureFigures {
  readonly number: string | null;
  /** Rupees. */
  readonly amount: number | null;
  /** ISO day of a payment or a filing. */
  readonly day: string | null;
}

const NOTHING: SureFigures = { number: null, amount: null, day: null };

/**
 * The figures of a document that may be filled in without anybody looking (R-evidence-27). The words of a PDF come in the
 * order in which they were drawn, so a label says little about the figure behind it: a figure is sure where the document
 * has no other of its kind, or says it a second time in another way. Nothing is sure in a document that was cut.
 */
export function findSureFigures(document: ReadDocument): SureFigures {
  // Several references are several documents in one file.
  if (document.cut || referencesIn(document.words).length > 1) return NOTHING;
  return { number: sureNumber(document), amount: sureAmount(document), day: sureDay(document) };
}

/** The references of the provident fund that a text names, each once: they have 13 digits. */
function referencesIn(words: string): string[] {
  if (!/\bTRRN\b|Temporary Return Reference/i.test(words)) return [];
  return [...new Set([...words.matchAll(/(?<![A-Z0-9])\d{13}(?![A-Z0-9])/gi)].map(([number]) => number))];
}

/** The provident fund's reference, or the only number there is. */
function sureNumber({ words, numbers }: ReadDocument): string | null {
  const [reference] = referencesIn(words);
  if (reference !== undefined) return reference;
  const number = onlyOne(numbers);
  return number !== null && !hasNeighbour(words, number) ? number : null;
}

/** Whether the word before a number's label may be the label's number as well, as where values are drawn first. */
function hasNeighbour(words: string, number: string): boolean {
  const at = words.toUpperCase().indexOf(number);
  const before = words
    .slice(Math.max(0, at - 60), at)
    .trim()
    .split(' ');
  return before.some((word) => (word.match(/\d/g)?.length ?? 0) >= 4);
}

/** The only amount, or the only one that the document says in words too; wages are never what was paid. */
function sureAmount({ words, amounts }: ReadDocument): number | null {
  const inWords = readRupeesInWords(words).filter((rupees) => amounts.some((one) => Math.floor(one) === rupees));
  if (inWords.length > 0) {
    const said = onlyOne(inWords);
    return said === null ? null : onlyOne(amounts.filter((one) => Math.floor(one) === said));
  }
  return WAGES.test(words) ? null : onlyOne(amounts);
}

/** Words of wages, but for those of the month that a challan is for. */
const WAGES = /\b(wages?(?! (month|period)\b)|salar(y|ies)|gross|remuneration|pay ?(roll|sheet|slip)s?)\b/i;

const MADE = /\b(creat(ed|ion)|generat(ed|ion)|print(ed)?|issued?|prepared|due|valid|expiry|dated)\b/i;
const NOT_PAID =
  /\b(not (yet )?(been )?(paid|filed|submitted|deposited)|to be (paid|filed|submitted|deposited)|un-?paid|payable|pending|awaited|fail(ed|ure)|rejected|cancell?ed)\b/i;

/**
 * The only day, of a document that calls it the day of a payment or a filing, and says neither that something was made
 * nor that it is still to be paid.
 */
function sureDay({ words, days }: ReadDocument): string | null {
  return namesDayOfSettling(words) && !MADE.test(words) && !NOT_PAID.test(words) ? onlyOne(days) : null;
}

function onlyOne<T>(found: readonly T[]): T | null {
  const distinct = [...new Set(found)];
  return distinct.length === 1 ? (distinct[0] ?? null) : null;
}
