import type { DueDate, FieldValue } from '@anupalan/contract/compliance-items';
import type { CompactDueDate, CompactItem, CompactValue } from '@anupalan/contract/fields/compact-items';
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
    const compact: Omit<CompactItem, keyof ViewersPart> = {
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
            confidence: item.provenance.confidence === 'high' ? undefined : item.provenance.confidence,
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

function compactValue({ text, isLink, locked }: FieldValue): CompactValue {
  return { text: text || undefined, isLink: isLink || undefined, locked };
}

function compactDueDate({ date, frequency, nextDueDate, ...more }: DueDate): CompactDueDate {
  const { description, reminderDays, exceptions } = more;
  return {
    date: date === null ? undefined : dayOf(date),
    frequency,
    nextDueDate: nextDueDate === null ? undefined : dayOf(nextDueDate),
    description: description || undefined,
    reminderDays: listed(reminderDays),
    exceptions,
  };
}

export function dayOf(isoMidnight: string): string {
  return isoMidnight.slice(0, 10);
}

export function listed<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}
