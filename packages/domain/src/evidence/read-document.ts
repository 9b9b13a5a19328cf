import { parseCalendarDay } from '../calendar-day.ts';
import { toPaise } from '../money.ts';
import { composeText } from '../written/compose.ts';

/** What the text of a document says; of each kind what is most likely meant comes first (R-evidence-10). */
export interface DocumentFigures {
  /** Numbers that an authority or a bank gave: of a challan, a return, an acknowledgement. */
  readonly numbers: readonly string[];
  /** Rupees. */
  readonly amounts: readonly number[];
  /** ISO days. */
  readonly days: readonly string[];
}

/** Figures of a kind at most. */
const MOST = 20;

/** Something that was found, with how sure it is that it is meant: less is surer. */
interface Found<T> {
  readonly value: T;
  readonly rank: number;
}

/** Reads figures from the text of a challan, a return or a receipt. */
export function readDocument(text: string): DocumentFigures {
  // Long blanks would make the patterns below slow, and mean nothing.
  const words = composeText(text, 'NFKC')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ');
  return { numbers: best(findNumbers(words)), amounts: best(findAmounts(words)), days: best(findDays(words)) };
}

/** Each value once, at its best rank, in the order of ranks and then of the text. */
function best<T>(found: readonly Found<T>[]): T[] {
  const sorted = found.toSorted((one, other) => one.rank - other.rank);
  return [...new Set(sorted.map(({ value }) => value))].slice(0, MOST);
}

/**
 * What stands before a number of a document, the surest first: the provident fund's TRRN, ESIC's challan, the CIN of a
 * bank, GST's CPIN and ARN; then what any receipt calls its number.
 */
const NUMBER_LABELS = [
  'TRRN|Temporary Return Reference Number',
  String.raw`Challan\s*Identification\s*Number|CIN|CPIN|CRN|BSR\s*Code`,
  'Challan|ARN|Acknowledge?ment|Ack',
  'Receipt|GRN|PRN|SRN|Token|Return|Application|Registration',
  String.raw`Transaction|UTR|Bank\s*Reference|Reference|Ref|Payment`,
];

/** A number has a digit at least, four characters and no blank; what follows it is none of it. */
const NUMBER = '([A-Z0-9](?:[A-Z0-9/-]{2,34})[A-Z0-9])(?![A-Z0-9])';

function findNumbers(text: string): Found<string>[] {
  return NUMBER_LABELS.flatMap((label, rank) => {
    const pattern = new RegExp(
      String.raw`\b(?:${label})\s*(?:Serial\s*)?(?:No|Number|Num|Id|#)?\.?\s*(?:\(\w+\)\s*)?[:.#-]*\s*${NUMBER}`,
      'gi',
    );
    return [...text.matchAll(pattern)].flatMap(([, number = '']) =>
      (number.match(/\d/g)?.length ?? 0) >= 4 && dayOf(number) === null ? [{ value: number.toUpperCase(), rank }] : [],
    );
  });
}

const RUPEES = String.raw`(\d{1,3}(?:,\d{2,3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)(?![\d,]*\d)`;
/** A sign that stands by itself: "Members 20" names no rupees. */
const SIGN = String.raw`(?:₹|(?<![A-Za-z])(?:Rs\.?|INR|Rupees))`;

/** What stands before the amount that was paid, the surest first; then any amount with a sign of rupees. */
const AMOUNT_PATTERNS = [
  String.raw`(?:Grand\s*Total|Total\s*Amount(?:\s*Paid)?|Amount\s*Paid|Total\s*Paid|Challan\s*Amount|Net\s*(?:Payable|Amount)|Total\s*(?:Tax|Contribution|Remittance)(?:\s*Paid)?)\s*(?:\(?\s*${SIGN}?\s*\)?)\s*[:.-]*\s*${SIGN}?\s*${RUPEES}`,
  String.raw`(?:Total|Amount)\s*(?:\(?\s*${SIGN}?\s*\)?)\s*[:.-]*\s*${SIGN}?\s*${RUPEES}`,
  String.raw`${SIGN}\s*\.?\s*${RUPEES}`,
  // A figure written as sums of money are.
  String.raw`(?<![\d,.])(\d{1,3}(?:,\d{2,3})+(?:\.\d{1,2})?|\d+\.\d{2})(?![\d,.]*\d)`,
];

