import { daysFrom, isBefore } from '../calendar-day.ts';
import { isWithin, nearestDayIn, type Period } from '../period.ts';
import {
  type Frequency,
  occurrenceAt,
  occurrenceIndexAtOrAfter,
  occurrenceIndexAtOrBefore,
  occurrencesBetween,
} from '../recurrence.ts';

/** The legal days of the occurrences that are moved, by the ISO text of their nominal days. */
export type LegalDays = ReadonlyMap<string, Temporal.PlainDate>;

/** An occurrence: `iso` is the text of its nominal day (`2026-12-15`), by which statuses are recorded (R-due-dates-20). */
export interface DatedOccurrence {
  readonly day: Temporal.PlainDate;
  readonly iso: string;
  /** The day on which it really falls due; the nominal day unless it is moved. */
  readonly legal: Temporal.PlainDate;
}

/** A series that begins somewhere, with those of its occurrences that are moved. */
interface Series {
  readonly first: Temporal.PlainDate;
  readonly frequency: Frequency;
  readonly moved?: LegalDays | undefined;
  /** The nominal days that the reader sees, where they don't see all. */
  readonly within?: Period | undefined;
}

const NONE: LegalDays = new Map();

/** By the legal day; two on one are two, the earlier nominal day first (R-due-dates-24). */
export function compareOccurrences(one: DatedOccurrence, other: DatedOccurrence): number {
  const { compare } = Temporal.PlainDate;
  return compare(one.legal, other.legal) || compare(one.day, other.day);
}

/** The day on which the occurrence of a nominal day really falls due. */
export function legalDayOf(day: Temporal.PlainDate, { moved = NONE }: Pick<Series, 'moved'>): Temporal.PlainDate {
  return moved.get(day.toString()) ?? day;
}

/** The occurrences whose legal days lie from one day to another, both included, in their order. */
export function occurrencesByLegalDay(
  { first, frequency, moved = NONE, within }: Series,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): DatedOccurrence[] {
  const all = Array.from(occurrencesBetween(first, frequency, from, to), dated);
  const days = within ? all.filter(({ day }) => isWithin(within, day)) : all;
  if (moved.size === 0) return days;
  const isInside = ({ legal }: DatedOccurrence) => !isBefore(legal, from) && !isBefore(to, legal);
  const unmoved = days.filter(({ iso }) => !moved.has(iso));
  return [...unmoved, ...listMoved(moved, within).filter(isInside)].sort(compareOccurrences);
}

/** The occurrence whose legal day is nearest a day; of two as near it is the later (R-due-dates-11). */
export function nearestByLegalDay(series: Series, day: Temporal.PlainDate): DatedOccurrence | null {
  const { first, frequency, moved = NONE, within } = series;
  const start = nearestDayIn(within, day);
  const before = unmovedFrom(series, occurrenceIndexAtOrBefore(first, frequency, start), -1);
  const after = unmovedFrom(series, occurrenceIndexAtOrAfter(first, frequency, start), 1);
  const unmoved = [before, after].filter((one) => one !== null).filter((one) => isWithin(within, one.day));
  const candidates = [...unmoved, ...listMoved(moved, within)].sort(compareOccurrences);
  let nearest: DatedOccurrence | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const one of candidates) {
    const distance = Math.abs(daysFrom(day, one.legal));
    if (distance <= least) [nearest, least] = [one, distance];
  }
  return nearest;
}

/** The first occurrence whose legal day is a day or later; null where there is none. */
export function firstByLegalDay(series: Series, from: Temporal.PlainDate): DatedOccurrence | null {
  const { first, frequency, moved = NONE, within } = series;
  const unmoved = unmovedFrom(series, occurrenceIndexAtOrAfter(first, frequency, from), 1);
  const later = listMoved(moved, within).filter(({ legal }) => !isBefore(legal, from));
  const all = unmoved && isWithin(within, unmoved.day) ? [unmoved, ...later] : later;
  return all.sort(compareOccurrences)[0] ?? null;
}

/** The occurrence after another in the order of legal days; null at the end of the series. */
export function nextByLegalDay(series: Series, last: DatedOccurrence): DatedOccurrence | null {
  const { first, frequency, moved = NONE, within } = series;
  const isLater = (one: DatedOccurrence) => compareOccurrences(last, one) < 0;
  const from = occurrenceIndexAtOrAfter(first, frequency, last.legal);
  const [one, other] = [unmovedFrom(series, from, 1), unmovedFrom(series, from + 1, 1)];
  const unmoved = [one, other].filter((found) => found !== null).filter(({ day }) => isWithin(within, day));
  const [next = null] = [...unmoved, ...listMoved(moved, within)].filter(isLater).sort(compareOccurrences);
  return next;
}

/** The occurrence at an index, or the first further on (`step` 1) or back (-1) that is not moved. */
function unmovedFrom({ first, frequency, moved = NONE }: Series, index: number, step: 1 | -1): DatedOccurrence | null {
  for (let k = index; k >= 0; k += step) {
    const day = occurrenceAt(first, frequency, k);
    if (!day) return null;
    const one = dated(day);
    if (!moved.has(one.iso)) return one;
  }
  return null;
}

function listMoved(moved: LegalDays, within: Period | undefined): DatedOccurrence[] {
  const all = Array.from(moved, ([iso, legal]) => ({ day: Temporal.PlainDate.from(iso), iso, legal }));
  return all.filter(({ day }) => isWithin(within, day));
}

function dated(day: Temporal.PlainDate): DatedOccurrence {
  return { day, iso: day.toString(), legal: day };
}
