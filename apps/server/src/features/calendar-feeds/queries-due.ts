import { hash } from 'node:crypto';
import { workerOf } from '@anupalan/domain/assignments';
import { beginningOf, daysFrom, formatDay } from '@anupalan/domain/calendar-day';
import { safeDayOf } from '@anupalan/domain/due-days/holidays';
import { type DatedOccurrence, occurrencesByLegalDay } from '@anupalan/domain/due-days/legal-order';
import type { Schedule } from '@anupalan/domain/occurrence';
import { isResolved } from '@anupalan/domain/statuses';
import { alarmsOf } from '@anupalan/domain/telling/alarms';
import { chasedFrom } from '@anupalan/domain/urgency';
import type { Session } from '../../identity/sessions.ts';
import { eachCompany } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import { readActNames } from '../acts/queries.ts';
import { keyOfSchedule } from '../clients/dues-of-schedules.ts';
import { type ItemOfCompany, readItemsOf } from '../clients/queries.ts';
import type { NamedCompany } from '../clients/queries-companies.ts';
import type { CatalogueOfVersion } from '../compliance-items/queries-edition.ts';
import type { Days } from '../tracker/choose-days.ts';
import { seesDay } from '../tracker/scope.ts';
import type { CalendarEntry } from './calendar-entry.ts';
import { NearestEntries } from './nearest-entries.ts';
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

/** Days ahead in which entries remind: a calendar is read again long before others are near. */
const REMINDED_DAYS = 62;

/** What a calendar is made of: whose companies, at which moment. */
export interface Reading {
  readonly session: Session;
  readonly companies: readonly NamedCompany[];
  /** Whether it has only what the person is responsible for. */
  readonly isOwnWork: boolean;
  readonly catalogue: CatalogueOfVersion;
  readonly today: Temporal.PlainDate;
  readonly now: Temporal.Instant;
}

/**
 * What falls due by its legal day from half a year before today to a year after it, in companies of a person
 * (R-calendar-feeds-5): the occurrences of the items that they see there, from the days on that the company answers for, or
 * that were settled all the same. A company that can't be read is left out and named (R-calendar-feeds-11).
 */
export async function readDueEntries({ database, log }: Pick<Services, 'database' | 'log'>, reading: Reading) {
  const { companies, today } = reading;
  const days = { from: today.subtract({ months: 6 }), to: today.add({ years: 1 }) };
  const actNames = await readActNames(database.db);
  const chosen = new NearestEntries();
  const occurrences = new NumberedOccurrences(days, today);
  const read = async (some: readonly NamedCompany[]) => {
    // They are added once all of them are found, as a company that fails is read again without the others.
    chosen.addAll(await findEntries(database, some, { reading, days, occurrences, actNames }));
  };
  for (const { companyName } of await eachCompany(companies, read, {
    log,
    doing: 'reading a company for a calendar',
  })) {
    chosen.leaveOut(companyName);
  }
  return chosen;
}

interface Finding {
  readonly reading: Reading;
  readonly days: Days;
  readonly occurrences: NumberedOccurrences;
  readonly actNames: ReadonlyMap<string, string>;
}

/** The entries of some of the companies, each with the days left until it. */
async function findEntries(
  { pool }: Pick<Services['database'], 'pool'>,
  companies: readonly NamedCompany[],
  { reading, days, occurrences, actNames }: Finding,
): Promise<NearestEntries> {
  const ids = companies.map(({ workspaceId }) => workspaceId);
  // What was moved into the days may have its nominal day outside of them.
  const around = { from: days.from.subtract({ years: 1 }), to: days.to.add({ years: 1 }) };
  const [standings, people, moments] = await Promise.all([
    readStandings(pool, ids, around),
    readPeople(pool, ids, reading.today),
    readExtendedMoments(pool, ids, around),
  ]);
  const found = new NearestEntries();
  for await (const [company, , items] of readItemsOf(pool, companies, reading, days)) {
    const { workspaceId } = company;
    const its = { company, standings: standings.get(workspaceId), people: people.get(workspaceId), moments, actNames };
    for (const one of items) {
      if (reading.isOwnWork && !isWorkOf(reading.session.userId, one, its.people)) continue;
      const from = chasedFrom(one.tracked.trackedFrom, one.tracked.isOwn);
      const series = seriesOf(one, company);
      const said = its.standings?.get(one.item.id);
      for (const occurrence of occurrences.of(one.schedule)) {
        const { iso, left } = occurrence;
        if (!seesDay(company, iso) || (left < from && !isSettled(said?.get(iso)))) continue;
        found.add(left, () => entryOf(occurrence, { ...one, series }, its, reading));
      }
    }
  }
  return found;
}

