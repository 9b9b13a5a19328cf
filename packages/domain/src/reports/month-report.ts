import { daysFrom, isBefore } from '../calendar-day.ts';
import { summarize, type TrackedItem } from '../company-summary.ts';
import { compareOccurrences, type DatedOccurrence, occurrencesByLegalDay } from '../due-days/legal-order.ts';
import { type Schedule, statusWindow } from '../occurrence.ts';
import { isResolved, type Status } from '../statuses.ts';
import { chasedFrom } from '../urgency.ts';

/** The days that a report of a month is made of (R-reports-2); each is included. */
export interface ReportDays {
  /** The first day from which what lies open from before is told. */
  readonly since: Temporal.PlainDate;
  /** The month. */
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  /** The last day of the month that comes next. */
  readonly nextLast: Temporal.PlainDate;
}

/** The part of what is recorded for a day that decides how it stands. */
export interface ReportEntry {
  readonly current: Status;
  /** What waits for its check, if anything does. */
  readonly waiting: unknown;
}

/** An item of a company as far as reports tell of it; `entries` are by ISO day. */
export interface ReportItem<Entry extends ReportEntry = ReportEntry> {
  readonly actId: string;
  readonly schedule: Schedule;
  readonly tracked: TrackedItem;
  /** Of the month and the next one all, of the days before those that aren't settled. */
  readonly entries: ReadonlyMap<string, Entry>;
}

/** How an occurrence stands: settled, waiting for its check, past its day, or open with its day still to come. */
export const STANDINGS = ['settled', 'waiting', 'late', 'open'] as const;
export type Standing = (typeof STANDINGS)[number];

/** An occurrence of an item, in the month of its legal day. */
export interface ReportLine<Item> extends DatedOccurrence {
  readonly item: Item;
  readonly standing: Standing;
}

/** Days that are told of what lies open from before, of one item; the others are counted (R-reports-2). */
export const MOST_OPEN = 31;

/** What lies open of an item from before: the oldest days first, {@link MOST_OPEN} at most, and how many there are. */
export interface OpenBefore<Item> {
  readonly item: Item;
  readonly open: readonly ReportLine<Item>[];
  readonly count: number;
}

/** A company's month in figures and lines (R-reports-2 to R-reports-4). */
export interface MonthReport<Item> {
  /** What was due in the month: by act in the order of the items, then by day. */
  readonly due: readonly { readonly actId: string; readonly lines: readonly ReportLine<Item>[] }[];
  /** How many of those stand how. */
  readonly standing: Readonly<Record<Standing, number>>;
  /** As in the list of companies (R-clients-2), of the month's days that have come. */
  readonly onTime: { readonly done: number; readonly of: number };
  readonly closedWithEvidence: { readonly done: number; readonly of: number };
  /** What falls due in the next month, by day. */
  readonly next: readonly ReportLine<Item>[];
  /** What lies open from before the month, by item. */
  readonly before: readonly OpenBefore<Item>[];
}

interface Told {
  readonly days: ReportDays;
  readonly today: Temporal.PlainDate;
  /** Whether the reader sees a day. */
  readonly sees?: (day: Temporal.PlainDate) => boolean;
}

/** Whether there is a report of a month, by its first day: of those that have begun and the next one (R-reports-2). */
export function hasReport(first: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return !isBefore(today.with({ day: 1 }).add({ months: 1 }), first);
}

/** The days of the report of a month, by its first day. */
export function reportDays(first: Temporal.PlainDate, today: Temporal.PlainDate): ReportDays {
  const lastYear = statusWindow(today).from;
  return {
    // A month that is older than a year has a year before it, too.
    since: isBefore(first, lastYear) ? first.subtract({ years: 1 }) : lastYear,
    first,
    last: first.add({ months: 1 }).subtract({ days: 1 }),
    nextLast: first.add({ months: 2 }).subtract({ days: 1 }),
  };
}

/**
 * Reports on a month of a company's items, in their order. An occurrence from before the item was tracked isn't told,
 * unless it was settled all the same (R-due-dates-12) or is the company's own (R-due-dates-19).
 */
export function reportMonth<Item extends ReportItem>(items: readonly Item[], told: Told): MonthReport<Item> {
  const { days, today } = told;
  const dayAfter = days.last.add({ days: 1 });
  const dayBefore = days.first.subtract({ days: 1 });
  const due = new Map<string, ReportLine<Item>[]>();
  const standing = { settled: 0, waiting: 0, late: 0, open: 0 };
  const next: ReportLine<Item>[] = [];
  const before: OpenBefore<Item>[] = [];
  const ofMonth: TrackedItem[] = [];
  for (const item of items) {
    const lines = linesBetween(item, told, { from: days.first, to: days.last });
    for (const line of lines) standing[line.standing]++;
    due.set(item.actId, [...(due.get(item.actId) ?? []), ...lines]);
    next.push(...linesBetween(item, told, { from: dayAfter, to: days.nextLast }));
    const isOpen = ({ standing: how }: ReportLine<Item>) => how !== 'settled';
    const open = linesBetween(item, told, { from: days.since, to: dayBefore }).filter(isOpen);
    if (open.length > 0) before.push({ item, open: open.slice(0, MOST_OPEN), count: open.length });
    const number = ({ day, legal }: DatedOccurrence) => ({ day: daysFrom(today, day), legal: daysFrom(today, legal) });
    const past = lines.map(number).filter(({ legal }) => legal < 0);
    ofMonth.push({ ...item.tracked, dues: { past, inQuestion: [], ahead: [] } });
  }
  const { onTime, closedWithEvidence } = summarize(ofMonth);
  return {
    due: [...due].filter(([, lines]) => lines.length > 0).map(([actId, lines]) => ({ actId, lines: byDay(lines) })),
    standing,
    onTime,
    closedWithEvidence,
    next: byDay(next),
    before,
  };
}

/** The occurrences of an item from one day to another, both included, of which {@link reportMonth} tells. */
export function linesBetween<Item extends ReportItem>(
  item: Item,
  { today, sees = () => true }: Omit<Told, 'days'>,
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): ReportLine<Item>[] {
  const { tracked } = item;
  const { first, ...schedule } = item.schedule;
  if (first === null) return [];
  const lines: ReportLine<Item>[] = [];
  const chased = chasedFrom(tracked.trackedFrom, tracked.isOwn);
  for (const occurrence of occurrencesByLegalDay({ first, ...schedule }, from, to)) {
    const standing = standingOf(item, occurrence, today);
    if (!sees(occurrence.day) || (daysFrom(today, occurrence.legal) < chased && standing !== 'settled')) continue;
    lines.push({ item, ...occurrence, standing });
  }
  return lines;
}

/** How a day of an item stands today. */
export function standingOf(
  { tracked, entries }: Pick<ReportItem, 'tracked' | 'entries'>,
  { day, iso, legal }: DatedOccurrence,
  today: Temporal.PlainDate,
): Standing {
  const entry = entries.get(iso);
  if (tracked.recorded.has(daysFrom(today, day)) || isResolved(entry?.current)) return 'settled';
  if (entry?.waiting != null) return 'waiting';
  return isBefore(legal, today) ? 'late' : 'open';
}

function byDay<Item>(lines: readonly ReportLine<Item>[]): ReportLine<Item>[] {
  return lines.toSorted(compareOccurrences);
}
