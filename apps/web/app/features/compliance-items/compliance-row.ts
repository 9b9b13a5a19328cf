import type { Act } from '@anupalan/contract/acts';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import { daysFrom, formatDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import {
  currentOccurrence,
  type RecordedStatuses,
  type Schedule,
  statusOfEntry,
  statusOn,
} from '@anupalan/domain/occurrence';
import { stateLabel } from '@anupalan/domain/states';
import { isResolved, type Status } from '@anupalan/domain/statuses';
import { onceADay } from '../../lib/once-a-day.ts';

/** How much an occurrence asks for attention. `settled` needs none; `never` has no occurrence at all. */
export type Urgency = 'overdue' | 'due-soon' | 'later' | 'settled' | 'never';

/** An item as the rules of `domain` read it, about the viewer's own workspace, with its current occurrence. */
export interface TrackedItem {
  readonly schedule: Schedule;
  readonly trackedFrom: Temporal.PlainDate;
  /** What the viewer's own workspace recorded. */
  readonly recorded: RecordedStatuses;
  /** The current occurrence (decisions, section 5); null for an item that never falls due. */
  readonly due: Temporal.PlainDate | null;
  readonly urgency: Urgency;
  /** Whole days from today to the due date, negative when it has passed; 0 where there is none. */
  readonly daysLeft: number;
}

/** An item as the table shows it. */
export interface ComplianceRow extends TrackedItem {
  readonly item: ComplianceItem;
  /** Undefined when the acts could not be loaded. */
  readonly act: Act | undefined;
  /** Of the current occurrence; null where there is none. */
  readonly status: Status | null;
  /** Whether one of the viewer's reminders waits to be acknowledged. */
  readonly hasReminder: boolean;
  /** Everything the search looks at, in lower case. */
  readonly searchText: string;
}

/** Days before a due date from which it counts as near. */
export const DUE_SOON_DAYS = 7;

/** Computes what the table shows of every item, once for all cells. */
export function deriveRows(
  items: readonly ComplianceItem[],
  acts: readonly Act[],
  today: Temporal.PlainDate,
): ComplianceRow[] {
  const actsById = new Map(acts.map((act) => [act._id, act]));
  return items.map((item) => deriveRow(item, actsById.get(item.actId), today));
}

function deriveRow(item: ComplianceItem, act: Act | undefined, today: Temporal.PlainDate): ComplianceRow {
  const tracked = trackItem(item, today);
  const { due, recorded } = tracked;
  return {
    item,
    act,
    ...tracked,
    status: due && statusOn(due, { recorded, today }),
    hasReminder: item.customReminders.some(({ userId, isAcknowledged }) => userId === item.userId && !isAcknowledged),
    searchText: collectSearchText(item, act, due),
  };
}

/** The table, the bell and the bar's summary all ask about the same items. */
export const trackItem = onceADay((item: ComplianceItem, today): TrackedItem => {
  const schedule = { first: readDay(item.dueDate.date), frequency: item.dueDate.frequency };
  const trackedFrom = parseCalendarDay(item.trackedFrom) ?? today;
  const recorded = indexEntries(ownEntries(item));
  const due = currentOccurrence(schedule, { trackedFrom, recorded, today });
  const daysLeft = due ? daysFrom(today, due) : 0;
  const urgency = due ? urgencyOf(recorded.get(due.toString()), daysLeft) : 'never';
  return { schedule, trackedFrom, recorded, due, urgency, daysLeft };
});

/** Administrators are sent everyone's entries, but their rows are about their own workspace (decisions, section 5). */
export function ownEntries(item: ComplianceItem): StatusEntry[] {
  return item.statusHistory.filter(({ isOwn = true }) => isOwn);
}

/** By ISO day, which is how an entry's date (`2026-12-15T00:00:00.000Z`) begins: thousands are read at once. */
function indexEntries(entries: readonly StatusEntry[]): RecordedStatuses {
  return new Map(entries.map((entry) => [entry.date.slice(0, 10), statusOfEntry(entry)]));
}

function readDay(iso: string | null): Temporal.PlainDate | null {
  return iso === null ? null : parseCalendarDay(iso);
}

function urgencyOf(recorded: Status | undefined, daysLeft: number): Urgency {
  if (isResolved(recorded)) return 'settled';
  if (daysLeft < 0) return 'overdue';
  return daysLeft <= DUE_SOON_DAYS ? 'due-soon' : 'later';
}

function collectSearchText(item: ComplianceItem, act: Act | undefined, due: Temporal.PlainDate | null): string {
  const parts = [item.title, withoutTags(item.description), item.dueDate.description, stateLabel(item.state)];
  if (act) parts.push(act.name);
  if (due) parts.push(formatDay(due));
  for (const { text } of Object.values(item.values)) parts.push(text);
  return parts.join(' ').toLowerCase();
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}
