import { isBefore, laterOf } from './calendar-day.ts';
import {
  compareOccurrences,
  type DatedOccurrence,
  firstByLegalDay,
  type LegalDays,
  nearestByLegalDay,
  nextByLegalDay,
  occurrencesByLegalDay,
} from './due-days/legal-order.ts';
import { isWithin, nearestDayIn, type Period } from './period.ts';
import type { Frequency } from './recurrence.ts';
import { isResolved, NOTE, type RecordStatus, type Status } from './statuses.ts';

/**
 * The schedule by which an item falls due; `first` is null for an item that never does. Of `moved` are the occurrences
 * that fall due on another day than their nominal one, as far as they matter to who asks (R-due-dates-20).
 */
export interface Schedule {
  readonly first: Temporal.PlainDate | null;
  readonly frequency: Frequency;
  readonly moved?: LegalDays | undefined;
  /** The days that the reader sees, where they don't see all: no other day is looked at (R-companies-21). */
  readonly within?: Period | undefined;
}

/**
 * The part that decides the status of an entry, which is one workspace's record of one day of an item; the oldest
 * record comes first.
 */
export interface RecordedDay {
  readonly current?: Status | null | undefined;
  readonly history: readonly RecordOfDay[];
}

/** The part of a record that decides whether it counts: notes don't, nor do what was taken back and what took it back. */
export interface RecordOfDay {
  readonly status: RecordStatus;
  readonly takenBack?: true | undefined;
  /** The record that this one takes back; such a record is a note. */
  readonly takesBack?: string | undefined;
  /** The registration number that it is about; without one it is about all (R-registrations-16). */
  readonly registrationId?: string | undefined;
}

/** The recorded statuses of one item in one workspace, by ISO day (`2026-12-15`). */
export type RecordedStatuses = ReadonlyMap<string, Status>;

/** The facts besides an item's schedule from which its current occurrence follows. */
export interface Tracking {
  readonly recorded: RecordedStatuses;
  /** The day computed by {@link computeTrackedFrom}. */
  readonly trackedFrom: Temporal.PlainDate;
  readonly today: Temporal.PlainDate;
  /** Whether the company wrote the item down itself: then days before it was tracked count, too (R-due-dates-19). */
  readonly isOwn?: boolean | undefined;
}

/**
 * The status an entry stands for: its most recent record that is not a note and was not taken back, unless that is about
 * one of several registration numbers, else its `current`, else pending (R-statuses-4, R-statuses-18, R-registrations-17).
 */
export function statusOfEntry(entry: RecordedDay): Status {
  const newest = newestCounting(entry.history);
  const ofAll = newest?.registrationId === undefined ? newest?.status : undefined;
  return ofAll ?? entry.current ?? 'pending';
}

/** A record that isn't a note. */
type Counting = RecordOfDay & { readonly status: Status };

function newestCounting(history: readonly RecordOfDay[]): Counting | undefined {
  return history.findLast((record): record is Counting => record.status !== NOTE && !record.takenBack);
}

/** Whether all that an entry has was taken back, so that its day is as if nothing had been recorded (R-statuses-18). */
export function isAllTakenBack({ current, history }: RecordedDay): boolean {
  const isUndone = (record: RecordOfDay) => record.takenBack === true || record.takesBack !== undefined;
  return history.length > 0 && (current ?? 'pending') === 'pending' && history.every(isUndone);
}

/**
 * The status to show for a day: what is recorded, else not-done from the day after its legal day, else pending
 * (R-statuses-3).
 */
export function statusOn(
  day: Temporal.PlainDate,
  { recorded, today }: Omit<Tracking, 'trackedFrom'>,
  legal: Temporal.PlainDate = day,
): Status {
  return statusOf(recorded.get(day.toString()), isBefore(legal, today));
}

/** {@link statusOn} for who knows what is recorded and whether the legal day has passed: comparing days is slow. */
export function statusOf(recorded: Status | undefined, hasPassed: boolean): Status {
  return recorded ?? (hasPassed ? 'not-done' : 'pending');
}

/**
 * The window that occurrences and status entries are looked at in, both ends included: one year before to two years
 * after the viewed day (R-due-dates-9). "The last year" of the current occurrence is
 * its first part, so the entries that rule needs are always among those the API answers.
 */
