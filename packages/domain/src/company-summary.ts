import { daysFrom } from './calendar-day.ts';
import { occurrencesInQuestion, type Schedule, scheduledBetween, statusWindow } from './occurrence.ts';
import { nearestDayIn } from './period.ts';
import { chasedFrom, urgencyOfOpen } from './urgency.ts';

/**
 * The due days of a schedule around today, as whole days from it (-1 is yesterday), each list ascending. They follow
 * from the schedule alone, so all companies share them.
 */
export interface Dues {
  /** A year back to yesterday. */
  readonly past: readonly number[];
  /** Those one of which is the current one for a company that was tracked for a year or longer; the last is nearest. */
  readonly inQuestion: readonly number[];
  /** Today and later: as many as can lie recorded ahead of time without hiding the next one. */
  readonly ahead: readonly number[];
}

/** The state of an occurrence that something was recorded of; `settled` is the day of it, from today. */
export interface Recorded {
  readonly settled: number | null;
}

/** An item of a company, with what was recorded of its occurrences by their day from today. */
export interface TrackedItem {
  readonly dues: Dues;
  /** The day by which tracking begins (R-due-dates-12), from today. */
  readonly trackedFrom: number;
  /** Whether the company wrote it down itself. */
  readonly isOwn: boolean;
  readonly recorded: ReadonlyMap<number, Recorded>;
}

/** A company in one line (R-clients-2); days are whole days from today. */
export interface Summary {
  /** Items whose current occurrence is before today, not settled and not before what is chased (R-due-dates-19). */
  readonly overdue: number;
  /** Items whose current occurrence is within seven days from today, both included, and not settled. */
  readonly dueSoon: number;
  /** Occurrences of the last twelve months that had come: all, and those that were settled by their day. */
  readonly onTime: { readonly done: number; readonly of: number };
  /** The earliest day from today on that is not settled. */
  readonly nextDue: number | null;
}

/** Occurrences ahead that are looked at for the next one. */
const AHEAD = 24;

const NOTHING: Dues = { past: [], inQuestion: [], ahead: [] };

/** The due days of a schedule around a day, of those that the reader sees. */
export function duesAround(schedule: Schedule, today: Temporal.PlainDate): Dues {
  const { first, frequency, within } = schedule;
  if (first === null || frequency === 'never') return NOTHING;
  const { from, to } = statusWindow(today);
  const trackedFrom = statusWindow(nearestDayIn(within, today)).from;
  const number = (day: Temporal.PlainDate) => daysFrom(today, day);
  const inQuestion = Array.from(occurrencesInQuestion(schedule, { trackedFrom, today }), ({ day }) => number(day));
  const past = scheduledBetween(schedule, { from, to: today.subtract({ days: 1 }) });
  const ahead = scheduledBetween(schedule, { from: today, to }).slice(0, AHEAD);
  return { past: past.map(number), inQuestion, ahead: ahead.map(number) };
}

/** The current occurrence of an item, as `currentOccurrence` of `occurrence.ts`; null when it never falls due. */
export function currentDue({ dues, trackedFrom, recorded }: TrackedItem): number | null {
  const nearest = dues.inQuestion.at(-1);
  if (nearest === undefined) return null;
  return dues.inQuestion.find((day) => day >= trackedFrom && !isSettled(recorded, day)) ?? nearest;
}

/** Sums up a company's items. */
export function summarize(items: Iterable<TrackedItem>): Summary {
  let [overdue, dueSoon, done, of] = [0, 0, 0, 0];
  let nextDue: number | null = null;
  for (const item of items) {
    const { dues, trackedFrom, isOwn, recorded } = item;
    const current = currentDue(item);
    if (current !== null && !isSettled(recorded, current)) {
      const urgency = urgencyOfOpen(current, chasedFrom(trackedFrom, isOwn));
      if (urgency === 'overdue') overdue++;
      if (urgency === 'due-soon') dueSoon++;
    }
    for (const day of dues.past) {
      if (day < trackedFrom) continue;
      of++;
      const settled = recorded.get(day)?.settled;
      if (settled != null && settled <= day) done++;
    }
    const next = dues.ahead.find((day) => !isSettled(recorded, day));
    if (next !== undefined && (nextDue === null || next < nextDue)) nextDue = next;
  }
  return { overdue, dueSoon, onTime: { done, of }, nextDue };
}

function isSettled(recorded: TrackedItem['recorded'], day: number): boolean {
  return recorded.get(day)?.settled != null;
}
