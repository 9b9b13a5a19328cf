const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1_000,
  lakh: 100_000,
  lakhs: 100_000,
  lac: 100_000,
  lacs: 100_000,
  crore: 10_000_000,
  crores: 10_000_000,
};

/** Words of an amount at most; more is no amount. */
const MOST_WORDS = 30;

/**
 * The whole rupees that a text says in words, as Indian documents repeat their totals: "Rupees One lakh twenty three
 * thousand four hundred fifty six only". Amounts that don't end in "only" are none.
 */
export function readRupeesInWords(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.flatMap((word, at) => {
    if (word !== 'only') return [];
    const said = spokenBefore(words, at);
    const rupees = said.length > 0 ? toNumber(said) : null;
    return rupees === null || rupees === 0 ? [] : [rupees];
  });
}

/** The words of a number that end before a place; what is said of paise is left out. */
function spokenBefore(words: readonly string[], end: number): string[] {
  let from = end;
  while (from > 0 && end - from < MOST_WORDS && isSpoken(words[from - 1] ?? '')) from--;
  const said = words.slice(from, end);
  const paise = said.findLastIndex((word) => word === 'rupees' || word === 'rupee');
  // "Rupees five and fifty paise only" and "Five rupees and fifty paise only".
  const whole = said.includes('paise')
    ? paise > 0
      ? said.slice(0, paise)
      : said.slice(0, said.lastIndexOf('and'))
    : said;
  return whole.filter((word) => !FILLERS.includes(word));
}

const FILLERS: readonly string[] = ['and', 'rupees', 'rupee', 'rs', 'paise'];

function isSpoken(word: string): boolean {
  return [...UNITS, ...TENS, 'hundred', ...FILLERS].includes(word) || Object.hasOwn(SCALES, word);
}

/** The number that words say; null where they say none. */
function toNumber(words: readonly string[]): number | null {
  let total = 0;
  let part = 0;
  for (const word of words) {
    if (UNITS.includes(word)) part += UNITS.indexOf(word);
    else if (TENS.includes(word)) part += 10 * TENS.indexOf(word);
    else if (word === 'hundred') part = Math.max(1, part) * 100;
    else {
      const scale = SCALES[word];
      if (scale === undefined) return null;
      total += Math.max(1, part) * scale;
      part = 0;
    }
  }
  return total + part;
}
