import { formatDay } from '../calendar-day.ts';
import type { Frequency } from '../recurrence.ts';

/** Months before the due day in which the period of a filing lies, by rhythm; none for rhythms without a period. */
export const MONTHS_BEFORE: Readonly<Partial<Record<Frequency, number>>> = {
  monthly: 1,
  quarterly: 3,
  'half-yearly': 6,
  // Some years are filed for until the end of the next.
  yearly: 24,
  '2-years': 36,
};

/** Months before its day in which something without a period may be filed: licences are renewed well ahead. */
const MONTHS_AHEAD = 24;

/**
 * The fault of a day on which an occurrence is said to be filed: nothing is filed before its period begins, which is the
 * first of a month (R-statuses-21). Null for a day that may be.
 * @param of the nominal day and the rhythm; `never` for a duty, or something that falls due once
 */
export function findFilingFault(
  filedOn: Temporal.PlainDate,
  { day, frequency }: { readonly day: Temporal.PlainDate; readonly frequency: Frequency },
): string | null {
  const first = day.subtract({ months: MONTHS_BEFORE[frequency] ?? MONTHS_AHEAD }).with({ day: 1 });
  return Temporal.PlainDate.compare(filedOn, first) < 0
    ? `The day of filing must not be before ${formatDay(first)}, when its period begins`
    : null;
}