export function statusWindow(day: Temporal.PlainDate): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  return { from: lastYearBegins(day), to: day.add({ years: 2 }) };
}

/**
 * The day from which a missed occurrence counts: the latest of the days on which the workspace, the item and, for a
 * state's item, the workspace's having that state began (R-due-dates-12). Nobody is chased through the months
 * before.
 */
export function computeTrackedFrom(
  workspaceSince: Temporal.PlainDate,
  itemSince: Temporal.PlainDate,
  stateSince: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const since = laterOf(workspaceSince, itemSince);
  return stateSince ? laterOf(since, stateSince) : since;
}

/**
 * The nominal day of the occurrence an item's row is about (R-due-dates-13), the earlier by legal days of
 * (a) the occurrence nearest today, a tie going to the later, or, where that one lies before `trackedFrom`, the first
 *     from that day on (R-due-dates-32), and
 * (b) the earliest occurrence that is not resolved, is at most one calendar year old (today a year ago, 29 February
 *     clamped to the 28th, still counts) by both its days, as older statuses aren't known, and is not before
 *     `trackedFrom`.
 * Of a reader's period both are its occurrences alone, and the year is the one before its day nearest today.
 * Null when the item never falls due, or not in that period.
 */
export function currentOccurrence(schedule: Schedule, tracking: Tracking): Temporal.PlainDate | null {
  return firstUnresolved(occurrencesInQuestion(schedule, tracking), tracking.recorded)?.day ?? null;
}

/**
 * The occurrences one of which is the current one, in order: those that (b) of {@link currentOccurrence} may be, then
 * (a). They follow from the schedule and not from what is recorded, so items that fall due and are tracked alike share
 * them.
 */
export function* occurrencesInQuestion(
  { first, ...schedule }: Schedule,
  { trackedFrom, today, isOwn = false }: Omit<Tracking, 'recorded'>,
): Generator<DatedOccurrence, void> {
  if (first === null) return;
  const series = { first, ...schedule };
  const nearest = nearestByLegalDay(series, today);
  if (nearest === null) return;
  if (!isOwn && isBefore(nearest.legal, trackedFrom)) return yield firstByLegalDay(series, trackedFrom) ?? nearest;
  // The earlier one can only be (b) when it lies before (a).
  const year = lastYearBegins(nearestDayIn(schedule.within, today));
  const from = laterOf(year, trackedFrom);
  if (isBefore(nearest.legal, from)) yield nearest;
  else yield* occurrencesByLegalDay(series, from, nearest.legal).filter(({ day }) => !isBefore(day, year));
}

/** The first of {@link occurrencesInQuestion} that is not resolved, else the last. */
export function firstUnresolved<Day extends DatedOccurrence>(
  days: Iterable<Day>,
  recorded: RecordedStatuses,
): Day | undefined {
  let last: Day | undefined;
  for (const one of days) {
    if (!isResolved(recorded.get(one.iso))) return one;
    last = one;
  }
  return last;
}

/**
 * The occurrences that notifications and mail are about, in the order of their legal days and without repetition: the
 * current one, the one nearest today and the one after that (R-due-dates-14). Empty when the item never falls due.
 */
export function occurrencesToNotify(schedule: Schedule, tracking: Tracking): DatedOccurrence[] {
  const current = firstUnresolved(occurrencesInQuestion(schedule, tracking), tracking.recorded);
  return currentAndAhead(current, occurrencesAhead(schedule, tracking.today));
}

/** {@link occurrencesToNotify} for a caller that knows the current occurrence and {@link occurrencesAhead}. */
export function currentAndAhead(
  current: DatedOccurrence | undefined,
  ahead: readonly DatedOccurrence[],
): DatedOccurrence[] {
  return current === undefined ? [] : [current, ...ahead.filter((one) => compareOccurrences(current, one) < 0)];
}

/** The occurrence nearest today and the one after that (R-due-dates-14). */
export function occurrencesAhead(
  { first, within, ...schedule }: Schedule,
  today: Temporal.PlainDate,
): DatedOccurrence[] {
  if (first === null) return [];
  const series = { first, ...schedule };
  const nearest = nearestByLegalDay(series, today);
  const next = nearest && nextByLegalDay(series, nearest);
  return [nearest, next].filter((one) => one !== null).filter(({ day }) => isWithin(within, day));
}

function lastYearBegins(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.subtract({ years: 1 });
}
