import { hash } from 'node:crypto';
import { workerOf } from '@anupalan/domain/assignments';
import { daysFrom, formatDay } from '@anupalan/domain/calendar-day';
import { safeDayOf } from '@anupalan/domain/due-days/holidays';
import { type DatedOccurrence, occurrencesByLegalDay } from '@anupalan/domain/due-days/legal-order';
import { statusOn } from '@anupalan/domain/occurrence';
import { isResolved } from '@anupalan/domain/statuses';
import { chasedFrom } from '@anupalan/domain/urgency';
import type { Session } from '../../identity/sessions.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { readActNames } from '../acts/queries.ts';
import { type ItemOfCompany, readItemsOf } from '../clients/queries.ts';
import type { NamedCompany } from '../clients/queries-companies.ts';
import type { CatalogueOfVersion } from '../compliance-items/queries-edition.ts';
import { seesDay } from '../tracker/scope.ts';
import type { CalendarEntry } from './calendar-entry.ts';
import {
  type CompanyPeople,
  type Moments,
  momentKey,
  readExtendedMoments,
  readPeople,
  readStandings,
  type Standing,
  type Standings,
} from './queries-standing.ts';

/** Entries of a calendar at most; of more those nearest today (R-calendar-feeds-9). */
const MOST_ENTRIES = 1_500;

/** Days ahead in which entries come with their alarms: a calendar is read again long before others are near. */
const ALARMED_DAYS = 62;

/** What a calendar is made of: whose companies, on which day. */
export interface Reading {
  readonly session: Session;
  readonly companies: readonly NamedCompany[];
  /** Whether it has only what the person is responsible for. */
  readonly isOwnWork: boolean;
  readonly catalogue: CatalogueOfVersion;
  readonly today: Temporal.PlainDate;
}

/**
 * What falls due by its legal day from half a year before today to a year after it, in companies of a person
 * (R-calendar-feeds-5): the occurrences of the items that they see there, from the days on that the company answers for, or
 * that were settled all the same.
 */
export async function readDueEntries({ db, pool }: Pick<Database, 'db' | 'pool'>, reading: Reading) {
  const { companies, today } = reading;
  const ids = companies.map(({ workspaceId }) => workspaceId);
  const days = { from: today.subtract({ months: 6 }), to: today.add({ years: 1 }) };
  // What was moved into the days may have its nominal day outside of them.
  const around = { from: days.from.subtract({ years: 1 }), to: days.to.add({ years: 1 }) };
  const [standings, people, moments, actNames] = await Promise.all([
    readStandings(pool, ids, around),
    readPeople(pool, ids, today),
    readExtendedMoments(pool, ids, around),
    readActNames(db),
  ]);
  const chosen = new NearestEntries(today);
  for await (const [company, , items] of readItemsOf(pool, companies, reading, days)) {
    const { workspaceId } = company;
    const its = { company, standings: standings.get(workspaceId), people: people.get(workspaceId), moments, actNames };
    for (const one of items) {
      if (reading.isOwnWork && !isWorkOf(reading.session.userId, one, its.people)) continue;
      const { first, ...schedule } = one.schedule;
      if (first === null) continue;
      const series = seriesOf(one, company);
      for (const occurrence of occurrencesByLegalDay({ first, ...schedule }, days.from, days.to)) {
        const entry = entryOf(occurrence, { ...one, series }, its, reading);
        if (entry) chosen.add(entry);
      }
    }
  }
  return chosen;
}

function isWorkOf(userId: string, { item }: ItemOfCompany, people: CompanyPeople | undefined): boolean {
  return people !== undefined && workerOf(people.peopleOf(item), people.isAway) === userId;
}

/** What tells an item of a company from all others, short: lines that needn't be folded are written in half the time. */
function seriesOf({ item }: ItemOfCompany, { companyId }: NamedCompany): string {
  return hash('sha256', `${item.id} ${companyId}`, 'base64url').slice(0, 22);
}

