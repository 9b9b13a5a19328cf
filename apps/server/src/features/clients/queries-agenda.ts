import { type ClientsDue, MOST_AGENDA_DUTIES, type UnreadableCompany } from '@anupalan/contract/people/clients';
import { daysFrom, storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { occurrencesByLegalDay } from '@anupalan/domain/due-days/legal-order';
import type { Schedule } from '@anupalan/domain/occurrence';
import { chasedFrom } from '@anupalan/domain/urgency';
import { eachCompany } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import { type AgendaDuty, readAgendaDuties } from '../events/queries-agenda.ts';
import type { Days } from '../tracker/choose-days.ts';
import { seesDay } from '../tracker/scope.ts';
import type { DueItem } from './due-item.ts';
import { keyOfSchedule } from './dues-of-schedules.ts';
import { type ItemOfCompany, type Reading, readItemsOf } from './queries.ts';
import type { OwnCompany } from './queries-companies.ts';

/** One day of an obligation over all companies. */
interface Due {
  readonly item: DueItem;
  /** The legal day. */
  readonly day: Temporal.PlainDate;
  /** The nominal one, by which it is filed. */
  readonly forDate: Temporal.PlainDate;
  /** The company whose own it is. */
  readonly companyId: string | null;
  of: number;
  settled: number;
}

/** One occurrence of an obligation in one company. */
interface Counted extends Pick<Due, 'item'> {
  readonly day: Temporal.PlainDate;
  readonly legal: Temporal.PlainDate;
  readonly companyId: string;
  readonly isSettled: boolean;
}

/** An occurrence with its days as whole days from today. */
interface Numbered {
  readonly day: Temporal.PlainDate;
  readonly legal: Temporal.PlainDate;
  readonly number: number;
  readonly legalNumber: number;
}

/**
 * What falls due by its legal day within the days in any of the companies, by day, then in the catalogue's order
 * (R-clients-5). An occurrence from before a company was tracked isn't counted for it, unless it was settled all the same
 * or is its own; and none outside the days that the caller sees of it. Duties of events are among them (R-clients-6), and
 * `more` says that there are more of these. Companies that can't be read are `unreadable` (R-clients-7).
 * @param actNames the names of acts by their ids
 */
export async function readAgenda(
  { database: { pool }, log }: Pick<Services, 'database' | 'log'>,
  companies: readonly OwnCompany[],
  reading: Reading,
  { days, actNames }: { days: Days; actNames: ReadonlyMap<string, string> },
): Promise<{ data: ClientsDue[]; more: boolean; unreadable: UnreadableCompany[] }> {
  const most = MOST_AGENDA_DUTIES;
  const occurrences = new Map<string, readonly Numbered[]>();
  const daysOf = ({ first, ...schedule }: Schedule) => {
    if (first === null) return [];
    const key = keyOfSchedule({ first, ...schedule });
    const known = occurrences.get(key);
    if (known) return known;
    const found = occurrencesByLegalDay({ first, ...schedule }, days.from, days.to);
    const number = (day: Temporal.PlainDate) => daysFrom(reading.today, day);
    const numbered = found.map(({ day, legal }) => ({ day, legal, number: number(day), legalNumber: number(legal) }));
    occurrences.set(key, numbered);
    return numbered;
  };
  const due = new Map<string, Due>();
  const count = ({ item, day, legal, companyId, isSettled }: Counted) => {
    const key = `${legal} ${day} ${item.id}`;
    const ofOne = item.act === undefined ? null : companyId;
    const counted = due.get(key) ?? { item, day: legal, forDate: day, companyId: ofOne, of: 0, settled: 0 };
    counted.of++;
    if (isSettled) counted.settled++;
    due.set(key, counted);
  };
  const duties: AgendaDuty[] = [];
  const read = async (some: readonly OwnCompany[]) => {
    // What was found is counted once all of it is, as a company that fails is asked for again without others.
    const [found, ofEvents] = await Promise.all([
      findDue(some),
      readAgendaDuties(pool, some, { session: reading.session, days, most: most + 1 }),
    ]);
    for (const one of found) count(one);
    duties.push(...ofEvents);
  };
  const findDue = async (some: readonly OwnCompany[]) => {
    const found: Counted[] = [];
    for await (const [company, , items] of readItemsOf(pool, some, reading, days)) {
      found.push(...dueOf(company, items));
    }
    return found;
  };
  const dueOf = (company: OwnCompany, items: readonly ItemOfCompany[]): Counted[] => {
    const found: Counted[] = [];
    const { companyId } = company;
    for (const { item, schedule, tracked } of items) {
      const chased = chasedFrom(tracked.trackedFrom, tracked.isOwn);
      for (const { day, legal, number, legalNumber } of daysOf(schedule)) {
        if (!seesDay(company, `${day}`)) continue;
        const isSettled = tracked.recorded.has(number);
        if (legalNumber < chased && !isSettled) continue;
        found.push({ item, day, legal, companyId, isSettled });
      }
    }
    return found;
  };
  const left = await eachCompany(companies, read, { log, doing: 'reading the agenda of a company' });
  const place = new Map(reading.catalogue.items.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: DueItem) => place.get(id) ?? place.size;
  const items = [...due.values()]
    .toSorted((one, other) => Temporal.PlainDate.compare(one.day, other.day) || placeOf(one.item) - placeOf(other.item))
    .map(({ item, day, forDate, companyId, of, settled }) => ({
      itemId: item.id,
      title: item.title,
      act: item.act ?? actNames.get(item.actId) ?? '',
      day: toIsoMidnight(day),
      ...(forDate !== day && { forDate: toIsoMidnight(forDate) }),
      of,
      settled,
      ...(companyId !== null && { companyId }),
    }));
  const byWorkspace = new Map(companies.map((company) => [company.workspaceId, company]));
  // Where a company failed they come from several statements.
  if (left.length > 0)
    duties.sort((one, other) => (one.dueDay < other.dueDay ? -1 : one.dueDay > other.dueDay ? 1 : 0));
  const ofEvents = duties.slice(0, most).flatMap((duty) => {
    const company = byWorkspace.get(duty.workspaceId);
    return company ? [presentDuty(duty, company)] : [];
  });
  const data = [...items, ...ofEvents].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  const unreadable = left.map(({ companyId, companyName }) => ({ companyId, companyName }));
  return { data, more: duties.length > most, unreadable };
}

/** A duty as it stands among obligations, after those of its day. */
function presentDuty(duty: AgendaDuty, { companyId, companyName }: OwnCompany): ClientsDue {
  const { id, title, act, dueDay, dueAt, isSettled, eventId, kindName, label } = duty;
  return {
    itemId: id,
    title,
    act: act ?? '',
    day: toIsoMidnight(storedDay(dueDay)),
    of: 1,
    settled: isSettled ? 1 : 0,
    companyId,
    event: { _id: eventId, kindName, label, companyName, dueAt: dueAt?.toISOString() ?? null },
  };
}
