import { newestStatus, type RecordOfDay } from '@anupalan/domain/occurrence';
import { REGISTRATION_KINDS, type RegistrationKind } from '@anupalan/domain/registrations/kinds';
import { ALL_STATES } from '@anupalan/domain/states';
import type { Status } from '@anupalan/domain/statuses';
import type { ComplianceItem, DueDate, FieldValue } from '../compliance-items.ts';
import type { Assignment } from '../people/assignments.ts';
import type { HistoryRecord, StatusEntry, StatusLine } from '../status-history.ts';
import type { CompactEntry, CompactItem, CompactItems, CompactRecord } from './compact-items.ts';
import { expandDueDate, expandMovedDay, midnight, openOr } from './expand-days.ts';

type CompactLine = NonNullable<CompactEntry['lines']>[number];

/**
 * The whole items of an answer in its compact shape, in their order: the same that the full shape has (R-api-27). What
 * several items share, their values and due dates, is one object for all of them, so nobody may change it in place.
 * Values and entries are made when they are read, as most never are; a copy (`{ ...item }`) reads both.
 * @throws Error when a place is in no table: then the answer was cut or mixed with another.
 */
export function expandItems(parts: readonly CompactItems[]): ComplianceItem[] {
  return parts.flatMap((part) => {
    const expander = new Expander(part);
    return part.items.map((item, place) => expander.item(item, place));
  });
}

interface RecordedLine {
  readonly status: Status;
  readonly waiting?: StatusLine['waiting'] | undefined;
}

/** What rules read of an entry, as it is whole or as it was sent: its day, which `date` begins with, and its statuses. */
export interface RecordedEntry {
  readonly date: string;
  readonly isOwn?: boolean | undefined;
  /** Unless it is {@link usualStatus}. */
  readonly current?: Status | undefined;
  readonly history?: readonly RecordOfDay[] | undefined;
  readonly waiting?: StatusEntry['waiting'] | undefined;
  readonly lines?: readonly RecordedLine[] | undefined;
}

/** The entries of an item for who goes by days and statuses: as they were sent, so that none is made whole. */
export function entriesOf(item: Pick<ComplianceItem, 'statusHistory'>): readonly RecordedEntry[] {
  const source = sources.get(item);
  return source ? (source.item.statusHistory ?? NONE) : item.statusHistory;
}

const NONE: readonly RecordedEntry[] = [];

/** What items are made of. */
const sources = new WeakMap<object, { readonly expander: Expander; readonly item: CompactItem }>();

/** An item without the parts that are made when they are read. */
type Begun = Omit<ComplianceItem, 'values' | 'statusHistory'>;

/** Property of an item that is made when it is read, and stays then. */
function madeOnce<Name extends keyof ComplianceItem>(
  name: Name,
  make: (expander: Expander, item: CompactItem) => ComplianceItem[Name],
): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: object) {
      const { expander, item } = found(sources.get(this));
      const value = make(expander, item);
      Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
      return value;
    },
  };
}

/** The same accessors for all items, so that the engine keeps items in one shape. */
const MADE_ONCE = {
  values: madeOnce('values', (expander, item) => expander.values(item)),
  statusHistory: madeOnce('statusHistory', (expander, item) => expander.entries(item)),
};

function begin(begun: Begun, expander: Expander, item: CompactItem): asserts begun is ComplianceItem {
  sources.set(begun, { expander, item });
  Object.defineProperties(begun, MADE_ONCE);
}

/** The tables of a part, whole again. */
class Expander {
  readonly #part: CompactItems;
  readonly #values: ReadonlyMap<number, FieldValue>;
  readonly #dueDates: ReadonlyMap<number, DueDate>;
  readonly #registrationKinds: ReadonlyMap<number, RegistrationKind>;
  readonly #assignments: readonly Assignment[];
  readonly #holidays: string[] | undefined;
  readonly #period: ComplianceItem['period'];

