import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { type MovedDay, nominalDayOf } from '@anupalan/domain/due-days/moved-days';
import type { Schedule } from '@anupalan/domain/occurrence';

type Moved = ComplianceItem['movedDays'][number];

/** Days of an occurrence beside its nominal one; undefined where nothing moves it. */
export function findMoved({ movedDays }: ComplianceItem, day: Temporal.PlainDate | null): Moved | undefined {
  if (day === null || movedDays.length === 0) return undefined;
  const iso = toIsoMidnight(day);
  return movedDays.find((one) => one.day === iso);
}

/** Earliest extension that is open to the company for an occurrence (R-due-dates-29). */
export function findPossible({ possibleExtensions }: ComplianceItem, day: Temporal.PlainDate | null) {
  if (day === null || possibleExtensions.length === 0) return undefined;
  const iso = toIsoMidnight(day);
  return possibleExtensions.find(({ forDate }) => forDate === iso);
}

const WORDS: Readonly<Record<Moved['by'][number]['what'], string>> = {
  exception: 'Another day this time',
  extension: 'Extended',
  holiday: 'After a holiday',
  company: 'Your own day',
};

/** What moved the legal day, in a word or two; undefined where it is the nominal one. */
export function describeMover({ day, legal, by }: Moved): string | undefined {
  if (day === legal) return undefined;
  const mover = by.findLast(({ what }) => what !== 'company');
  return mover && WORDS[mover.what];
}

/** Moved days of an item as the rules of `domain` read them. */
function readMoved({ movedDays }: ComplianceItem): MovedDay[] {
  return movedDays.map(({ day, legal, company, by }) => ({
    day: readDay(day),
    legal: readDay(legal),
    company: company === null ? null : readDay(company),
    by,
  }));
}

/** Nominal day under which something is recorded that is said of a day (R-due-dates-26). */
export function recordedUnder(item: ComplianceItem, schedule: Schedule, day: Temporal.PlainDate): Temporal.PlainDate {
  return item.movedDays.length === 0 ? day : nominalDayOf(day, schedule, readMoved(item));
}

/** Company's own days of an item, by the ISO text of the occurrences that have one. */
export function companyDaysOf({ movedDays }: ComplianceItem): ReadonlyMap<string, Temporal.PlainDate> | undefined {
  const own = movedDays.filter(({ company }) => company !== null);
  if (own.length === 0) return undefined;
  return new Map(own.map(({ day, company }) => [day.slice(0, 10), readDay(company ?? day)]));
}

function readDay(iso: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(iso.slice(0, 10));
}
