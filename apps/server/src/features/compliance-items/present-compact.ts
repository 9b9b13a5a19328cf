import type {
  CustomReminder,
  DueDate,
  FieldValue,
  PaymentDate,
  SubmissionDate,
} from '@anupalan/contract/compliance-items';
import type {
  CompactDueDate,
  CompactEntry,
  CompactItem,
  CompactItems,
  CompactPayment,
  CompactRecord,
  CompactReminder,
  CompactSubmission,
  CompactValue,
} from '@anupalan/contract/fields/compact-items';
import { usualStatus } from '@anupalan/contract/fields/expand-items';
import type { Assignment } from '@anupalan/contract/people/assignments';
import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';
import { ALL_STATES } from '@anupalan/domain/states';
import { CompactTable } from './compact-table.ts';
import { type CataloguePart, type ViewersPart, writeAsciiJson } from './present.ts';

/** The catalogue's part of an item in the compact shape, as JSON, with the places in the tables that it names. */
export interface CompactPart {
  readonly json: string;
  readonly texts: readonly number[];
  readonly values: readonly number[];
  readonly dueDates: readonly number[];
  readonly registrationKind: CataloguePart['registrationKind'];
}

/**
 * The tables of a whole catalogue, as readers of one plan get it. Places never change while it is kept, so each item is
 * written once, and an answer has of the tables what its items name (R-api-27).
 */
export class CompactCatalogue {
  readonly #texts = new CompactTable<string>();
  readonly #values = new CompactTable<CompactValue>();
  readonly #dueDates = new CompactTable<CompactDueDate>();
  #fields: readonly string[] = [];

  /** Adds an item; all have values of the same fields. */
  add(item: CataloguePart): CompactPart {
    this.#fields = Object.keys(item.values);
    const texts: number[] = [];
    const place = (text: string) => {
      const found = this.#texts.place(text);
      texts.push(found);
      return found;
    };
    const values = Object.values(item.values).map((value) => this.#values.place(compactValue(value)));
    const dueDate = this.#dueDates.place(compactDueDate(item.dueDate));
    const compact: Omit<CompactItem, keyof CompactViewersPart> = {
      _id: item._id,
      actId: place(item.actId),
      srNo: item.srNo,
      title: item.title,
      description: item.description === '' ? undefined : place(item.description),
      state: item.state === ALL_STATES ? undefined : item.state,
      minEmployees: item.minEmployees || undefined,
      maxEmployees: item.maxEmployees || undefined,
      values: listed(values),
      accessLevel: item.accessLevel === 'free' ? undefined : item.accessLevel,
      dueDate,
      own: item.own,
      registrationId: item.registrationId,
      ended: item.ended,
      provenance: item.provenance
        ? {
            source: place(item.provenance.source),
            confidence: item.provenance.confidence,
            notes: item.provenance.notes === '' ? undefined : place(item.provenance.notes),
            checkedOn: place(item.provenance.checkedOn),
          }
        : undefined,
      createdBy: item.createdBy === null ? undefined : place(item.createdBy),
      createdAt: place(item.createdAt),
      updatedAt: item.updatedAt === item.createdAt ? undefined : place(item.updatedAt),
    };
    const { registrationKind } = item;
    return { json: writeAsciiJson(compact), texts, values, dueDates: [dueDate], registrationKind };
  }

  /** The members of a part that hold the fields and what the items name of the tables, as JSON without braces. */
  write(items: readonly CompactPart[]): string {
    const fields = this.#fields.length > 0 ? `,"fields":${JSON.stringify(this.#fields)}` : '';
    const texts = this.#texts.write(items.map((item) => item.texts));
    const values = this.#values.write(items.map((item) => item.values));
    const dueDates = this.#dueDates.write(items.map((item) => item.dueDates));
    return `${fields}${writeKinds(items)}${named('texts', texts)}${named('values', values)}${named('dueDates', dueDates)}`;
  }
}

/** The places of the items that are filed under each kind of registration. */
function writeKinds(items: readonly CompactPart[]): string {
  const places = Map.groupBy(items.keys(), (n) => items[n]?.registrationKind);
  const members = Array.from(places, ([kind, found]) => (kind ? [`"${kind}":${JSON.stringify(found)}`] : []));
  return named('registrationKinds', members.flat().join(','));
}

function named(name: string, members: string): string {
  return members === '' ? '' : `,"${name}":{${members}}`;
}

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
    people: listed(recorded.people),
    notes: listed(recorded.notes),
    assignments: recorded.listAssignments(first.userId),
  } satisfies Omit<CompactItems, 'items'>);
  const shared = catalogue.write(items.map((item) => item.catalogue));
  return `${own.slice(0, -1)}${shared},"items":[${written.join(',')}]}`;
}

/** Joins the members of two objects, of which the second may have none. */
function joinJson(one: string, other: string): string {
  return other === '{}' ? one : `${one.slice(0, -1)},${other.slice(1)}`;
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
      statusHistory: listed(part.statusHistory.map((entry) => this.#entry(entry))),
      statusHistoryTotal: part.statusHistoryTotal,
      statusHistoryCut: part.statusHistoryCut,
      customReminders: listed(part.customReminders.map((reminder) => this.#reminder(reminder))),
      paymentDates: listed(part.paymentDates.map((date) => this.#payment(date))),
      submissionDates: listed(part.submissionDates.map((date) => this.#submission(date))),
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

/** The place of a key; `append` adds what is new and returns how many there are then. */
function placeIn(places: Map<string, number>, key: string, append: () => number): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  const place = append() - 1;
  places.set(key, place);
  return place;
}

function compactValue({ text, isLink, locked }: FieldValue): CompactValue {
  return { text: text || undefined, isLink: isLink || undefined, locked };
}

function compactDueDate({ date, frequency, nextDueDate, description, reminderDays }: DueDate): CompactDueDate {
  return {
    date: date === null ? undefined : dayOf(date),
    frequency,
    nextDueDate: nextDueDate === null ? undefined : dayOf(nextDueDate),
    description: description || undefined,
    reminderDays: listed(reminderDays),
  };
}

function dayOf(isoMidnight: string): string {
  return isoMidnight.slice(0, 10);
}

function unless(usual: string | undefined, value: string): string | undefined {
  return value === usual ? undefined : value;
}

function listed<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}