  constructor(part: CompactItems) {
    this.#part = part;
    this.#values = mapTable(part.values, ({ text = '', isLink = false, locked }) =>
      locked ? { text, isLink, locked } : { text, isLink },
    );
    this.#dueDates = mapTable(part.dueDates, expandDueDate);
    this.#registrationKinds = new Map(
      REGISTRATION_KINDS.flatMap(
        (kind) => part.registrationKinds?.[kind]?.map((place) => [place, kind] as const) ?? [],
      ),
    );
    this.#period = part.period && { from: openOr(part.period.from), to: openOr(part.period.to) };
    this.#assignments = (part.assignments ?? [{ responsible: part.userId }]).map(
      ({ responsible = null, deputy = null, checker = null }) => ({ responsible, deputy, checker }),
    );
    this.#holidays = part.holidays?.map(midnight);
  }

  item(item: CompactItem, place: number): ComplianceItem {
    this.#look(item);
    const registrationKind = this.#registrationKinds.get(place);
    const begun: Begun = {
      _id: item._id,
      actId: this.#text(item.actId),
      srNo: item.srNo,
      title: item.title,
      description: item.description === undefined ? '' : this.#text(item.description),
      state: item.state ?? ALL_STATES,
      minEmployees: item.minEmployees ?? 0,
      maxEmployees: item.maxEmployees ?? 0,
      accessLevel: item.accessLevel ?? 'free',
      dueDate: found(this.#dueDates.get(item.dueDate)),
      provenance: item.provenance
        ? {
            source: this.#text(item.provenance.source),
            confidence: item.provenance.confidence ?? 'high',
            notes: item.provenance.notes === undefined ? '' : this.#text(item.provenance.notes),
            checkedOn: this.#text(item.provenance.checkedOn),
          }
        : null,
      createdBy: item.createdBy === undefined ? null : this.#text(item.createdBy),
      createdAt: this.#text(item.createdAt),
      updatedAt: this.#text(item.updatedAt ?? item.createdAt),
      trackedFrom: midnight(found(item.trackedFrom ?? this.#part.trackedFrom)),
      history: [],
      customReminders:
        item.customReminders?.map(({ _id, userId, reminderDate, isAcknowledged = false, createdAt, updatedAt }) => ({
          _id,
          complianceId: item._id,
          userId: this.#personId(userId),
          reminderDate,
          isAcknowledged,
          createdAt,
          updatedAt: updatedAt ?? createdAt,
        })) ?? [],
      paymentDates:
        item.paymentDates?.map(({ _id, date, amount, description = '', userId }) => ({
          _id,
          date: midnight(date),
          amount,
          description,
          userId: this.#personId(userId),
        })) ?? [],
      submissionDates:
        item.submissionDates?.map(({ _id, date, description = '', userId }) => ({
          _id,
          date: midnight(date),
          description,
          userId: this.#personId(userId),
        })) ?? [],
      movedDays: item.movedDays?.map(expandMovedDay) ?? [],
      possibleExtensions: item.possibleExtensions ?? [],
      assignment: found(this.#assignments[item.assignment ?? 0]),
      userId: this.#part.userId,
    };
    // Assigned, as copying what is rarely there into each of a thousand items takes longer than all else.
    if (item.own) begun.own = item.own;
    if (item.registrationId) begun.registrationId = item.registrationId;
    if (registrationKind) begun.registrationKind = registrationKind;
    if (item.ended !== undefined) begun.ended = item.ended;
    if (this.#period) begun.period = this.#period;
    if (item.statusHistoryTotal !== undefined) begun.statusHistoryTotal = item.statusHistoryTotal;
    if (item.statusHistoryCut) begun.statusHistoryCut = item.statusHistoryCut;
    if (this.#holidays) begun.holidays = this.#holidays;
    begin(begun, this, item);
    return begun;
  }

  /** Looks every place up that is read later, so that an answer is refused as a whole. */
  #look({ values = [], statusHistory = [] }: CompactItem): void {
    for (const [n, place] of values.entries()) {
      found(this.#part.fields?.[n]);
      found(this.#values.get(place));
    }
    for (const { userId, history = [], updatedAt } of statusHistory) {
      found(updatedAt ?? history.at(-1)?.updatedAt);
      this.#person(userId);
      for (const { note, updatedBy, checkedBy } of history) {
        if (note !== undefined) found(this.#part.notes?.[note]);
        this.#person(updatedBy);
        this.#person(checkedBy);
      }
    }
  }

  entries({ _id, statusHistory = [] }: CompactItem): StatusEntry[] {
    return statusHistory.map((entry) => this.#entry(entry, _id));
  }

  values({ values = [] }: CompactItem): Record<string, FieldValue> {
    const { fields = [] } = this.#part;
    const whole: Record<string, FieldValue> = {};
    for (const [n, place] of values.entries()) whole[found(fields[n])] = found(this.#values.get(place));
    return whole;
  }

  #entry(entry: CompactEntry, complianceId: string): StatusEntry {
    const history = entry.history?.map((record) => this.#record(record)) ?? [];
    const updatedAt = found(entry.updatedAt ?? history.at(-1)?.updatedAt);
    const { _id: userId = null, name: userName } = this.#person(entry.userId ?? entry.history?.[0]?.updatedBy);
    return {
      _id: entry._id,
      complianceId,
      userId,
      ...(entry.isOwn !== undefined && { isOwn: entry.isOwn }),
      ...(userName !== undefined && { userName }),
      date: midnight(entry.date),
      current: entry.current ?? usualStatus(history),
      history,
      waiting: entry.waiting ?? null,
      ...(entry.returned && { returned: entry.returned }),
      ...(entry.lines && { lines: entry.lines.map(expandLine) }),
      lastUpdated: entry.lastUpdated ?? updatedAt,
      createdAt: entry.createdAt ?? updatedAt,
      updatedAt,
    };
  }

  #record({ _id, status, note, updatedAt, updatedBy, checkedBy, ...more }: CompactRecord): HistoryRecord {
    const checkerId = this.#personId(checkedBy);
    const { _id: authorId = null, name: updatedByName } = this.#person(updatedBy);
    return {
      _id,
      status,
      note: note === undefined ? '' : found(this.#part.notes?.[note]),
      updatedAt,
      updatedBy: authorId,
      ...(updatedByName !== undefined && { updatedByName }),
      ...(checkerId !== null && { checkedBy: checkerId }),
      ...more,
    };
  }

  #text(place: number): string {
    return found(this.#part.texts?.[place]);
  }

  #person(place: number | undefined): NonNullable<CompactItems['people']>[number] {
    return place === undefined ? NOBODY : found(this.#part.people?.[place]);
  }

  #personId(place: number | undefined): string | null {
    return this.#person(place)._id ?? null;
  }
}

const NOBODY = {};

/** The status that an entry has by its records: that of the newest one that counts. */
export function usualStatus(history: readonly RecordOfDay[]): Status {
  return newestStatus(history) ?? 'pending';
}

function expandLine({ registrationId, status, waiting, ...more }: CompactLine): StatusLine {
  return { registrationId, status, waiting: waiting ?? null, ...more };
}

function mapTable<From, To>(
  table: Readonly<Record<string, From>> = {},
  expand: (value: From) => To,
): ReadonlyMap<number, To> {
  return new Map(Object.entries(table).map(([place, value]) => [Number(place), expand(value)]));
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A compact answer names what is in none of its tables');
  return value;
}
