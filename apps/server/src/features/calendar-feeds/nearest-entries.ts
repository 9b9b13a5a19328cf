import type { CalendarEntry } from './calendar-entry.ts';

/** Entries of a calendar at most; of more those nearest today (R-calendar-feeds-9). */
const MOST_ENTRIES = 1_500;

/** An entry that is made only when it has room: `left` are the whole days from today to its day. */
interface Candidate {
  readonly left: number;
  readonly make: () => CalendarEntry;
}

/** Entries of which there may be too many: those nearest today stay. */
export class NearestEntries {
  #candidates: Candidate[] = [];
  #leftOut = 0;
  readonly #unreadable: string[] = [];

  /** Notes that a company can't be read, by its name. */
  leaveOut(companyName: string): void {
    if (!this.#unreadable.includes(companyName)) this.#unreadable.push(companyName);
  }

  add(left: number, make: () => CalendarEntry): void {
    this.#candidates.push({ left, make });
    if (this.#candidates.length >= 4 * MOST_ENTRIES) this.#cut();
  }

  /** Adds all of another. */
  addAll(other: NearestEntries): void {
    this.#leftOut += other.#leftOut;
    for (const { left, make } of other.#candidates) this.add(left, make);
  }

  /** The entries by their days, how many there were besides, and the companies of which there is none. */
  take(): { entries: readonly CalendarEntry[]; leftOut: number; unreadable: readonly string[] } {
    this.#cut();
    const byDay = this.#candidates.toSorted((one, other) => one.left - other.left);
    return { entries: byDay.map(({ make }) => make()), leftOut: this.#leftOut, unreadable: this.#unreadable };
  }

  #cut(): void {
    if (this.#candidates.length <= MOST_ENTRIES) return;
    this.#candidates.sort((one, other) => Math.abs(one.left) - Math.abs(other.left));
    this.#leftOut += this.#candidates.length - MOST_ENTRIES;
    this.#candidates.length = MOST_ENTRIES;
  }
}
