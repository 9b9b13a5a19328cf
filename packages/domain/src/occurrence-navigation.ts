import { LAST_YEAR } from './calendar-day.ts';
import { type Frequency, occurrenceIndexAtOrBefore } from './recurrence.ts';

/**
 * Numbers of the navigation: its list grows before its end is reached, and its buttons fit beside each other
 * (R-due-dates-17, R-due-dates-18).
 */
const BATCH_SIZE = 12;
const PREFETCH_WITHIN = 3;
const MAX_PAGE_BUTTONS = 5;

/**
 * The number of occurrences, counted from the first due date, that the navigation lists while it stands on `index`:
 * whole batches of 12, one batch more as soon as `index` is within 3 of the end, and never more than the series has
 * (`once` 1, `never` 0) (R-due-dates-17).
 */
export function countListedOccurrences(first: Temporal.PlainDate, frequency: Frequency, index: number): number {
  const endOfCalendar = new Temporal.PlainDate(LAST_YEAR, 12, 31);
  const inSeries = occurrenceIndexAtOrBefore(first, frequency, endOfCalendar) + 1;
  const batches = Math.ceil((index + 1 + PREFETCH_WITHIN) / BATCH_SIZE);
  return Math.min(inSeries, batches * BATCH_SIZE);
}

/**
 * The indexes on the page buttons: at most 5 of the `count` listed occurrences, in order, with `index` in the middle
 * wherever the ends allow it (R-due-dates-18).
 */
export function pageButtons(index: number, count: number): number[] {
  const length = Math.min(MAX_PAGE_BUTTONS, count);
  const centred = index - Math.floor(length / 2);
  const start = Math.max(0, Math.min(centred, count - length));
  return Array.from({ length }, (_, offset) => start + offset);
}
