import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { daysFrom, isBefore, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { type DatedOccurrence, type LegalDays, occurrencesByLegalDay } from '@anupalan/domain/due-days/legal-order';
import { occurrencesAhead, occurrencesInQuestion, type Schedule, type Tracking } from '@anupalan/domain/occurrence';
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
  readonly ahead: readonly DatedOccurrence[];
  /** Occurrences of today's month, and whether each counts though nothing is recorded (R-due-dates-12). */
  readonly ofMonth: readonly (DatedOccurrence & { readonly isTracked: boolean })[];
}

type Scheduled = Pick<ComplianceItem, 'dueDate' | 'trackedFrom' | 'period' | 'movedDays' | 'own'>;

/** Series of one day, by what they follow from. */
let known: { readonly today: string; readonly series: Map<string, Series> } = { today: '', series: new Map() };

/** Series of an item, the same object for all that fall due alike. */
export function seriesOf(item: Scheduled, today: Temporal.PlainDate): Series {
  const { dueDate, trackedFrom, period, movedDays, own } = item;
  const { date, frequency } = dueDate;
  const iso = today.toString();
  if (known.today !== iso) known = { today: iso, series: new Map() };
  // Hardly any item has a day that is moved.
  const others = movedDays.filter(({ day, legal }) => legal !== day);
  const moves = others.map(({ day, legal }) => ` ${day}>${legal}`).join('');
  const key = `${date} ${frequency} ${trackedFrom}${own ? ' own' : ''}${period ? ` ${period.from} ${period.to}` : ''}${moves}`;
  const found = known.series.get(key);
  if (found) return found;
  const first = date === null ? null : parseCalendarDay(date);
  const moved = others.length > 0 ? readLegalDays(others) : undefined;
  const schedule = { first, frequency, moved, within: readPeriod(period) };
  const series = computeSeries(schedule, {
    trackedFrom: parseCalendarDay(trackedFrom) ?? today,
    today,
    isOwn: own === true,
  });
  known.series.set(key, series);
  return series;
}

function readLegalDays(moved: ComplianceItem['movedDays']): LegalDays {
  return new Map(moved.map(({ day, legal }) => [day.slice(0, 10), Temporal.PlainDate.from(legal.slice(0, 10))]));
}

function computeSeries(schedule: Schedule, tracking: Omit<Tracking, 'recorded'>): Series {
  const { trackedFrom, today } = tracking;
  return {
    schedule,
    trackedFrom,
    trackedDays: daysFrom(today, trackedFrom),
    inQuestion: Array.from(occurrencesInQuestion(schedule, tracking), (occurrence) => ({
      ...occurrence,
      daysLeft: daysFrom(today, occurrence.legal),
    })),
    ahead: occurrencesAhead(schedule, today),
    ofMonth: listMonth(schedule, today).map((occurrence) => ({
      ...occurrence,
      isTracked: !isBefore(occurrence.legal, trackedFrom),
    })),
  };
}

function listMonth({ first, ...schedule }: Schedule, today: Temporal.PlainDate): DatedOccurrence[] {
  if (first === null) return [];
  const begin = today.with({ day: 1 });
  return occurrencesByLegalDay({ first, ...schedule }, begin, today.with({ day: today.daysInMonth }));
}

function readPeriod(period: Scheduled['period']): Period | undefined {
  const dayOf = (iso: string | null) => (iso === null ? null : parseCalendarDay(iso));
  return period && { from: dayOf(period.from), to: dayOf(period.to) };
}
