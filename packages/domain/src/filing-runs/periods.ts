import { MONTHS_BEFORE } from '../due-days/filing-days.ts';
import type { Frequency } from '../recurrence.ts';

/** Month as text that sorts by time, `2026-11`. */
export type Month = string;

/** Months, in the order of the calendar, by the three letters that their names begin with. */
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const NAME =
  '(JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|SEPT?(?:EMBER)?|OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?)';

const YEAR = String.raw`('?\d{2}|20\d{2})`;

/** Days, which name no period: the month of a payment is not the one that was paid for. */
const DAYS = [
  /\b20\d{2}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)/g,
  /\b\d{1,2}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?(?:20)?\d{2}(?!\d)/g,
  new RegExp(String.raw`\b\d{1,2}(?:ST|ND|RD|TH)?[\s\-/.,]{0,4}${NAME}[\s\-/.,]{0,4}(?:20)?\d{2}(?!\d)`, 'g'),
  new RegExp(String.raw`\b${NAME}\s+\d{1,2}(?:ST|ND|RD|TH)?,?\s+20\d{2}\b`, 'g'),
];

const NAMED_MONTH = new RegExp(String.raw`\b${NAME}[\s\-/.,]{0,4}${YEAR}(?!\d)`, 'g');
const NUMBERED_MONTH = /(?<![\d/.-])(0?[1-9]|1[0-2])\s?[-/]\s?(20\d{2})(?![\d/.-])/g;
const NUMBERED_YEAR_FIRST = /(?<![\d/.-])(20\d{2})[-/](0[1-9]|1[0-2])(?![\d/.-])/g;
/** `112026` and `202611`, which only names of files write so. */
const CLOSED_MONTH = /(?<!\d)(0[1-9]|1[0-2])(20\d{2})(?!\d)/g;
const CLOSED_YEAR_FIRST = /(?<!\d)(20\d{2})(0[1-9]|1[0-2])(?!\d)/g;
const BARE_MONTH = new RegExp(`(?<![A-Z])${NAME}(?![A-Z])`, 'g');
const QUARTER =
  /\bQ(?:UARTER|TR)?[\s.:-]{0,3}([1-4])\b[^0-9A-Z]{0,9}(?:OF\s)?(?:F\.?\s?Y\.?|FINANCIAL YEAR)?[^0-9A-Z]{0,9}(20\d{2})\s?[-–/]\s?(?:20)?(\d{2})\b/g;
const FINANCIAL_YEAR = /(?<![\d/.-])(20\d{2})\s?[-–/]\s?(?:20)?(\d{2})(?![\d/.-])/g;

/** What a document says of its period: its own months, or nothing of any. */
export interface NamedPeriod {
  readonly state: 'agrees' | 'differs' | 'unknown';
  /** Months that it names, the earliest first. */
  readonly months: readonly Month[];
  /** Whether, of a monthly filing, it names others than its own as well, so that it may be several documents in one. */
  readonly isOfOthers: boolean;
}

/**
 * Whether a document is about the period of a filing (R-filing-runs-8): the months before its due day, or the month of
 * that day. Its text decides; where that names no month, its name. Rhythms without a period agree with everything.
 */
export function readPeriod(
  { name, text }: { readonly name: string; readonly text: string },
  { day, frequency }: { readonly day: Temporal.PlainDate; readonly frequency: Frequency },
): NamedPeriod {
  const before = MONTHS_BEFORE[frequency];
  if (before === undefined) return { state: 'unknown', months: [], isOfOthers: false };
  const withYears = before >= 3;
  const inText = readMonths(text, { withYears });
  const months = inText.size > 0 ? inText : readMonths(name, { withYears, isName: true, day });
  const expected = new Set(Array.from({ length: before + 1 }, (_, ago) => monthOf(day.subtract({ months: ago }))));
  const named = [...months].sort();
  if (named.length === 0) return { state: 'unknown', months: [], isOfOthers: false };
  const state = named.some((month) => expected.has(month)) ? 'agrees' : 'differs';
  // Quarters and years are named in many ways, of which some have other months as well.
  return { state, months: named, isOfOthers: before === 1 && named.some((month) => !expected.has(month)) };
}

interface Reading {
  /** Whether quarters and financial years are periods too. */
  readonly withYears: boolean;
  /** Whether it is the name of a file, which writes months in shorter ways. */
  readonly isName?: boolean;
  /** Day by which the year of a month without one is told. */
  readonly day?: Temporal.PlainDate;
}

/** Months that a text names as months, not as parts of days. */
export function readMonths(text: string, { withYears, isName = false, day }: Reading): ReadonlySet<Month> {
  let rest = text.toUpperCase().replaceAll('_', ' ');
  for (const pattern of DAYS) rest = rest.replace(pattern, ' ');
  const months = new Set<Month>();
  for (const [, name = '', year = ''] of rest.matchAll(NAMED_MONTH)) months.add(toMonth(year, numberOf(name)));
  for (const [, month, year = ''] of rest.matchAll(NUMBERED_MONTH)) months.add(toMonth(year, Number(month)));
  for (const [, year = '', month] of rest.matchAll(NUMBERED_YEAR_FIRST)) months.add(toMonth(year, Number(month)));
  if (withYears) for (const month of readYears(rest)) months.add(month);
  if (!isName) return months;
  for (const [, month, year = ''] of rest.matchAll(CLOSED_MONTH)) months.add(toMonth(year, Number(month)));
  for (const [, year = '', month] of rest.matchAll(CLOSED_YEAR_FIRST)) months.add(toMonth(year, Number(month)));
  if (months.size > 0 || !day) return months;
  for (const [, name = ''] of rest.matchAll(BARE_MONTH)) months.add(latest(numberOf(name), day));
  return months;
}

/** Months of the quarters and financial years, from April to March, that a text names. */
function readYears(text: string): Month[] {
  const quarters = [...text.matchAll(QUARTER)].flatMap(([, quarter, year, next]) =>
    isNext(year, next) ? monthsFrom(Number(year), 4 + 3 * (Number(quarter) - 1), 3) : [],
  );
  if (quarters.length > 0) return quarters;
  return [...text.matchAll(FINANCIAL_YEAR)].flatMap(([, year, next]) =>
    isNext(year, next) ? monthsFrom(Number(year), 4, 12) : [],
  );
}

function isNext(year: string | undefined, next: string | undefined): boolean {
  return (Number(year) + 1) % 100 === Number(next);
}

function monthsFrom(year: number, month: number, count: number): Month[] {
  const first = Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ months: month - 1 });
  return Array.from({ length: count }, (_, later) => monthOf(first.add({ months: later })));
}

/** Latest such month that is not after a day. */
function latest(month: number, day: Temporal.PlainDate): Month {
  return monthOf(day.subtract({ months: (day.month - month + 12) % 12 }));
}

function numberOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1;
}

function toMonth(year: string, month: number): Month {
  const digits = year.replace("'", '');
  return `${digits.length === 2 ? `20${digits}` : digits}-${String(month).padStart(2, '0')}`;
}

function monthOf(day: Temporal.PlainDate): Month {
  return day.toPlainYearMonth().toString();
}
