import { nearestDayWith } from '@anupalan/domain/due-days/exceptions';
import type { Schedule } from '@anupalan/domain/occurrence';
import { occurrencesBetween } from '@anupalan/domain/recurrence';
import type { EditionRetired } from './edition-files.ts';

/**
 * The day of an item under which stays what was recorded for a day of one that went into it: the day that the edition
 * names, the day itself if the item falls due then, else the occurrence of that month. A month without one keeps the day
 * (R-catalogue-26).
 */
export function moveDay(
  day: Temporal.PlainDate,
  { records }: Pick<EditionRetired, 'records'>,
  { first, frequency }: Schedule,
): Temporal.PlainDate {
  const moved = records.find(({ from }) => from === day.toString().slice(5));
  if (moved) return nearestDayWith(day, moved.to);
  if (first === null) return day;
  const month = day.toPlainYearMonth();
  const begins = month.toPlainDate({ day: 1 });
  const due = [...occurrencesBetween(first, frequency, begins, begins.add({ days: month.daysInMonth - 1 }))];
  return due.find((occurrence) => occurrence.equals(day)) ?? due[0] ?? day;
}
