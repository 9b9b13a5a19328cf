import { formatDay, isBefore, laterOf } from '../calendar-day.ts';
import { type Frequency, occurrencesBetween } from '../recurrence.ts';
import { exceptedDay, exceptedOccurrences, isOccurrence, type ScheduleException } from './exceptions.ts';
import { findPublicHoliday, nextOpenDay } from './holidays.ts';
import type { LegalDays } from './legal-order.ts';

/** What moved a day: the schedule's exception, an extension, a holiday, or the company itself. */
export const MOVERS = ['exception', 'extension', 'holiday', 'company'] as const;

export interface Mover {
  readonly what: (typeof MOVERS)[number];
  /** On what it rests, in words. */
  readonly source: string;
}

/** The days of an occurrence beside its nominal `day` (R-due-dates-20). */
export interface MovedDay {
  readonly day: Temporal.PlainDate;
  readonly legal: Temporal.PlainDate;
  /** The company's own; null when it has none, or none that still holds. */
  readonly company: Temporal.PlainDate | null;
  readonly by: readonly Mover[];
}

/** What an item says of moving its days. */
export interface MovingRules {
  readonly exceptions: readonly ScheduleException[];
  /** What the exceptions rest on, in words. */
  readonly exceptionSource: string;
  readonly holidayRule: 'next-working-day' | null;
  /** Whether the law fixes the day, or leaves it to the company; null is the law. */
  readonly basis: 'statutory' | 'company' | null;
  /** Days after the legal day that the law leaves to the company at most; null where it names no latest day. */
  readonly latestAfter: number | null;
}

/** An extension of one occurrence that holds for a company. */
export interface HeldExtension {
  readonly day: Temporal.PlainDate;
  readonly newDay: Temporal.PlainDate;
  readonly source: string;
}

/** The company's own day of one occurrence. */
export interface CompanyDay {
  readonly day: Temporal.PlainDate;
  readonly company: Temporal.PlainDate;
}

/** All that moves the days of an item in a company. */
export interface Moves extends MovingRules {
  readonly extensions: readonly HeldExtension[];
  readonly companyDays: readonly CompanyDay[];
}

/** The rules of an item that moves nothing. */
export const NO_MOVES: Moves = {
  exceptions: [],
  exceptionSource: '',
  holidayRule: null,
  basis: null,
  latestAfter: null,
  extensions: [],
  companyDays: [],
};

interface Scheduled {
  readonly first: Temporal.PlainDate | null;
  readonly frequency: Frequency;
}

/**
 * The days of an occurrence: its legal day is the nominal one moved by the schedule's exceptions, then by an extension,
 * then by the item's holiday rule, if it has one (R-due-dates-20, R-due-dates-22).
 */
export function daysOfOccurrence(day: Temporal.PlainDate, moves: Moves): MovedDay {
  const by: Mover[] = [];
  let legal = day;
  const excepted = exceptedDay(day, moves.exceptions);
  if (excepted) {
    legal = excepted;
    by.push({ what: 'exception', source: moves.exceptionSource });
  }
  for (const extension of moves.extensions) {
    if (!extension.day.equals(day) || !isBefore(legal, extension.newDay)) continue;
    legal = extension.newDay;
    by.push({ what: 'extension', source: extension.source });
  }
  const holiday = moves.holidayRule === null ? undefined : findPublicHoliday(legal);
  if (holiday) {
    by.push({ what: 'holiday', source: `${holiday.name}, ${formatDay(legal)}` });
    legal = nextOpenDay(legal);
  }
  const own = moves.companyDays.find((one) => one.day.equals(day));
  const company = own && isAllowed(own.company, legal, moves) ? own.company : null;
  if (company) by.push({ what: 'company', source: 'Set by the company' });
  return { day, legal, company, by };
}

/** Days from the nominal one to the company's at most. */
const MOST_COMPANY_DAYS = 180;

