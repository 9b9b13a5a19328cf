import { revealCell } from '../../../platform/files/csv.ts';
import type { Cell } from '../reading/cell.ts';
import type { FormatKind } from './formats.ts';
import { decodeEscapes } from './shared-strings.ts';

/** What the cells of a workbook refer to. */
export interface Shared {
  readonly strings: readonly string[];
  readonly formats: readonly FormatKind[];
  readonly from1904: boolean;
}

/** A cell as it is written in a sheet. */
export interface WrittenCell {
  /** The kind of its value, `n` where none is written. */
  readonly type: string;
  readonly style: number;
  /** Undefined where there is no value, as below a formula that was never reckoned. */
  readonly value: string | undefined;
  /** Text that is written into the cell. */
  readonly inline: string | undefined;
  readonly hasFormula: boolean;
}

/** The value of a cell as people see it; what says nothing by itself is told as what is expected instead. */
export function toCell(cell: WrittenCell, shared: Shared): Cell {
  const { type, value, inline } = cell;
  if (inline !== undefined && (value === undefined || type === 'inlineStr')) return revealCell(inline);
  // A formula that came to an empty text has a value that is empty.
  if (value !== undefined && (type === 'str' || type === 'inlineStr')) return toText(value, cell.hasFormula);
  const written = value?.trim() ?? '';
  if (written === '') return cell.hasFormula ? VALUELESS : null;
  switch (type) {
    case 's':
      return toSharedText(written, shared.strings);
    case 'b':
      return written === '1' || written.toLowerCase() === 'true';
    case 'e':
      return toError(written);
    case 'd':
      return toWrittenDay(written);
    default:
      return toNumber(written, shared.formats[cell.style] ?? 'number', shared.from1904);
  }
}

/** Some programs write the error that a formula came to as its text. */
const ERROR = /^#(REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/;

function toText(value: string, isOfFormula: boolean): Cell {
  return isOfFormula && ERROR.test(value) ? toError(value) : revealCell(decodeEscapes(value));
}

function toError(error: string): Cell {
  return { expected: `a value: the formula says ${error.slice(0, 20)}` };
}

/** A workbook that a CSV became has its guards (R-imports-5). */
function toSharedText(place: string, strings: readonly string[]): Cell {
  const text = /^\d{1,9}$/.test(place) ? strings[Number(place)] : undefined;
  return text === undefined ? LOST_TEXT : revealCell(text);
}

/** What is told of a formula that was never reckoned. */
export const VALUELESS: Cell = {
  expected: 'the value of this formula: open the file in a spreadsheet, save it, and choose it again',
};
const LOST_TEXT: Cell = { expected: 'a value: the workbook has lost the text of this cell' };
const NO_NUMBER: Cell = { expected: 'a value: the workbook has something else than a number in this cell' };
const OUT_OF_RANGE: Cell = { expected: 'a date: this one is out of range' };

function toWrittenDay(written: string): Cell {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(written) ?? [];
  if (day) return { day };
  const [, hours, minutes, seconds = 0] = /^T?([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?/.exec(written) ?? [];
  if (!hours) return OUT_OF_RANGE;
  return writeTime(Math.round(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) % DAY_SECONDS);
}

function toNumber(written: string, kind: FormatKind, from1904: boolean): Cell {
  const number = Number(written);
  if (!Number.isFinite(number)) return NO_NUMBER;
  if (kind === 'number') return number;
  if (kind === 'day') return toDay(number, from1904);
  const seconds = Math.round(number * DAY_SECONDS);
  // A time of day that has its day, too, shows the time alone.
  return writeTime(kind === 'time' && seconds > 0 ? seconds % DAY_SECONDS : seconds);
}

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;

/** The last day that spreadsheets have, 31 December 9999, as it is counted from 1900. */
const LAST = 2_958_465;
const FROM_1904 = 1_462;
const ZERO = Date.UTC(1899, 11, 30);

/** The day of a serial number. */
function toDay(serial: number, from1904: boolean): Cell {
  // Computers reckon times of day inexactly: less than a millisecond before midnight is midnight.
  const counted = Math.floor(Math.round(serial * DAY_MS) / DAY_MS) + (from1904 ? FROM_1904 : 0);
  // Counted from 1900 there is a 29 February 1900, which never was, and days before it come one later.
  const isOff = !from1904 && counted <= 60;
  if (counted > LAST || (isOff && (counted === 60 || counted < 1))) return OUT_OF_RANGE;
  return { day: new Date(ZERO + (counted + (isOff ? 1 : 0)) * DAY_MS).toISOString().slice(0, 10) };
}

/** A time of day or a duration as `HH:MM`, with seconds where there are any. */
function writeTime(exact: number): string {
  const seconds = Math.round(Math.abs(exact));
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  const time = `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}`;
  const sign = exact < 0 && seconds > 0 ? '-' : '';
  return seconds % 60 === 0 ? `${sign}${time}` : `${sign}${time}:${two(seconds % 60)}`;
}