interface OfCompany {
  readonly company: NamedCompany;
  readonly standings: Standings | undefined;
  readonly people: CompanyPeople | undefined;
  readonly moments: Moments;
  readonly actNames: ReadonlyMap<string, string>;
}

/** The entry of an occurrence; null where the company doesn't answer for it, or the reader doesn't see the day. */
function entryOf(
  { day, iso, legal }: DatedOccurrence,
  { item, tracked, moved, series }: ItemOfCompany & { readonly series: string },
  { company, standings, people, moments, actNames }: OfCompany,
  { companies, today }: Reading,
): CalendarEntry | null {
  const said = standings?.get(item.id)?.get(iso);
  const from = chasedFrom(tracked.trackedFrom, tracked.isOwn);
  if (!seesDay(company, iso) || (daysFrom(today, legal) < from && !isSettled(said))) return null;
  const recorded = new Map(said ? [[iso, said.status]] : []);
  const status = statusOn(day, { recorded, today }, legal);
  const days = moved.find((one) => one.day.equals(day));
  const remindsBy = days?.company ?? safeDayOf(legal, people?.holidays);
  const isOpen = !isResolved(status) && !said?.isWaiting;
  const isNear = daysFrom(today, legal) <= ALARMED_DAYS;
  const movedAt = Math.max(
    item.changedAt,
    moments.get(momentKey(item.id, iso, null)) ?? 0,
    moments.get(momentKey(item.id, iso, company.workspaceId)) ?? 0,
  );
  const isMissed = said === undefined && status === 'not-done';
  const remindsEarlier = isOpen && !remindsBy.equals(legal);
  return {
    uid: `${iso}.${series}@anupalan`,
    day: legal,
    title: item.title,
    status,
    isWaiting: said?.isWaiting ?? false,
    act: item.act ?? actNames.get(item.actId) ?? '',
    company: companies.length > 1 ? company.companyName : null,
    moved: days && !legal.equals(day) ? { from: day, by: days.by } : null,
    notes: remindsEarlier ? [`Be done by ${formatDay(remindsBy)}${days?.company ? ', as your company set' : ''}.`] : [],
    alarms: isOpen && isNear ? item.reminderDays.map((before) => before + Math.max(0, daysFrom(remindsBy, legal))) : [],
    path: `/dashboard?company=${company.companyId}&item=${item.id}&on=${iso}`,
    movedAt,
    changedAt: Math.max(movedAt, said?.at ?? 0, isMissed ? startOf(legal.add({ days: 1 })) : 0),
  };
}

function isSettled(said: Standing | undefined): boolean {
  return said !== undefined && (said.isWaiting || isResolved(said.status));
}

function startOf(day: Temporal.PlainDate): number {
  return day.toZonedDateTime('UTC').epochMilliseconds;
}

/** Entries of which there may be too many: those nearest a day stay. */
class NearestEntries {
  readonly #today: Temporal.PlainDate;
  #entries: CalendarEntry[] = [];
  #left = 0;

  constructor(today: Temporal.PlainDate) {
    this.#today = today;
  }

  add(entry: CalendarEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length >= 4 * MOST_ENTRIES) this.#cut();
  }

  /** The entries by their days, and how many there were besides. */
  take(): { entries: readonly CalendarEntry[]; left: number } {
    this.#cut();
    const { compare } = Temporal.PlainDate;
    const entries = this.#entries.toSorted((one, other) => compare(one.day, other.day));
    return { entries, left: this.#left };
  }

  #cut(): void {
    if (this.#entries.length <= MOST_ENTRIES) return;
    const distance = ({ day }: CalendarEntry) => Math.abs(daysFrom(this.#today, day));
    this.#entries.sort((one, other) => distance(one) - distance(other));
    this.#left += this.#entries.length - MOST_ENTRIES;
    this.#entries.length = MOST_ENTRIES;
  }
}
