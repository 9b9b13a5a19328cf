import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { type DatedOccurrence, occurrencesByLegalDay } from '@anupalan/domain/due-days/legal-order';
import { type Schedule, statusOfEntry, statusOn } from '@anupalan/domain/occurrence';
import { STATUS_LABELS, STATUSES, type Status } from '@anupalan/domain/statuses';
import { type ComplianceRow, othersEntries } from '../../compliance-items/compliance-row.ts';
import type { Span } from './month-span.ts';

/** Mark of a day: an occurrence of an item, or a status recorded for that day (R-calendar-3). */
export interface Mark {
  readonly id: string;
  readonly row: ComplianceRow;
  /** Nominal day, under which it is recorded. */
  readonly day: Temporal.PlainDate;
  /** Day on which it stands: an occurrence's legal day. */
  readonly legal: Temporal.PlainDate;
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
    const { schedule } = row;
    if (schedule.first === null || schedule.frequency === 'never') continue;
    const days = occurrencesOf(schedule);
    const markDay = ({ day, iso, legal }: DatedOccurrence) => {
      const status = statusOn(day, { recorded: row.recorded, today }, legal);
      const id = `${row.item._id} ${iso}`;
      addMark(marks, legal === day ? iso : legal.toString(), { id, row, day, legal, status, by: null });
    };
    for (const occurrence of days.values()) markDay(occurrence);
    for (const iso of row.recorded.keys()) {
      if (!isInSpan(iso) || days.has(iso) || schedule.moved?.has(iso)) continue;
      const day = Temporal.PlainDate.from(iso);
      markDay({ day, iso, legal: day });
    }
    for (const mark of othersMarks(row)) if (isInSpan(String(mark.day))) addMark(marks, String(mark.day), mark);
  }
  for (const ofDay of marks.values()) ofDay.sort((one, other) => attentionOf(one) - attentionOf(other));
  return marks;
}

/** Series are expanded once each, because thousands of items share a few. */
function shareSeries({ from, to }: Span): (schedule: Schedule) => ReadonlyMap<string, DatedOccurrence> {
  const series = new Map<Schedule, ReadonlyMap<string, DatedOccurrence>>();
  return (schedule) => {
    const known = series.get(schedule);
    if (known) return known;
    const { first, ...rhythm } = schedule;
    const days = first ? occurrencesByLegalDay({ first, ...rhythm }, from, to) : [];
    const byIso = new Map(days.map((occurrence) => [occurrence.iso, occurrence]));
    series.set(schedule, byIso);
    return byIso;
  };
}

function othersMarks(row: ComplianceRow): Mark[] {
  return othersEntries(row.item).flatMap((entry) => {
    const day = parseCalendarDay(entry.date);
    return day
      ? [{ id: entry._id, row, day, legal: day, status: statusOfEntry(entry), by: entry.userName ?? NOBODY }]
      : [];
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
