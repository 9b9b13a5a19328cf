import type { CustomReminder, PaymentDate, SubmissionDate } from '@anupalan/contract/compliance-items';
import type {
  CompactEntry,
  CompactItem,
  CompactItems,
  CompactMovedDay,
  CompactPayment,
  CompactRecord,
  CompactReminder,
  CompactSubmission,
} from '@anupalan/contract/fields/compact-items';
import { usualStatus } from '@anupalan/contract/fields/expand-items';
import type { MovedDay } from '@anupalan/contract/fields/moved-days';
import type { Assignment } from '@anupalan/contract/people/assignments';
import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';
import { joinJson } from '../../platform/answers/join-json.ts';
import { type CompactCatalogue, type CompactPart, dayOf, listed } from './compact-catalogue.ts';
import type { ViewersPart } from './present.ts';

/** An item's parts, as an answer joins them. */
interface Joined {
  readonly catalogue: CompactPart;
  readonly viewers: ViewersPart;
}

/** A part of an answer in the compact shape, as JSON; empty without items. */
export function writeCompactItems(catalogue: CompactCatalogue, items: readonly Joined[]): string {
  const first = items[0]?.viewers;
  if (!first) return '';
  const recorded = new Recorded(first.trackedFrom);
  const written = items.map((item) => joinJson(item.catalogue.json, JSON.stringify(recorded.compact(item.viewers))));
  const own = JSON.stringify({
    userId: first.userId,
    trackedFrom: dayOf(first.trackedFrom),
    period: first.period && compactPeriod(first.period),
    people: listed(recorded.people),
    notes: listed(recorded.notes),
    holidays: first.holidays?.map(dayOf),
    assignments: recorded.listAssignments(first.userId),
  } satisfies Omit<CompactItems, 'items'>);
  const shared = catalogue.write(items.map((item) => item.catalogue));
  return `${own.slice(0, -1)}${shared},"items":[${written.join(',')}]}`;
}

type CompactViewersPart = Pick<
  CompactItem,
  | 'trackedFrom'
  | 'statusHistory'
  | 'statusHistoryTotal'
  | 'statusHistoryCut'
  | 'customReminders'
  | 'paymentDates'
  | 'submissionDates'
  | 'movedDays'
  | 'possibleExtensions'
  | 'assignment'
>;

/** The viewer's halves of a part's items, with the people and notes that they name. */
class Recorded {
  readonly people: NonNullable<CompactItems['people']> = [];
  readonly notes: string[] = [];
  readonly #assignments: NonNullable<CompactItems['assignments']> = [];
  readonly #trackedFrom: string;
  readonly #peoplesPlaces = new Map<string, number>();
  readonly #notesPlaces = new Map<string, number>();
  readonly #assignmentsPlaces = new Map<string, number>();

  constructor(trackedFrom: string) {
    this.#trackedFrom = trackedFrom;
  }

