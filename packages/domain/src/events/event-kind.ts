import type { Requirement } from '../applicability.ts';
import { indianDayOf, isBefore } from '../calendar-day.ts';
import type { StateOrAll } from '../states.ts';
import type { Deadline } from './deadline.ts';

/** Who sees an event: the company, or who recorded it and those named at it alone (R-events-20). */
export const VISIBILITIES = ['company', 'named'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** A day that becomes known after the event, from which some of its duties are counted. */
export interface LaterDay {
  readonly key: string;
  readonly name: string;
  /** Whether the time of day counts, as a duty has so many hours from it. */
  readonly time: boolean;
}

/** What a kind of event asks for. */
export interface EventQuestions {
  /** What the day is called. */
  readonly date: string;
  /** Whether the time of day counts. */
  readonly time: boolean;
  readonly number: boolean;
  /** What the label is for. */
  readonly label: string;
  readonly laterDays: readonly LaterDay[];
}

/** A kind of event as an edition of the catalogue has it (R-events-1). */
export interface EventKind {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly asks: EventQuestions;
  readonly visibility: Visibility;
  /** False for one that hangs on something recorded elsewhere. */
  readonly offered: boolean;
  readonly hangsOn: string | null;
}

/** The days that every kind has to count from, besides its later ones. */
export const COUNTED_FROM = ['event', 'event-month-end'] as const;

/** A duty that a kind of event opens, as an edition of the catalogue has it. */
export interface DutyRule {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly state: StateOrAll;
  readonly minEmployees: number;
  readonly maxEmployees: number;
  readonly conditions: readonly Requirement[];
  readonly belowLimit: Requirement | null;
  readonly level: 'company' | 'state' | 'establishment';
  readonly deadline: Deadline;
  /** One of {@link COUNTED_FROM}, or the key of a later day. */
  readonly countedFrom: string;
  /** What must be true for the duty to open, which a person decides; null: always. */
  readonly condition: string | null;
  readonly form: string;
  readonly authority: string;
  readonly penalty: string;
  readonly portal: string;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly checkedOn: string;
  readonly notes: string;
}

/** The kind whose duties go by the number of the event, and not by the company's headcount (R-events-9). */
export const THRESHOLD = 'threshold';

/** Kinds of what has happened when it is recorded: a day to come is a slip of the keyboard. */
const ALWAYS_PAST: ReadonlySet<string> = new Set([
  ...['accident', 'dangerous-occurrence', 'family-change', 'registered', 'notice', 'posh-complaint', 'grievance'],
]);

const YEARS_BACK = 10;
const YEARS_AHEAD = 5;

/**
 * What is wrong with the day of an event, in words for people; null when nothing is (R-events-3). Somebody who records
 * what is happening right now may have a clock that is some minutes ahead.
 */
export function eventDayFault(
  { key, asks }: { readonly key: string; readonly asks: Pick<EventQuestions, 'time'> },
  happenedAt: Temporal.Instant,
  now: Temporal.Instant,
): string | null {
  const [day, today] = [indianDayOf(happenedAt), indianDayOf(now)];
  if (isBefore(day, today.subtract({ years: YEARS_BACK }))) {
    return `This day is more than ${YEARS_BACK} years ago. Please check the year`;
  }
  if (isBefore(today.add({ years: YEARS_AHEAD }), day)) {
    return `This day is more than ${YEARS_AHEAD} years ahead. Please check the year`;
  }
  if (!ALWAYS_PAST.has(key)) return null;
  if (isBefore(today, day)) return 'This day is yet to come. Record it once it has happened';
  const isAhead = asks.time && Temporal.Instant.compare(happenedAt, now.add({ minutes: 10 })) > 0;
  return isAhead ? 'This time is yet to come. Record it once it has happened' : null;
}
