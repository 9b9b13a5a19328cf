import type { Mover } from '@anupalan/domain/due-days/moved-days';
import type { Status } from '@anupalan/domain/statuses';

/** Something that falls due on a day, as a calendar shows it. */
export interface CalendarEntry {
  /** The same for the same occurrence for ever, whatever moves it. */
  readonly uid: string;
  /** The legal day. */
  readonly day: Temporal.PlainDate;
  /** The moment on it, where the deadline has a time of day. */
  readonly at: Temporal.Instant | null;
  readonly title: string;
  /** How it stands; null where the calendar doesn't tell. */
  readonly status: Status | null;
  /** Whether this status waits for its check. */
  readonly isWaiting: boolean;
  /** The act, and the company where the calendar is of several. */
  readonly act: string;
  readonly company: string | null;
  /** The nominal day where it was moved, and what moved it. */
  readonly moved: { readonly from: Temporal.PlainDate; readonly by: readonly Mover[] } | null;
  /** What else its description says. */
  readonly notes: readonly string[];
  /** When it is reminded of, in seconds from its start; none of what is settled. */
  readonly alarms: readonly number[];
  /** Where to read more, below the site's address. */
  readonly path: string;
  /** When anything last changed that may have moved it, and when anything did; milliseconds of the epoch. */
  readonly movedAt: number;
  readonly changedAt: number;
}