  compact(part: ViewersPart): CompactViewersPart {
    return {
      trackedFrom: part.trackedFrom === this.#trackedFrom ? undefined : dayOf(part.trackedFrom),
      statusHistory: listed(part.statusHistory.read().map((entry) => this.#entry(entry))),
      statusHistoryTotal: part.statusHistoryTotal,
      statusHistoryCut: part.statusHistoryCut,
      customReminders: listed(part.customReminders.map((reminder) => this.#reminder(reminder))),
      paymentDates: listed(part.paymentDates.map((date) => this.#payment(date))),
      submissionDates: listed(part.submissionDates.map((date) => this.#submission(date))),
      movedDays: listed(part.movedDays.map(compactMovedDay)),
      possibleExtensions: listed(part.possibleExtensions),
      assignment: this.#assignment(part.assignment) || undefined,
    };
  }

  /** Of who is responsible for everything alone nothing is said. */
  listAssignments(viewerId: string): CompactItems['assignments'] {
    const [first, ...others] = this.#assignments;
    const isAlone = others.length === 0 && first?.responsible === viewerId && !first.deputy && !first.checker;
    return isAlone ? undefined : this.#assignments;
  }

  #entry(entry: StatusEntry): CompactEntry {
    const { history, updatedAt } = entry;
    const records = history.map((record) => this.#record(record));
    const usualOwner = records[0]?.updatedBy;
    const owner = this.#person(entry.userId, entry.userName) ?? (usualOwner === undefined ? undefined : this.#nobody());
    return {
      _id: entry._id,
      userId: owner === usualOwner ? undefined : owner,
      isOwn: entry.isOwn,
      date: dayOf(entry.date),
      current: entry.current === usualStatus(history) ? undefined : entry.current,
      history: listed(records),
      waiting: entry.waiting ?? undefined,
      returned: entry.returned,
      lines: entry.lines?.map(({ waiting, ...line }) => ({ ...line, waiting: waiting ?? undefined })),
      lastUpdated: unless(updatedAt, entry.lastUpdated),
      createdAt: unless(updatedAt, entry.createdAt),
      updatedAt: unless(history.at(-1)?.updatedAt, updatedAt),
    };
  }

  #record({ note, updatedBy, updatedByName, checkedBy, ...record }: HistoryRecord): CompactRecord {
    const { _id, status, updatedAt, ...more } = record;
    return {
      _id,
      status,
      note: note === '' ? undefined : this.#note(note),
      updatedAt,
      updatedBy: this.#person(updatedBy, updatedByName),
      checkedBy: checkedBy === undefined ? undefined : this.#person(checkedBy),
      ...more,
    };
  }

  #reminder({ _id, userId, reminderDate, isAcknowledged, createdAt, updatedAt }: CustomReminder): CompactReminder {
    return {
      _id,
      userId: this.#person(userId),
      reminderDate,
      isAcknowledged: isAcknowledged || undefined,
      createdAt,
      updatedAt: unless(createdAt, updatedAt),
    };
  }

  #payment({ amount, ...date }: PaymentDate): CompactPayment {
    return { ...this.#submission(date), amount };
  }

  #submission({ _id, date, description, userId }: SubmissionDate): CompactSubmission {
    return { _id, date: dayOf(date), description: description || undefined, userId: this.#person(userId) };
  }

  #person(_id: string | null, name?: string): number | undefined {
    if (_id === null && name === undefined) return undefined;
    return placeIn(this.#peoplesPlaces, `${_id} ${name}`, () => this.people.push({ _id: _id ?? undefined, name }));
  }

  #assignment({ responsible, deputy, checker }: Assignment): number {
    const key = `${responsible} ${deputy} ${checker}`;
    return placeIn(this.#assignmentsPlaces, key, () =>
      this.#assignments.push({
        responsible: responsible ?? undefined,
        deputy: deputy ?? undefined,
        checker: checker ?? undefined,
      }),
    );
  }

  #nobody(): number {
    return placeIn(this.#peoplesPlaces, '', () => this.people.push({}));
  }

  #note(note: string): number {
    return placeIn(this.#notesPlaces, note, () => this.notes.push(note));
  }
}

function compactMovedDay({ day, legal, company, by }: MovedDay): CompactMovedDay {
  return {
    day: dayOf(day),
    legal: legal === day ? undefined : dayOf(legal),
    company: company === null ? undefined : dayOf(company),
    by: listed(by),
  };
}

/** The place of a key; `append` adds what is new and returns how many there are then. */
function placeIn(places: Map<string, number>, key: string, append: () => number): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  const place = append() - 1;
  places.set(key, place);
  return place;
}

function compactPeriod({ from, to }: NonNullable<ViewersPart['period']>): CompactItems['period'] {
  return { from: from === null ? undefined : dayOf(from), to: to === null ? undefined : dayOf(to) };
}

function unless(usual: string | undefined, value: string): string | undefined {
  return value === usual ? undefined : value;
}
