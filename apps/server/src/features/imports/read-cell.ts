import { isStorable, tidyText } from '@anupalan/contract/wire/stored-text';
import { parseCalendarDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { readWrittenAmount } from '@anupalan/domain/written/amount';
import { composeText } from '@anupalan/domain/written/compose';
import { readWrittenDay, type WrittenDay } from '@anupalan/domain/written/day';
import { type Choice, type Column, NONE } from './column.ts';
import { type Cell, isBlank, isDayCell, isWrongCell } from './reading/cell.ts';

/** A cell as its column reads it: a value, undefined when there is none, or what is expected in its place. */
export type Reading = { readonly value: unknown } | { readonly expected: string };

/** Digits that a spreadsheet keeps of a number: what is longer has lost its end (R-imports-7). */
const KEPT_DIGITS = 1e15;

const DAY_EXPECTED = 'a date such as 31/12/2026 (day, month, year) or 2026-12-31';

/** Reads a cell as what its column is for (R-imports-7). */
export function readCell(cell: Cell, column: Pick<Column, 'reads' | 'choices'>): Reading {
  if (isBlank(cell) || cell === null) return { value: undefined };
  if (isWrongCell(cell)) return cell;
  if (typeof cell === 'string' && !isStorable(cell))
    return { expected: "text without characters that can't be stored" };
  switch (column.reads) {
    case 'text':
      return readText(cell);
    case 'lines':
      return readText(cell);
    case 'day':
      return readDay(cell);
    case 'whole':
      return readWhole(cell);
    case 'amount':
      return readAmount(cell);
    case 'yes':
      return readYes(cell);
    case 'wholes':
      return readWholes(cell);
    case 'moves':
      return readMoves(cell);
    case 'choice':
      return readChoice(cell, column.choices ?? []);
  }
}

type Filled = Exclude<Cell, null | { expected: string }>;

function readText(cell: Filled): Reading {
  if (isDayCell(cell)) {
    return { expected: 'text: the spreadsheet made a date of it, so format the column as text and type it again' };
  }
  if (typeof cell === 'number') {
    if (Math.abs(cell) >= KEPT_DIGITS) return { expected: LOST_DIGITS };
    return { value: String(cell) };
  }
  if (typeof cell === 'boolean') return { value: cell ? 'TRUE' : 'FALSE' };
  const text = tidyText(cell);
  // A spreadsheet shows a long number so, and saves as CSV what it shows.
  if (/^\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(text)) return { expected: LOST_DIGITS };
  return { value: text };
}

const LOST_DIGITS =
  'all digits: a spreadsheet keeps 15 of a number, so format the column as text and type the number again';

function readDay(cell: Filled): Reading {
  if (isDayCell(cell)) return dayOf(cell.day) ?? { expected: DAY_EXPECTED };
  if (typeof cell === 'number')
    return { expected: `${DAY_EXPECTED}: ${cell} is a plain number, so format the cell as a date` };
  if (typeof cell === 'boolean') return { expected: DAY_EXPECTED };
  const written = readWrittenDay(cell);
  if ('day' in written) return { value: toIsoMidnight(written.day) };
  return { expected: `${DAY_EXPECTED}${explainDay(written.fault, cell.trim())}` };
}

function explainDay(fault: Extract<WrittenDay, { fault: string }>['fault'], text: string): string {
  switch (fault) {
    case 'month-first':
      return ': the day comes first';
    case 'no-such-day':
      return `: there is no ${text}`;
    case 'number':
    case 'unreadable':
      return '';
  }
}

function dayOf(text: string): Reading | null {
  const day = parseCalendarDay(text);
  return day && { value: toIsoMidnight(day) };
}

function readWhole(cell: Filled): Reading {
  const number = typeof cell === 'string' ? readWholeText(cell) : cell;
  return typeof number === 'number' && Number.isSafeInteger(number)
    ? { value: number }
    : { expected: 'a whole number' };
}

/** A number that may have a minus, which its column judges. */
function readWholeText(text: string): number | null {
  const [, minus = '', rest = ''] = /^(-?)(.*)$/s.exec(text.trim()) ?? [];
  const written = readWrittenAmount(rest);
  return 'rupees' in written ? Number(`${minus}${written.rupees}`) : null;
}

const AMOUNT_EXPECTED = 'an amount in rupees, such as 12500 or 12,500.50';
const TWO_DECIMALS = 'an amount in rupees with at most two decimals';

function readAmount(cell: Filled): Reading {
  if (typeof cell === 'number') return readNumber(cell);
  if (typeof cell !== 'string') return { expected: AMOUNT_EXPECTED };
  const written = readWrittenAmount(cell);
  if ('rupees' in written) return { value: written.rupees };
  if (written.fault === 'sign') return { expected: `an amount in rupees without ${written.sign}` };
  return { expected: written.fault === 'decimals' ? TWO_DECIMALS : AMOUNT_EXPECTED };
}

function readNumber(number: number): Reading {
  if (number < 0) return { expected: 'an amount in rupees without a minus' };
  // The result of a formula may be off by the inexactness of a computer's numbers.
  const rounded = Math.round(number * 100) / 100;
  return Math.abs(rounded - number) < 1e-6 ? { value: rounded } : { expected: TWO_DECIMALS };
}

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'हाँ', 'हां', 'x', '✓']);
const NO: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'नहीं', '-']);

