import type { ClientsDue } from '@anupalan/contract/people/clients';
import { daysFrom, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { occurrencesBetween } from '@anupalan/domain/recurrence';
import { chasedFrom } from '@anupalan/domain/urgency';
import type { Services } from '../../services.ts';
import type { Days } from '../tracker/choose-days.ts';
import { seesDay } from '../tracker/scope.ts';
import type { DueItem } from './due-item.ts';
import { type Reading, readItemsOf } from './queries.ts';
import type { OwnCompany } from './queries-companies.ts';

/** One day of an obligation over all companies. */
interface Due {
  readonly item: DueItem;
  readonly day: Temporal.PlainDate;
  /** The company whose own it is. */
  readonly companyId: string | null;
  of: number;
  settled: number;
}

/**
 * What falls due within the days in any of the companies, by day, then in the catalogue's order (R-clients-5). An
 * occurrence from before a company was tracked isn't counted for it, unless it was settled all the same or is its own;
 * and none outside the days that the caller sees of it.
 * @param actNames the names of acts by their ids
 */
export async function readAgenda(
  pool: Services['database']['pool'],
  companies: readonly OwnCompany[],
  reading: Reading,
  { days, actNames }: { days: Days; actNames: ReadonlyMap<string, string> },
): Promise<ClientsDue[]> {
  const occurrences = new Map<string, readonly { day: Temporal.PlainDate; number: number }[]>();
  const daysOf = ({ id, schedule: { first, frequency } }: DueItem) => {
    const known = occurrences.get(id);
    if (known || first === null) return known ?? [];
    const found = [...occurrencesBetween(first, frequency, days.from, days.to)];
    const numbered = found.map((day) => ({ day, number: daysFrom(reading.today, day) }));
    occurrences.set(id, numbered);
    return numbered;
  };
  const due = new Map<string, Due>();
  for await (const [company, , items] of readItemsOf(pool, companies, reading, days)) {
    const { companyId } = company;
    for (const { item, tracked } of items) {
      const chased = chasedFrom(tracked.trackedFrom, tracked.isOwn);
      for (const { day, number } of daysOf(item)) {
        if (!seesDay(company, `${day}`)) continue;
        const isSettled = tracked.recorded.has(number);
        if (number < chased && !isSettled) continue;
        const key = `${day} ${item.id}`;
        const counted = due.get(key) ?? {
          item,
          day,
          companyId: item.act === undefined ? null : companyId,
          of: 0,
          settled: 0,
        };
        counted.of++;
        if (isSettled) counted.settled++;
        due.set(key, counted);
      }
    }
  }
  const place = new Map(reading.catalogue.items.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: DueItem) => place.get(id) ?? place.size;
  return [...due.values()]
    .toSorted((one, other) => Temporal.PlainDate.compare(one.day, other.day) || placeOf(one.item) - placeOf(other.item))
    .map(({ item, day, companyId, of, settled }) => ({
      itemId: item.id,
      title: item.title,
      act: item.act ?? actNames.get(item.actId) ?? '',
      day: toIsoMidnight(day),
      of,
      settled,
      ...(companyId !== null && { companyId }),
    }));
}
