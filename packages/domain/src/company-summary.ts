import { daysFrom, isBefore } from './calendar-day.ts';
import { type DatedOccurrence, occurrencesByLegalDay } from './due-days/legal-order.ts';
import { occurrencesInQuestion, type Schedule, statusWindow } from './occurrence.ts';
import { nearestDayIn } from './period.ts';
import { chasedFrom, urgencyOfOpen } from './urgency.ts';

/** An occurrence by its days, each as whole days from today (-1 is yesterday). */
export interface Due {
  /** The nominal day, under which something is recorded. */
  readonly day: number;
  readonly legal: number;
}

/**
 * The due days of a schedule around today, each list by legal days. They follow from the schedule alone, so all companies
 * share them for which it moves alike.
 */
export interface Dues {
  /** A year back to yesterday. */
  readonly past: readonly Due[];
  /** Those one of which is the current one for a company that was tracked for a year or longer; the last is nearest today. */
  readonly inQuestion: readonly Due[];
  /** Today and later: as many as can lie recorded ahead of time without hiding the next one. */
  readonly ahead: readonly Due[];
}

/** An occurrence that is settled; `settled` is the day of it, from today: that of filing, else of recording. */
export interface Recorded {
  readonly settled: number;
  /** False for what is not to be done, or not applicable. */
  readonly isDone: boolean;
  /** Whether a file of evidence stands at the record of it. */
  readonly hasEvidence?: boolean;
}

/** An item of a company, with what is settled of its occurrences by their nominal day from today. */
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
  /** Occurrences of the last twelve months that had come: those to be done, and those done by their legal day (R-due-dates-30). */
  readonly onTime: { readonly done: number; readonly of: number };
  /** Those that were done, and how many of them have evidence (R-evidence-15). */
  readonly closedWithEvidence: { readonly done: number; readonly of: number };
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
  const series = { ...schedule, first };
  const trackedFrom = statusWindow(nearestDayIn(within, today)).from;
  const number = ({ day, legal }: DatedOccurrence): Due => {
    const due = daysFrom(today, day);
    return { day: due, legal: legal === day ? due : daysFrom(today, legal) };
  };
  // Companies that share these are tracked from different days, so `currentDue` leaves out what lies before.
  const inQuestion = [...occurrencesInQuestion(schedule, { trackedFrom, today, isOwn: true })];
  const isKnown = ({ day }: DatedOccurrence) => !isBefore(day, from);
  const past = occurrencesByLegalDay(series, from, today.subtract({ days: 1 })).filter(isKnown);
  const ahead = occurrencesByLegalDay(series, today, to).slice(0, AHEAD);
  return { past: past.map(number), inQuestion: inQuestion.map(number), ahead: ahead.map(number) };
}

/** The current occurrence of an item, as `currentOccurrence` of `occurrence.ts`; null when it never falls due. */
export function currentDue({ dues, trackedFrom, isOwn, recorded }: TrackedItem): Due | null {
  const isTracked = ({ legal }: Due) => legal >= trackedFrom;
  const nearest = dues.inQuestion.at(-1);
  if (nearest === undefined) return null;
  if (nearest.legal < chasedFrom(trackedFrom, isOwn)) return dues.ahead.find(isTracked) ?? nearest;
  return dues.inQuestion.find((due) => isTracked(due) && !recorded.has(due.day)) ?? nearest;
}

/** Sums up a company's items. */
export function summarize(items: Iterable<TrackedItem>): Summary {
  let [overdue, dueSoon, done, of, closed, proven] = [0, 0, 0, 0, 0, 0];
  let nextDue: number | null = null;
  for (const item of items) {
    const { dues, trackedFrom, isOwn, recorded } = item;
    const current = currentDue(item);
    if (current !== null && !recorded.has(current.day)) {
      const urgency = urgencyOfOpen(current.legal, chasedFrom(trackedFrom, isOwn));
      if (urgency === 'overdue') overdue++;
      if (urgency === 'due-soon') dueSoon++;
    }
    for (const { day, legal } of dues.past) {
      if (legal < trackedFrom) continue;
      const settled = recorded.get(day);
      if (settled?.isDone === false) continue;
      of++;
      if (settled) closed++;
      if (settled?.hasEvidence) proven++;
      if (settled && settled.settled <= legal) done++;
    }
    const next = dues.ahead.find(({ day }) => !recorded.has(day));
    if (next !== undefined && (nextDue === null || next.legal < nextDue)) nextDue = next.legal;
  }
  return { overdue, dueSoon, onTime: { done, of }, closedWithEvidence: { done: proven, of: closed }, nextDue };
}

/** The occurrences of an item that {@link summarize} counts as closed, with or without evidence, the oldest first. */
export function listClosed({ dues, trackedFrom, recorded }: TrackedItem): (Due & { readonly hasEvidence: boolean })[] {
  return dues.past.flatMap((due) => {
    const settled = due.legal < trackedFrom ? undefined : recorded.get(due.day);
    return settled?.isDone ? [{ ...due, hasEvidence: settled.hasEvidence ?? false }] : [];
  });
}

/** The figures of two parts of a company, such as its items and the duties of its events, as one. */
export function addSummaries(one: Summary, other: Summary): Summary {
  return {
    overdue: one.overdue + other.overdue,
    dueSoon: one.dueSoon + other.dueSoon,
    onTime: add(one.onTime, other.onTime),
    closedWithEvidence: add(one.closedWithEvidence, other.closedWithEvidence),
    nextDue:
      one.nextDue === null || other.nextDue === null
        ? (one.nextDue ?? other.nextDue)
        : Math.min(one.nextDue, other.nextDue),
  };
}

/** Some of some. */
interface Share {
  readonly done: number;
  readonly of: number;
}

function add(one: Share, other: Share): Share {
  return { done: one.done + other.done, of: one.of + other.of };
}