/** Whether a company's day holds: one past the legal day ends with it, unless the law leaves the day to the company. */
function isAllowed(company: Temporal.PlainDate, legal: Temporal.PlainDate, rules: MovingRules): boolean {
  const latest = latestCompanyDay(legal, rules);
  return latest === null || !isBefore(latest, company);
}

/** The latest day that a company may choose; null where the law names none (R-due-dates-25). */
export function latestCompanyDay(
  legal: Temporal.PlainDate,
  { basis, latestAfter }: Pick<MovingRules, 'basis' | 'latestAfter'>,
): Temporal.PlainDate | null {
  if (basis !== 'company') return legal;
  return latestAfter === null ? null : legal.add({ days: latestAfter });
}

/** What is wrong with a company's day, in words; null when nothing is (R-due-dates-25). */
export function findCompanyDayFault(
  company: Temporal.PlainDate,
  { day, legal }: Pick<MovedDay, 'day' | 'legal'>,
  rules: Pick<MovingRules, 'basis' | 'latestAfter'>,
): string | null {
  const [earliest, last] = [day.subtract({ days: MOST_COMPANY_DAYS }), day.add({ days: MOST_COMPANY_DAYS })];
  if (isBefore(company, earliest) || isBefore(last, company)) {
    return `Your day can be at most ${MOST_COMPANY_DAYS} days from ${formatDay(day)}`;
  }
  const latest = latestCompanyDay(legal, rules);
  return latest && isBefore(latest, company) ? `The law allows ${formatDay(latest)} at the latest` : null;
}

/**
 * The occurrences that have other days than their nominal one, with any of their days from one day to another, both
 * included, in the order of their nominal days. Only what is moved is looked at, unless holidays move every one.
 */
export function listMovedDays(
  schedule: Scheduled,
  moves: Moves,
  { from, to }: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
): MovedDay[] {
  const { first, frequency } = schedule;
  if (first === null || frequency === 'never') return [];
  const nominal = new Map<string, Temporal.PlainDate>();
  const add = (day: Temporal.PlainDate) => nominal.set(day.toString(), day);
  const years = { from: Math.max(from.year - 1, first.year), to: to.year + 1 };
  for (const day of exceptedOccurrences({ first, frequency }, moves.exceptions, years)) add(day);
  for (const { day } of [...moves.extensions, ...moves.companyDays]) if (isOccurrence(first, frequency, day)) add(day);
  if (moves.holidayRule !== null) {
    const around = { from: laterOf(first, from.subtract({ days: WEEK })), to: to.add({ days: WEEK }) };
    for (const day of occurrencesBetween(first, frequency, around.from, around.to)) add(day);
  }
  const isInside = (day: Temporal.PlainDate | null) => day !== null && !isBefore(day, from) && !isBefore(to, day);
  return [...nominal.values()]
    .map((day) => daysOfOccurrence(day, moves))
    .filter(({ day, legal, company }) => company !== null || !legal.equals(day))
    .filter(({ day, legal, company }) => isInside(day) || isInside(legal) || isInside(company))
    .sort((one, other) => Temporal.PlainDate.compare(one.day, other.day));
}

/** Days by which holidays can move a day, and more. */
const WEEK = 7;

/** The legal days of a schedule with moved days, as `occurrence.ts` takes them; undefined when none is another. */
export function legalDaysOf(moved: readonly MovedDay[]): LegalDays | undefined {
  const other = moved.filter(({ day, legal }) => !legal.equals(day));
  return other.length > 0 ? new Map(other.map(({ day, legal }) => [day.toString(), legal])) : undefined;
}

/**
 * The nominal day under which something is recorded that is said of a day: the occurrence whose legal or company's day it
 * is, the earliest of several, unless it is a nominal day itself or no day of any (R-due-dates-26).
 */
export function nominalDayOf(
  day: Temporal.PlainDate,
  { first, frequency }: Scheduled,
  moved: readonly MovedDay[],
): Temporal.PlainDate {
  if (first === null || isOccurrence(first, frequency, day)) return day;
  const isMeant = ({ legal, company }: MovedDay) => legal.equals(day) || company?.equals(day);
  return moved.find(isMeant)?.day ?? day;
}