function findAmounts(text: string): Found<number>[] {
  return AMOUNT_PATTERNS.flatMap((pattern, rank) =>
    [...text.matchAll(new RegExp(pattern, 'gi'))].flatMap(([, written = '']) => {
      const rupees = Number(written.replaceAll(',', ''));
      return (toPaise(rupees) ?? 0) > 0 ? [{ value: rupees, rank }] : [];
    }),
  );
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Days as India writes them: the day first, or ISO. */
const DAY = String.raw`(\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{1,2}(?:st|nd|rd|th)?[\s/-]*(?:${MONTHS.join('|')})[a-z]*\.?,?[\s/-]*\d{4})`;

/** What stands before the day of a payment, and before the day of a filing. */
const DAY_OF_PAYMENT = String.raw`(?:Date\s*of\s*(?:Payment|Deposit|Credit|Realisation|Realization|Presentation|Tender)|(?:Payment|Deposit|Credit|Realisation|Realization|Presentation|Tender)\s*Date|(?:Paid|Deposited)\s*on)`;
const DAY_OF_FILING = String.raw`(?:Date\s*of\s*(?:Filing|Submission)|(?:Filing|Submission|Filed|Submitted|Ack(?:nowledge?ment)?)\s*(?:Date|on))`;
const BESIDE = String.raw`(?:\s*(?:and|&)\s*Time)?\s*[:.-]*\s*`;

/** What stands before the day of a payment or a filing, the surest first; then any day. */
const DAY_LABELS = [
  `${DAY_OF_PAYMENT}${BESIDE}`,
  String.raw`(?:${DAY_OF_FILING}|(?:Challan|Transaction|Receipt|Generated)\s*(?:Date|on))${BESIDE}`,
  '',
];

/** A day with a label of payment or filing directly before it, and no other label behind it that may be its own. */
const SETTLED = new RegExp(
  String.raw`(?<!\b(?:last|due|next|proposed|expected|scheduled|extended)\s*)\b(?:${DAY_OF_PAYMENT}|${DAY_OF_FILING})${BESIDE}(?<!\d)${DAY}(?!\d)(?!\W*(?:[a-z]+ ){0,3}(?:Date\b|on ?:))`,
  'i',
);

/** Whether a text, with single blanks, names a day as that of a payment or a filing. */
export function namesDayOfSettling(words: string): boolean {
  return SETTLED.test(words);
}

function findDays(text: string): Found<string>[] {
  return DAY_LABELS.flatMap((label, rank) =>
    [...text.matchAll(new RegExp(String.raw`${label}(?<!\d)${DAY}(?!\d)`, 'gi'))].flatMap(([, written = '']) => {
      const day = dayOf(written);
      return day === null ? [] : [{ value: day, rank }];
    }),
  );
}

/** The ISO day that a text is; null where it is none, or lies where no document of ours does. */
function dayOf(written: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(written);
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(written);
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[\s/-]*([a-z]{3})[a-z]*\.?,?[\s/-]*(\d{4})$/i.exec(written);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : numbers
      ? [numbers[3], numbers[2], numbers[1]]
      : named
        ? [named[3], String(MONTHS.indexOf(named[2]?.toLowerCase() ?? '') + 1), named[1]]
        : [];
  if (year === undefined || month === undefined || day === undefined || year < '2000' || year > '2099') return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseCalendarDay(text) === null ? null : text;
}

/** What a record says that its document is to say, too. */
export interface RecordFigures {
  readonly number: string | null;
  /** Rupees. */
  readonly amount: number | null;
  /** ISO day. */
  readonly day: string | null;
}

/** What is kept of a document: its figures, and its words from the beginning. */
export interface ReadDocument extends DocumentFigures {
  readonly words: string;
  /** Whether it has more words than are kept. */
  readonly cut: boolean;
}

/** Characters of a document that are kept. */
const WORDS = 20_000;

/** The words and figures of a document's text. */
export function keepDocument(text: string): ReadDocument {
  const words = text.replace(/\s+/g, ' ').trim();
  return { ...readDocument(text), words: words.slice(0, WORDS), cut: words.length > WORDS };
}

/**
 * The figures of a record that its document does not say, though it says others of their kind (R-evidence-10). Nothing is
 * missed in a document of which not all is kept.
 */
export function findMismatch(document: ReadDocument, { number, amount, day }: RecordFigures): (keyof RecordFigures)[] {
  const { numbers, amounts, days, words, cut } = document;
  if (cut) return [];
  const says = {
    number: number === null || numbers.length === 0 || plain(words).includes(plain(number)),
    amount: amount === null || amounts.length === 0 || saysAmount(words, amount),
    day: day === null || days.length === 0 || days.includes(day),
  };
  return (['number', 'amount', 'day'] as const).filter((figure) => !says[figure]);
}

/** Letters and digits alone: who types a number leaves out its dashes. */
function plain(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Whether an amount stands in a text in any of the ways in which it is written. */
function saysAmount(text: string, amount: number): boolean {
  const figures = text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  return figures.some((written) => Number(written.replaceAll(',', '')) === amount);
}
