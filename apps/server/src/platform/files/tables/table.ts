import { INDIA } from '@anupalan/domain/calendar-day';

/**
 * What a column holds, which says how each format writes it: a `day` is ISO text (`2026-12-15`), a `moment` is written in
 * Indian time, `money` is integer paise and written in rupees.
 */
export type ColumnKind = 'text' | 'number' | 'money' | 'day' | 'moment';

export interface Column {
  readonly title: string;
  readonly kind: ColumnKind;
  /** Its share of a line, in letters. */
  readonly width: number;
  /** In a PDF its text stands once, as a heading over the rows that share it; only the first column may be one. */
  readonly heading?: boolean;
  /** Whether a PDF, which has less room, leaves it out. */
  readonly onlyInSheets?: boolean;
}

/** What stands in a cell; null and '' are empty. */
export type Cell = string | number | Date | null;

/** A table as it leaves: its rows are asked for one by one, and never held together. */
export interface Table {
  /** At most 31 letters are shown as the name of the sheet. */
  readonly title: string;
  /** What a reader has to know of it: whose it is, its period, what it leaves out. Only a PDF shows them. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly columns: readonly Column[];
  /** Cells in the order of the columns. */
  readonly rows: AsyncIterable<readonly Cell[]>;
  /** Rows, about; absent where nobody counted. A PDF of few has tags for screen readers. */
  readonly count?: number;
  /** What a PDF says below the rows, once they are all written; without lines it says nothing. */
  readonly below?: { readonly title: string; readonly lines: readonly string[] };
  /** When it was made. */
  readonly madeAt: Date;
}

/** The wall clock of a moment in India: `2026-12-15 14:30:00`. */
export function inIndianTime(moment: Date): string {
  const { year, month, day, hour, minute, second } = moment.toTemporalInstant().toZonedDateTimeISO(INDIA);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}
