import { isBefore } from '../calendar-day.ts';
import { type Frequency, occurrenceAt, occurrenceIndexNear } from '../recurrence.ts';

/** Years before today of which statuses can be brought in, and after it, for what was done early. */
const YEARS_BACK = 10;
const YEARS_AHEAD = 1;

/** Days and years that are a whole number of periods, whatever the rhythm. */
const A_WEEK = 7;
const TWO_YEARS = 2;

/**
 * The day nearest another on which an item falls due or fell due, among those of which past statuses can be brought in
 * (R-imports-23). An item fell due in its rhythm also before its first due date. Null when it never falls due: then
 * statuses can be of any day.
 */
export function nearestPastDay(
  { first, frequency }: { readonly first: Temporal.PlainDate | null; readonly frequency: Frequency },
  day: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  if (first === null || frequency === 'never') return null;
  if (frequency === 'once') return first;
  const from = today.subtract({ years: YEARS_BACK });
  const to = today.add({ years: YEARS_AHEAD });
  const begins = shiftBefore(first, frequency, from);
  const clamped = isBefore(day, from) ? from : isBefore(to, day) ? to : day;
  const index = occurrenceIndexNear(begins, frequency, clamped);
  return index === null ? null : occurrenceAt(begins, frequency, index);
}

/** A day of the same rhythm before another. */
function shiftBefore(first: Temporal.PlainDate, frequency: Frequency, day: Temporal.PlainDate): Temporal.PlainDate {
  if (isBefore(first, day)) return first;
  if (frequency === 'daily' || frequency === 'weekly') {
    const weeks = Math.ceil(day.until(first, { largestUnit: 'day' }).days / A_WEEK);
    return first.subtract({ days: A_WEEK * weeks });
  }
  return first.subtract({ years: TWO_YEARS * Math.ceil((first.year - day.year + 1) / TWO_YEARS) });
}
