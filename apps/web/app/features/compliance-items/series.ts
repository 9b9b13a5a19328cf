import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { daysFrom, parseCalendarDay } from '@anupalan/domain/calendar-day';
import {
  type DatedOccurrence,
  occurrencesAhead,
  occurrencesInQuestion,
  type Schedule,
  scheduledBetween,
} from '@anupalan/domain/occurrence';
import type { Period } from '@anupalan/domain/period';

/**
 * What follows from an item's schedule and the day alone. Thousands of items share a few series, and reckoning with
 * days is slow: each is computed once.
 */
export interface Series {
  readonly schedule: Schedule;
  readonly trackedFrom: Temporal.PlainDate;
  /** The same day in whole days from today. */
  readonly trackedDays: number;
  /** Occurrences one of which is the current one, in order, each with the whole days from today to it. */
  readonly inQuestion: readonly (DatedOccurrence & { readonly daysLeft: number })[];
  /** Occurrence nearest today and the one after that. */
  readonly ahead: readonly Temporal.PlainDate[];
  /** Occurrences of today's month. */
  readonly ofMonth: readonly DatedOccurrence[];
}

type Scheduled = Pick<ComplianceItem, 'dueDate' | 'trackedFrom' | 'period'>;

/** Series of one day, by what they follow from. */
let known: { readonly today: string; readonly series: Map<string, Series> } = { today: '', series: new Map() };

/** Series of an item, the same object for all that fall due alike. */
export function seriesOf(
  { dueDate: { date, frequency }, trackedFrom, period }: Scheduled,
  today: Temporal.PlainDate,
): Series {
  const iso = today.toString();
  if (known.today !== iso) known = { today: iso, series: new Map() };
  const key = `${date} ${frequency} ${trackedFrom}${period ? ` ${period.from} ${period.to}` : ''}`;
  const found = known.series.get(key);
  if (found) return found;
  const first = date === null ? null : parseCalendarDay(date);
  const within = readPeriod(period);
  const series = computeSeries({ first, frequency, within }, parseCalendarDay(trackedFrom) ?? today, today);
  known.series.set(key, series);
  return series;
}

function computeSeries(schedule: Schedule, trackedFrom: Temporal.PlainDate, today: Temporal.PlainDate): Series {
  return {
    schedule,
    trackedFrom,
    trackedDays: daysFrom(today, trackedFrom),
    inQuestion: Array.from(occurrencesInQuestion(schedule, { trackedFrom, today }), (occurrence) => ({
      ...occurrence,
      daysLeft: daysFrom(today, occurrence.day),
    })),
    ahead: occurrencesAhead(schedule, today),
    ofMonth: listMonth(schedule, today),
  };
}

function listMonth(schedule: Schedule, today: Temporal.PlainDate): DatedOccurrence[] {
  const days = scheduledBetween(schedule, { from: today.with({ day: 1 }), to: today.with({ day: today.daysInMonth }) });
  return days.map((day) => ({ day, iso: day.toString() }));
}

function readPeriod(period: Scheduled['period']): Period | undefined {
  const dayOf = (iso: string | null) => (iso === null ? null : parseCalendarDay(iso));
  return period && { from: dayOf(period.from), to: dayOf(period.to) };
}