/** An occurrence with the whole days from today to its legal day. */
interface Numbered extends DatedOccurrence {
  readonly left: number;
}

/** The occurrences of schedules within some days, those of the same schedule found once. */
class NumberedOccurrences {
  readonly #days: Days;
  readonly #today: Temporal.PlainDate;
  readonly #known = new Map<string, readonly Numbered[]>();

  constructor(days: Days, today: Temporal.PlainDate) {
    this.#days = days;
    this.#today = today;
  }

  of({ first, ...schedule }: Schedule): readonly Numbered[] {
    if (first === null) return [];
    const key = keyOfSchedule({ first, ...schedule });
    const known = this.#known.get(key) ?? this.#find({ first, ...schedule });
    this.#known.set(key, known);
    return known;
  }

  #find(series: Schedule & { readonly first: Temporal.PlainDate }): Numbered[] {
    const found = occurrencesByLegalDay(series, this.#days.from, this.#days.to);
    return found.map((one) => ({ ...one, left: daysFrom(this.#today, one.legal) }));
  }
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

/** The entry of an occurrence. What is far ahead isn't reminded of yet. */
function entryOf(
  { day, iso, legal, left }: Numbered,
  { item, moved, series }: ItemOfCompany & { readonly series: string },
  { company, standings, people, moments, actNames }: OfCompany,
  { companies, now }: Reading,
): CalendarEntry {
  const said = standings?.get(item.id)?.get(iso);
  const status = said?.status ?? (left < 0 ? 'not-done' : 'pending');
  const days = moved.find((one) => one.day.equals(day));
  const isReminded = !isResolved(status) && !said?.isWaiting && left <= REMINDED_DAYS;
  const remindsBy = isReminded ? (days?.company ?? safeDayOf(legal, people?.holidays)) : legal;
  const earlier = daysFrom(remindsBy, legal);
  const remindedDays = item.reminderDays.map((before) => before + Math.max(0, earlier));
  const momentsOf = moments.size === 0 ? [] : [null, company.workspaceId].map((of) => momentKey(item.id, iso, of));
  const movedAt = Math.max(item.changedAt, ...momentsOf.map((key) => moments.get(key) ?? 0));
  const isMissed = said === undefined && left < 0;
  return {
    uid: `${iso}.${series}@anupalan`,
    day: legal,
    at: null,
    title: item.title,
    status,
    isWaiting: said?.isWaiting ?? false,
    act: item.act ?? actNames.get(item.actId) ?? '',
    company: companies.length > 1 ? company.companyName : null,
    moved: days && !legal.equals(day) ? { from: day, by: days.by } : null,
    notes: earlier !== 0 ? [`Be done by ${formatDay(remindsBy)}${days?.company ? ', as your company set' : ''}.`] : [],
    alarms: isReminded ? alarmsOf({ day: legal, at: null }, remindedDays, now) : [],
    path: `/dashboard?company=${company.companyId}&item=${item.id}&on=${iso}`,
    movedAt,
    changedAt: Math.max(movedAt, said?.at ?? 0, isMissed ? beginningOf(legal.add({ days: 1 })).epochMilliseconds : 0),
  };
}

function isSettled(said: Standing | undefined): boolean {
  return said !== undefined && (said.isWaiting || isResolved(said.status));
}
