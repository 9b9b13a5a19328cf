import type { Act } from '@anupalan/contract/acts';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import { formatDay } from '@anupalan/domain/calendar-day';
import type { DatedOccurrence } from '@anupalan/domain/due-days/legal-order';
import {
  firstUnresolved,
  isAllTakenBack,
  type RecordedStatuses,
  type Schedule,
  statusOf,
  statusOfEntry,
} from '@anupalan/domain/occurrence';
import { stateLabel } from '@anupalan/domain/states';
import type { Status } from '@anupalan/domain/statuses';
import { chasedFrom, type Urgency, urgencyOf } from '@anupalan/domain/urgency';
import { onceADay } from '../../lib/time/clock.ts';
import { describeLines } from './describe-lines.ts';
import { type Series, seriesOf } from './series.ts';

/** Item as the rules of `domain` read it for the viewer's own workspace, with its current occurrence. */
export interface TrackedItem {
  readonly series: Series;
  readonly schedule: Schedule;
  readonly trackedFrom: Temporal.PlainDate;
  /** Statuses recorded by the viewer's own workspace, by ISO day. */
  readonly recorded: RecordedStatuses;
  /** Current occurrence (R-due-dates-13); undefined for an item that never falls due. */
  readonly current: DatedOccurrence | undefined;
  /** Its nominal day, under which it is recorded; null without one. */
  readonly due: Temporal.PlainDate | null;
  /** The day before which nobody is chased for it, in whole days from today (R-due-dates-19). */
  readonly chasedFrom: number;
  readonly urgency: Urgency;
  /** Whole days from today to its legal day, negative once it has passed; 0 without one. */
  readonly daysLeft: number;
}

/** Item with all that its row in the table shows. */
export interface ComplianceRow extends TrackedItem {
  readonly item: ComplianceItem;
  /** Undefined when the acts could not be loaded (R-tracker-12). */
  readonly act: Act | undefined;
  /** Status of the current occurrence; null without one. */
  readonly status: Status | null;
  /** Status of the current occurrence that waits for its check, if one does (R-checks-7). */
  readonly waiting: Status | null;
  /** Current occurrence's lines that are recorded, in words, where only some are (R-registrations-17). */
  readonly partly: string | null;
  /** Unacknowledged reminder of the viewer (R-tracker-22). */
  readonly hasReminder: boolean;
}

/** Table rows, computed once for all cells. */
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
  const { current, recorded, daysLeft } = tracked;
  return {
    item,
    act,
    ...tracked,
    status: current ? statusOf(recorded.get(current.iso), daysLeft < 0) : null,
    ...describeCurrent(item, current?.iso),
    hasReminder: item.customReminders.some(({ userId, isAcknowledged }) => userId === item.userId && !isAcknowledged),
  };
}

/** What the entry of the current occurrence says beside its status. */
function describeCurrent(item: ComplianceItem, iso: string | undefined): Pick<ComplianceRow, 'waiting' | 'partly'> {
  // Hardly any entry waits or has lines, so that few days are compared.
  const told = item.statusHistory.find(
    ({ waiting, lines, isOwn, date }) =>
      (waiting || lines) && isOwn !== false && iso !== undefined && date.startsWith(iso),
  );
  return told ? { waiting: told.waiting?.status ?? null, partly: describeLines(told.lines) } : NOTHING_BESIDE;
}

const NOTHING_BESIDE = { waiting: null, partly: null };

/** Tracked items are computed once for the table, the bell and the bar's summary together. */
export const trackItem = onceADay((item: ComplianceItem, today): TrackedItem => {
  const series = seriesOf(item, today);
  const { schedule, trackedFrom } = series;
  const recorded = indexEntries(ownEntries(item));
  const current = firstUnresolved(series.inQuestion, recorded);
  const from = chasedFrom(series.trackedDays, item.own === true);
  return {
    series,
    schedule,
    trackedFrom,
    recorded,
    current,
    due: current?.day ?? null,
    chasedFrom: from,
    urgency: current ? urgencyOf(recorded.get(current.iso), current.daysLeft, from) : 'never',
    daysLeft: current?.daysLeft ?? 0,
  };
});

const searchTexts = new WeakMap<ComplianceRow, string>();

/** Searched texts of a row in lower case (R-tracker-20), put together when something is searched for. */
export function searchTextOf(row: ComplianceRow): string {
  const known = searchTexts.get(row);
  if (known !== undefined) return known;
  const text = collectSearchText(row);
  searchTexts.set(row, text);
  return text;
}

/**
 * Entries of the viewer's workspace: administrators are sent everyone's, but their rows are about their own
 * (R-tracker-4).
 */
export function ownEntries(item: ComplianceItem): StatusEntry[] {
  return item.statusHistory.filter(({ isOwn = true }) => isOwn);
}

/** Entries of other workspaces, which only administrators are sent (R-calendar-6). */
export function othersEntries(item: Pick<ComplianceItem, 'statusHistory'>): StatusEntry[] {
  return item.statusHistory.filter(({ isOwn }) => isOwn === false);
}

/**
 * Statuses by ISO day, sliced off the date (`2026-12-15T00:00:00.000Z`): parsing thousands would be slow. A day of which
 * all was taken back has none (R-statuses-18).
 */
export function indexEntries(entries: readonly StatusEntry[]): RecordedStatuses {
  const recorded = new Map<string, Status>();
  for (const entry of entries) {
    if (!isAllTakenBack(entry)) recorded.set(entry.date.slice(0, 10), statusOfEntry(entry));
  }
  return recorded;
}

function collectSearchText({ item, act, current }: ComplianceRow): string {
  const parts = [item.title, withoutTags(item.description), item.dueDate.description, stateLabel(item.state)];
  if (act) parts.push(act.name);
  if (current) parts.push(formatDay(current.legal));
  for (const { text } of Object.values(item.values)) parts.push(text);
  return parts.join(' ').toLowerCase();
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}
