import { isBefore } from '../calendar-day.ts';
import { statusWindow } from '../occurrence.ts';
import { STANDINGS, type Standing } from '../reports/month-report.ts';

/** A line of the compliance register as far as it is counted; days are ISO. */
export interface OverviewLine {
  /** The nominal day, and the one on which it really falls due. */
  readonly day: string;
  readonly legal: string;
  readonly standing: Standing;
  /** The day on which it was done with: that of filing, else of recording; null while it isn't. */
  readonly settledOn: string | null;
  readonly isDone: boolean;
  /** Whether the company was tracked by its legal day. */
  readonly isTracked: boolean;
  /** Whether a file stands at the record that says done. */
  readonly isProven: boolean;
}

/** How many of how many. */
export interface Share {
  readonly done: number;
  readonly of: number;
}

/** The occurrences of a month that had come, by their legal days. */
export interface OverviewMonth {
  /** `2026-11`. */
  readonly month: string;
  readonly onTime: Share;
}

/** A company in figures (R-overview-2 to R-overview-4). */
export interface OverviewFigures {
  /** How the occurrences of the present month stand. */
  readonly standing: Readonly<Record<Standing, number>>;
  /** Of the last twelve months, as in the list of companies (R-clients-2). */
  readonly onTime: Share;
  /** The same by month, the oldest first; the first and the last are parts of months. */
  readonly months: readonly OverviewMonth[];
  /** Of what was done of those, how many have a file. */
  readonly closedWithEvidence: Share;
}

/** The days of which an overview tells: a year back, and on to the end of the month and a month ahead. */
export function overviewDays(today: Temporal.PlainDate): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  const endOfMonth = today.with({ day: today.daysInMonth });
  const ahead = today.add({ days: DAYS_AHEAD });
  const first = today.with({ day: 1 });
  const yearAgo = statusWindow(today).from;
  return {
    from: isBefore(first, yearAgo) ? first : yearAgo,
    to: isBefore(ahead, endOfMonth) ? endOfMonth : ahead,
  };
}

/** Days of which it tells what comes. */
export const DAYS_AHEAD = 31;

/** Adds the lines of a register up, one after the other. */
export class OverviewSums {
  readonly #today: string;
  readonly #yearAgo: string;
  readonly #standing = { settled: 0, waiting: 0, late: 0, open: 0 };
  readonly #months: Map<string, { done: number; of: number }>;
  readonly #evidence = { done: 0, of: 0 };

  constructor(today: Temporal.PlainDate) {
    const yearAgo = statusWindow(today).from;
    this.#today = `${today}`;
    this.#yearAgo = `${yearAgo}`;
    this.#months = new Map(monthsBetween(yearAgo, today).map((month) => [month, { done: 0, of: 0 }]));
  }

  add(line: OverviewLine): void {
    if (monthOf(line.legal) === monthOf(this.#today)) this.#standing[line.standing]++;
    if (!this.#hasCome(line)) return;
    const month = this.#months.get(monthOf(line.legal));
    if (!month) return;
    month.of++;
    if (line.settledOn !== null && line.settledOn <= line.legal) month.done++;
    if (!line.isDone) return;
    this.#evidence.of++;
    if (line.isProven) this.#evidence.done++;
  }

  get figures(): OverviewFigures {
    const months = [...this.#months].map(([month, onTime]) => ({ month, onTime }));
    const sum = (key: keyof Share) => months.reduce((total, { onTime }) => total + onTime[key], 0);
    return {
      standing: { ...this.#standing },
      months,
      onTime: { done: sum('done'), of: sum('of') },
      closedWithEvidence: { ...this.#evidence },
    };
  }

  /** Whether it was to be done within the last twelve months, and the company was tracked by then. */
  #hasCome({ day, legal, isTracked, settledOn, isDone }: OverviewLine): boolean {
    return isTracked && day >= this.#yearAgo && legal < this.#today && (settledOn === null || isDone);
  }
}

/** How many lines there are in all. */
export function countStanding(standing: Readonly<Record<Standing, number>>): number {
  return STANDINGS.reduce((sum, one) => sum + standing[one], 0);
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

function monthsBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): string[] {
  const months: string[] = [];
  for (let month = from.with({ day: 1 }); !isBefore(to, month); month = month.add({ months: 1 })) {
    months.push(monthOf(`${month}`));
  }
  return months;
}
