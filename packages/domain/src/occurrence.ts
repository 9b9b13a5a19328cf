import { isBefore, laterOf } from './calendar-day.ts';
import { type Frequency, occurrenceAt, occurrenceIndexAtOrAfter, occurrenceIndexNear } from './recurrence.ts';
import { isResolved, NOTE, type RecordStatus, type Status } from './statuses.ts';

/** When an item falls due; `first` is null for an item that never does. */
export interface Schedule {
  readonly first: Temporal.PlainDate | null;
  readonly frequency: Frequency;
}

/** What one workspace recorded for one day of an item. `history` is oldest first. */
export interface StatusEntry {
  readonly day: Temporal.PlainDate;
  readonly current?: Status | null | undefined;
  readonly history: readonly { readonly status: RecordStatus }[];
}

/** The recorded statuses of one item in one workspace, by ISO day (`2026-12-15`). */
export type RecordedStatuses = ReadonlyMap<string, Status>;

/** What is known about an item besides its schedule when its current occurrence is asked for. */
export interface Tracking {
  readonly recorded: RecordedStatuses;
  /** See {@link computeTrackedFrom}. */
  readonly trackedFrom: Temporal.PlainDate;
  readonly today: Temporal.PlainDate;
}

/**
 * The status an entry stands for: its most recent record that is not a note, else its `current`, else pending
 * (specification 2, section 4; notes are skipped by decisions, section 5).
 */
export function statusOfEntry(entry: Omit<StatusEntry, 'day'>): Status {
  for (let i = entry.history.length - 1; i >= 0; i--) {
    const status = entry.history[i]?.status;
    if (status !== undefined && status !== NOTE) return status;
  }
  return entry.current ?? 'pending';
}

/** Indexes an item's entries for the lookups below. The entries must be of one workspace, at most one a day. */
export function indexStatuses(entries: Iterable<StatusEntry>): RecordedStatuses {
  const recorded = new Map<string, Status>();
  for (const entry of entries) recorded.set(entry.day.toString(), statusOfEntry(entry));
  return recorded;
}

/**
 * The status to show for a day: what is recorded, else not-done when the day is before today (UTC), else pending
 * (specification 2, section 4).
 */
export function statusOn(day: Temporal.PlainDate, { recorded, today }: Omit<Tracking, 'trackedFrom'>): Status {
  return recorded.get(day.toString()) ?? (isBefore(day, today) ? 'not-done' : 'pending');
}

/**
 * The window that occurrences and status entries are looked at in, both ends included: one year before to two years
 * after the viewed day (specification 2, section 9; decisions, section 2). "The last year" of the current occurrence is
 * its first part, so the entries that rule needs are always among those the API answers.
 */
export function statusWindow(day: Temporal.PlainDate): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  return { from: lastYearBegins(day), to: day.add({ years: 2 }) };
}

/**
 * The day from which a missed occurrence counts: the latest of the days on which the workspace, the item and, for a
 * state's item, the workspace's having that state began (decisions, section 5). Nobody is chased through the months
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
 * The occurrence an item's row is about (decisions, section 5), the earlier of
 * (a) the occurrence nearest today, a tie going to the later, and
 * (b) the earliest occurrence that is not resolved, is at most one calendar year old (today a year ago, 29 February
 *     clamped to the 28th, still counts) and is not before `trackedFrom`.
 * Null when the item never falls due.
 */
export function currentOccurrence(schedule: Schedule, tracking: Tracking): Temporal.PlainDate | null {
  const { first, frequency } = schedule;
  const nearest = first && occurrenceIndexNear(first, frequency, tracking.today);
  if (first === null || nearest === null) return null;
  // Only what lies before (a) can be the earlier one.
  const from = laterOf(lastYearBegins(tracking.today), tracking.trackedFrom);
  for (let k = occurrenceIndexAtOrAfter(first, frequency, from); k < nearest; k++) {
    const day = occurrenceAt(first, frequency, k);
    if (day && !isResolved(tracking.recorded.get(day.toString()))) return day;
  }
  return occurrenceAt(first, frequency, nearest);
}

/**
 * The occurrences that notifications and mail are about, in order and without repetition: the current one, the one
 * nearest today and the one after that (decisions, section 5). Empty when the item never falls due.
 */
export function occurrencesToNotify(schedule: Schedule, tracking: Tracking): Temporal.PlainDate[] {
  const { first, frequency } = schedule;
  const nearest = first && occurrenceIndexNear(first, frequency, tracking.today);
  const current = currentOccurrence(schedule, tracking);
  if (first === null || nearest === null || current === null) return [];
  const days = [current];
  for (const k of [nearest, nearest + 1]) {
    const day = occurrenceAt(first, frequency, k);
    if (day && isBefore(current, day)) days.push(day);
  }
  return days;
}

function lastYearBegins(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.subtract({ years: 1 });
}
