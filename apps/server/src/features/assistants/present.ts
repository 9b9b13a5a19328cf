import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import { daysFrom, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { type DatedOccurrence, type LegalDays, occurrencesByLegalDay } from '@anupalan/domain/due-days/legal-order';
import {
  firstUnresolved,
  isAllTakenBack,
  occurrencesInQuestion,
  type Schedule,
  statusOfEntry,
  statusOn,
} from '@anupalan/domain/occurrence';
import { isResolved, type Status } from '@anupalan/domain/statuses';
import { chasedFrom, urgencyOf } from '@anupalan/domain/urgency';

/** The day it is, the acts by their ids, and who asks. */
export interface Viewpoint {
  readonly today: Temporal.PlainDate;
  readonly acts: ReadonlyMap<string, string>;
  readonly userId: string;
}

/** One occurrence of an obligation as tools tell of it; days are ISO text (`2026-12-15`). */
export interface DueLine {
  readonly itemId: string;
  readonly title: string;
  readonly act: string;
  readonly state: string;
  /** The day on which it falls due by law. */
  readonly dueOn: string;
  /** The day under which it is recorded, which `record_status` takes. */
  readonly forDate: string;
  readonly status: Status;
  /** The status that waits for its check. */
  readonly waiting?: Status;
  readonly daysLeft: number;
  /** The user who is responsible, and whether that is who asks. */
  readonly responsible: string | null;
  readonly mine: boolean;
  /** Earlier occurrences than today that are open besides this one. */
  readonly alsoOpen?: number;
}

/** What falls due by its legal day from one day to another, in the order of days (R-tokens-10). */
export function presentDue(
  items: readonly ComplianceItem[],
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  view: Viewpoint,
): DueLine[] {
  const lines = items.flatMap((item) => {
    const { schedule, recorded, chased } = track(item, view.today);
    const { first, ...series } = schedule;
    if (first === null) return [];
    return occurrencesByLegalDay({ first, ...series }, from, to)
      .filter(({ iso, legal }) => daysFrom(view.today, legal) >= chased || isResolved(recorded.get(iso)))
      .map((occurrence) => presentLine(item, occurrence, view));
  });
  return lines.sort((one, other) => one.daysLeft - other.daysLeft);
}

/** The current occurrence of each obligation that has passed and isn't settled, the oldest first (R-due-dates-16). */
export function presentOverdue(items: readonly ComplianceItem[], view: Viewpoint): DueLine[] {
  const lines = items.flatMap((item) => {
    const { schedule, tracking, recorded, chased } = track(item, view.today);
    const open = [...occurrencesInQuestion(schedule, tracking)].filter(({ iso, legal }) => {
      return urgencyOf(recorded.get(iso), daysFrom(view.today, legal), chased) === 'overdue';
    });
    const [current, ...others] = open;
    if (!current) return [];
    return [{ ...presentLine(item, current, view), ...(others.length > 0 && { alsoOpen: others.length }) }];
  });
  return lines.sort((one, other) => one.daysLeft - other.daysLeft);
}

/** The current occurrence of an obligation; null for one that never falls due. */
export function presentCurrent(item: ComplianceItem, view: Viewpoint): DueLine | null {
  const { schedule, tracking, recorded } = track(item, view.today);
  const current = firstUnresolved(occurrencesInQuestion(schedule, tracking), recorded);
  return current ? presentLine(item, current, view) : null;
}

/** Days of the history of one obligation at most. */
const MOST_DAYS = 100;

/** One obligation with its texts and what was recorded, the newest days first; `fields` are names by field id. */
export function presentObligation(item: ComplianceItem, fields: ReadonlyMap<string, string>, view: Viewpoint) {
  const { own, registrationId, ended, provenance, paymentDates, submissionDates, possibleExtensions } = item;
  const values = Object.entries(item.values).flatMap(([id, { text, locked }]) => {
    const name = fields.get(id);
    return name === undefined || (text === '' && !locked) ? [] : [{ name, text: locked ? 'Premium only' : text }];
  });
  return {
    itemId: item._id,
    title: item.title,
    act: view.acts.get(item.actId) ?? '',
    state: item.state,
    description: withoutTags(item.description),
    frequency: item.dueDate.frequency,
    schedule: item.dueDate.description,
    ...(own && { own }),
    ...(registrationId && { registrationId }),
    ...(ended && { ended }),
    source: provenance?.source ?? null,
    values,
    current: presentCurrent(item, view),
    possibleExtensions,
    paymentDates: paymentDates.map(({ date, amount, description }) => ({ date, amount, description })),
    submissionDates: submissionDates.map(({ date, description }) => ({ date, description })),
    history: item.statusHistory
      .toSorted((one, other) => other.date.localeCompare(one.date))
      .slice(0, MOST_DAYS)
      .map(presentEntry),
  };
}

/** What was recorded about one day of an obligation, the oldest record first. */
export function presentEntry({ date, current, waiting, returned, history }: StatusEntry) {
  return {
    day: date.slice(0, 10),
    current,
    waiting,
    ...(returned && { returned }),
    records: history.map(({ _id, status, note, updatedAt, updatedBy, checkedBy, filing, takenBack }) => ({
      ...{ _id, status, note, updatedAt, updatedBy },
      ...(checkedBy && { checkedBy }),
      ...(filing && { filing }),
      ...(takenBack && { takenBack }),
    })),
  };
}

function presentLine(item: ComplianceItem, { day, iso, legal }: DatedOccurrence, view: Viewpoint): DueLine {
  const { recorded } = track(item, view.today);
  const { responsible } = item.assignment;
  const waiting = item.statusHistory.find(({ date }) => date.startsWith(iso))?.waiting?.status;
  return {
    itemId: item._id,
    title: item.title,
    act: view.acts.get(item.actId) ?? '',
    state: item.state,
    dueOn: legal.toString(),
    forDate: iso,
    status: statusOn(day, { recorded, today: view.today }, legal),
    ...(waiting && { waiting }),
    daysLeft: daysFrom(view.today, legal),
    responsible,
    mine: responsible === view.userId,
  };
}

/** An obligation as the rules of `domain` read it. */
function track(
  { dueDate, movedDays, trackedFrom, period, statusHistory, own }: ComplianceItem,
  today: Temporal.PlainDate,
) {
  const dayOf = (iso: string | null) => (iso === null ? null : parseCalendarDay(iso));
  const others = movedDays.filter(({ day, legal }) => day !== legal);
  const moved: LegalDays = new Map(others.map(({ day, legal }) => [day.slice(0, 10), dayOf(legal) ?? today]));
  const within = period && { from: dayOf(period.from), to: dayOf(period.to) };
  const schedule: Schedule = { first: dayOf(dueDate.date), frequency: dueDate.frequency, moved, within };
  const from = parseCalendarDay(trackedFrom) ?? today;
  const recorded = new Map(
    statusHistory
      .filter((entry) => !isAllTakenBack(entry))
      .map((entry) => [entry.date.slice(0, 10), statusOfEntry(entry)] as const),
  );
  const isOwn = own === true;
  const tracking = { trackedFrom: from, today, isOwn };
  return { schedule, tracking, recorded, chased: chasedFrom(daysFrom(today, from), isOwn) };
}

function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
