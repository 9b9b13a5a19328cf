import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { scheduledBetween, statusOfEntry, statusOn } from '@anupalan/domain/occurrence';
import { STATUS_LABELS, STATUSES, type Status } from '@anupalan/domain/statuses';
import { type ComplianceRow, othersEntries } from '../../compliance-items/compliance-row.ts';
import type { Span } from './month-span.ts';

/** Mark of a day: an occurrence of an item, or a status recorded for that day (R-calendar-3). */
export interface Mark {
  readonly id: string;
  readonly row: ComplianceRow;
  readonly day: Temporal.PlainDate;
  readonly status: Status;
  /** Name of who recorded it in another workspace; null for the viewer's own. */
  readonly by: string | null;
}

/** Marks by ISO day (`2026-12-15`), ordered within a day by urgency (R-calendar-5). */
export type MarksByDay = ReadonlyMap<string, readonly Mark[]>;

const NOBODY = 'A former user';

/** Order within a day: missing first, settled last; entries of other workspaces follow (R-calendar-5). */
const ATTENTION: readonly Status[] = ['not-done', 'pending', 'on-hold', 'done', 'not-to-do', 'not-applicable'];

/**
 * Marks of a span of days: every occurrence in it and every day with a recorded status, occurrence or not
 * (R-calendar-3). Items that never fall due have none.
 */
export function collectMarks(rows: readonly ComplianceRow[], span: Span, today: Temporal.PlainDate): MarksByDay {
  const marks = new Map<string, Mark[]>();
  const occurrencesOf = shareSeries(span);
  const [from, to] = [span.from.toString(), span.to.toString()];
  const isInSpan = (iso: string) => iso >= from && iso <= to;
  for (const row of rows) {
    if (row.schedule.first === null || row.schedule.frequency === 'never') continue;
    const days = occurrencesOf(row);
    const markDay = (iso: string, day: Temporal.PlainDate) => {
      const status = statusOn(day, { recorded: row.recorded, today });
      addMark(marks, iso, { id: `${row.item._id} ${iso}`, row, day, status, by: null });
    };
    for (const [iso, day] of days) markDay(iso, day);
    for (const iso of row.recorded.keys()) {
      if (isInSpan(iso) && !days.has(iso)) markDay(iso, Temporal.PlainDate.from(iso));
    }
    for (const mark of othersMarks(row)) if (isInSpan(String(mark.day))) addMark(marks, String(mark.day), mark);
  }
  for (const ofDay of marks.values()) ofDay.sort((one, other) => attentionOf(one) - attentionOf(other));
  return marks;
}

/** Series are expanded once each, because thousands of items share a few; a viewer's period is that of all. */
function shareSeries(span: Span): (row: ComplianceRow) => ReadonlyMap<string, Temporal.PlainDate> {
  const series = new Map<string, ReadonlyMap<string, Temporal.PlainDate>>();
  return ({ item: { dueDate }, schedule }) => {
    const key = `${dueDate.date} ${dueDate.frequency}`;
    const known = series.get(key);
    if (known) return known;
    const byIso = new Map(scheduledBetween(schedule, span).map((day) => [day.toString(), day]));
    series.set(key, byIso);
    return byIso;
  };
}

function othersMarks(row: ComplianceRow): Mark[] {
  return othersEntries(row.item).flatMap((entry) => {
    const day = parseCalendarDay(entry.date);
    return day ? [{ id: entry._id, row, day, status: statusOfEntry(entry), by: entry.userName ?? NOBODY }] : [];
  });
}

function addMark(marks: Map<string, Mark[]>, iso: string, mark: Mark) {
  const ofDay = marks.get(iso);
  if (ofDay) ofDay.push(mark);
  else marks.set(iso, [mark]);
}

function attentionOf({ status, by }: Mark): number {
  return ATTENTION.indexOf(status) + (by === null ? 0 : ATTENTION.length);
}

/** Count of marks in words: `3 items: 2 Done, 1 Pending`. */
export function describeMarks(marks: readonly Mark[]): string {
  if (marks.length === 0) return 'nothing due';
  const counts = Map.groupBy(marks, ({ status }) => status);
  const parts = STATUSES.flatMap((status) => {
    const count = counts.get(status)?.length;
    return count ? [`${count} ${STATUS_LABELS[status]}`] : [];
  });
  return `${marks.length} ${marks.length === 1 ? 'item' : 'items'}: ${parts.join(', ')}`;
}