function readYes(cell: Filled): Reading {
  if (typeof cell === 'boolean') return { value: cell };
  const text = isDayCell(cell) ? '' : String(cell).trim().toLowerCase();
  if (YES.has(text)) return { value: true };
  return NO.has(text) ? { value: false } : { expected: 'Yes or No' };
}

const NO_THINGS: ReadonlySet<string> = new Set([NONE.toLowerCase(), 'nil', '-', 'नहीं']);

/** Whether a cell says that its list is empty. */
function isNone(cell: Filled): boolean {
  return typeof cell === 'string' && NO_THINGS.has(cell.trim().toLowerCase());
}

function readWholes(cell: Filled): Reading {
  if (isNone(cell)) return { value: [] };
  const parts = isDayCell(cell) ? [''] : String(cell).split(/[,;\s]+/);
  const numbers = parts.filter((part) => part !== '').map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : null));
  const isRead = (number: number | null): number is number => number !== null;
  return numbers.length > 0 && numbers.every(isRead)
    ? { value: numbers }
    : { expected: 'whole numbers separated by commas, such as 7, 3, 1' };
}

const MOVES_EXPECTED =
  'due days with the days that they move to, such as 07/04 to 30/04 (day/month), separated by commas';

const MOVE = /^(\d{1,2})[/.](\d{1,2})\s*(?:to|-+>|=+>?|>|→)\s*(\d{1,2})[/.](\d{1,2})$/i;

/** Reads days of a year that move to others, as month and day. */
function readMoves(cell: Filled): Reading {
  if (isNone(cell)) return { value: [] };
  const parts = typeof cell === 'string' ? cell.split(/[,;\n]+/).filter((part) => part.trim() !== '') : [];
  const moves = parts.flatMap((part) => {
    const [, day = '', month = '', toDay = '', toMonth = ''] = MOVE.exec(part.trim()) ?? [];
    const [of, on] = [monthDayOf(month, day), monthDayOf(toMonth, toDay)];
    return of !== null && on !== null ? [{ of, on }] : [];
  });
  return moves.length > 0 && moves.length === parts.length ? { value: moves } : { expected: MOVES_EXPECTED };
}

/** `MM-DD` of a day that some year has; null of any other. */
function monthDayOf(month: string, day: string): string | null {
  const text = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseCalendarDay(`2028-${text}`) && text;
}

/** Choices that are listed in what is expected at most. */
const MOST_LISTED = 20;

function readChoice(cell: Filled, choices: readonly Choice[]): Reading {
  const text = isDayCell(cell) ? '' : fold(String(cell));
  const found = text === '' ? undefined : choices.find(({ words }) => words.some((word) => fold(word) === text));
  if (found) return { value: found.value };
  const listed = choices.slice(0, MOST_LISTED).map(({ words: [word = ''] }) => word);
  return { expected: `one of: ${listed.join(', ')}${choices.length > MOST_LISTED ? ' …' : ''}` };
}

function fold(text: string): string {
  return composeText(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
