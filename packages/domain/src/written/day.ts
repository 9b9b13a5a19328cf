import { parseCalendarDay } from '../calendar-day.ts';
import { toPlainText } from './plain-text.ts';

/**
 * A day as people write it, or why it is none: its month comes first, no calendar has it, it is a plain number (as a
 * spreadsheet shows a day whose cell has no date format), or it can't be read.
 */
export type WrittenDay =
  | { readonly day: Temporal.PlainDate }
  | { readonly fault: 'month-first' | 'no-such-day' | 'number' | 'unreadable' };

/** Characters of a written day at most. */
const LONGEST = 60;

/** A name's month is its place in the list, from 0; the other spellings of a month come as further names. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'january', 'जन', 'जनवरी'],
  ['feb', 'february', 'फर', 'फरवरी'],
  ['mar', 'march', 'मार्च'],
  ['apr', 'april', 'अप्रैल'],
  ['may', 'मई'],
  ['jun', 'june', 'जून'],
  ['jul', 'july', 'जुल', 'जुलाई'],
  ['aug', 'august', 'अग', 'अगस्त'],
  ['sep', 'sept', 'september', 'सित', 'सितंबर', 'सितम्बर'],
  ['oct', 'october', 'अक्टू', 'अक्टूबर', 'अक्तूबर'],
  ['nov', 'november', 'नव', 'नवंबर', 'नवम्बर'],
  ['dec', 'december', 'दिस', 'दिसंबर', 'दिसम्बर'],
];

const MONTH_NUMBERS = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** A time of day behind a day, which is left out. */
const TIME = /,?[ T]+\d{1,2}(?::\d{2}(?::\d{2}(?:\.\d{1,9})?)?|\.\d{2})(?: ?[ap]\.?m\.?)?(?: ?ist)?$/i;

/** The blank before the offset of an ISO date-time. */
const BEFORE_OFFSET = /(?<=^\d{4}-\d{2}-\d{2}[T ][\d:.]{5,18}) (?=[+-])/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[,.]? +/i;

/** The dot below a letter and the sign of an abbreviation: names of months have both or neither. */
const NO_LETTERS = /[\u093c\u0970]/g;

const DAY_FIRST = /^(\d{1,2}) ?[/.\- ] ?(\d{1,2}) ?[/.\- ] ?'?(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4}) ?[/.-] ?(\d{1,2}) ?[/.-] ?(\d{1,2})$/;
const NAME = String.raw`([a-z\p{Script=Devanagari}]{2,12})\.?`;
const NAMED = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?(?: of )?[ /.,-]{0,3}${NAME}[ /.,-]{0,3}'?(\d{4}|\d{2})$`,
  'u',
);
const NAME_FIRST = new RegExp(String.raw`^${NAME}[ /-]?(\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ /-])(\d{4})$`, 'u');
const YEAR_AND_NAME = new RegExp(String.raw`^(\d{4})[ /.,-]{1,3}${NAME}[ /.,-]{1,3}(\d{1,2})$`, 'u');

/**
 * Reads a day as people write it in forms and files (R-due-dates-8, R-imports-7): ISO; day, month, year in figures; or a
 * month by its English or Hindi name. A year of two digits is 20xx. A date-time is the day that is written in it, and
 * one with `Z` its UTC day. Never throws.
 */
export function readWrittenDay(written: string): WrittenDay {
  if (written.length > LONGEST) return { fault: 'unreadable' };
  const text = toPlainText(written).replace(BEFORE_OFFSET, '');
  const iso = parseCalendarDay(text);
  if (iso) return { day: iso };
  if (/^\d+(?:\.\d+)?$/.test(text)) return { fault: 'number' };
  const plain = text.replace(WEEKDAY, '').replace(/\.$/, '');
  // A month and a year of two digits look like a time with a point: `15 12.26`.
  const whole = readFigures(plain);
  return 'fault' in whole && whole.fault === 'unreadable' ? readFigures(plain.replace(TIME, '')) : whole;
}

function readFigures(written: string): WrittenDay {
  const text = written.toLowerCase().replace(NO_LETTERS, '');
  const [, year, ofYear, ofMonth] = YEAR_FIRST.exec(text) ?? [];
  if (year) return dayOf(year, Number(ofYear), ofMonth);
  const [, day, month, behind] = DAY_FIRST.exec(text) ?? [];
  if (day) return dayOf(behind, Number(month), day);
  const [, namedDay, name, namedYear] = NAMED.exec(text) ?? [];
  if (namedDay) return dayOf(namedYear, MONTH_NUMBERS.get(name ?? ''), namedDay);
  const [, yearFirst, itsName, lastDay] = YEAR_AND_NAME.exec(text) ?? [];
  if (yearFirst) return dayOf(yearFirst, MONTH_NUMBERS.get(itsName ?? ''), lastDay);
  const [, firstName, itsDay, itsYear] = NAME_FIRST.exec(text) ?? [];
  return dayOf(itsYear, MONTH_NUMBERS.get(firstName ?? ''), itsDay);
}

function dayOf(year: string | undefined, month: number | undefined, day: string | undefined): WrittenDay {
  if (!year || month === undefined || !day) return { fault: 'unreadable' };
  if (month > 12 && Number(day) <= 12) return { fault: 'month-first' };
  const iso = `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = parseCalendarDay(iso);
  return read ? { day: read } : { fault: 'no-such-day' };
}
