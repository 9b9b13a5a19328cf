import { daysFrom } from '../calendar-day.ts';
import { type OwnHolidays, safeDayOf } from '../due-days/holidays.ts';
import { occurrencesByLegalDay } from '../due-days/legal-order.ts';
import type { Schedule } from '../occurrence.ts';
import { neighboursOf } from '../recurrence.ts';
import { daysLate, LISTED_FOR, type NumberedDays, type Telling, tellOccurrence, tellRenewal } from './tell.ts';

/** Days before a day on which somebody is reminded, at most (R-catalogue-21). */
const MOST_REMINDER_DAYS = 366;

/** The reminder days that count: others, which no call writes, would be looked for through centuries. */
export function readableReminderDays(stored: readonly number[]): readonly number[] {
  return stored.filter((days) => Number.isInteger(days) && days >= 0 && days <= MOST_REMINDER_DAYS);
}

/** What is told of when, beside the schedule. */
export interface ToldBy {
  readonly reminderDays: readonly number[];
  /** The company's own days, by the ISO text of the occurrences that have one. */
  readonly companyDays?: ReadonlyMap<string, Temporal.PlainDate> | undefined;
  /** The company's own holidays. */
  readonly holidays?: OwnHolidays | undefined;
  /** The last day of the registration that is to be renewed. */
  readonly until?: Temporal.PlainDate | undefined;
}

/** The days of an occurrence as mail writes them; the numbers are whole days from today. */
export interface DatedOccurrenceDays extends NumberedDays {
  readonly day: Temporal.PlainDate;
  /** The text of its nominal day. */
  readonly iso: string;
  readonly legalDay: Temporal.PlainDate;
  /** Whether `by` is the company's own day. */
  readonly isCompanyDay: boolean;
  /** The last day of the registration that is to be renewed. */
  readonly until?: number | undefined;
}

/** An occurrence that a digest of today may tell of, as long as nobody settled it. */
export interface ToldOccurrence extends DatedOccurrenceDays {
  readonly telling: Telling;
}

/** Days by which a company's own day can lie from the nominal one, and holidays move a safe day, and more. */
const COMPANY_DAYS = 190;
const HOLIDAYS = 40;

/** Days that a year back is, and those of the week that a Monday begins. */
const YEAR_BACK = 366;
const WEEK_AHEAD = 6;

/** The days within which moved ones matter to whatever is told of today. */
export function tellingWindow(today: Temporal.PlainDate): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  return {
    from: today.subtract({ days: YEAR_BACK + COMPANY_DAYS }),
    to: today.add({ days: YEAR_BACK + COMPANY_DAYS }),
  };
}

/** The occurrences that a digest may tell of today (R-digests-3), in the order of their legal days. */
export function occurrencesTold(schedule: Schedule, toldBy: ToldBy, today: Temporal.PlainDate): ToldOccurrence[] {
  const { until } = toldBy;
  const reminderDays = readableReminderDays(toldBy.reminderDays);
  const horizon = Math.max(0, ...reminderDays);
  // The renewal of what expires is told of as long as that is near, however long ago it fell due.
  const back = until === undefined ? LISTED_FOR : YEAR_BACK;
  return occurrencesAround(schedule, toldBy, { today, back, ahead: horizon }).flatMap((one) => {
    const telling =
      one.until === undefined ? tellOccurrence(one, reminderDays) : tellRenewal(one, reminderDays, one.until);
    return telling ? [{ ...one, telling }] : [];
  });
}

/** The occurrences that a summary of the week tells of (R-digests-12): overdue since a year at most, or due within it. */
export function occurrencesOfWeek(
  schedule: Schedule,
  toldBy: ToldBy,
  today: Temporal.PlainDate,
): DatedOccurrenceDays[] {
  const around = occurrencesAround(schedule, toldBy, { today, back: YEAR_BACK, ahead: WEEK_AHEAD });
  const isOfWeek = (days: number) => days >= 0 && days <= WEEK_AHEAD;
  return around.filter((one) => daysLate(one) > 0 || isOfWeek(one.by) || isOfWeek(one.legal));
}

/**
 * The days by which people are reminded of what is to come, ISO: a company for which one of them is a holiday is reminded
 * by another. What is overdue goes by the legal day, whatever the day before it.
 */
export function safeDaysAhead(schedule: Schedule, toldBy: ToldBy, today: Temporal.PlainDate): string[] {
  const ahead = Math.max(WEEK_AHEAD, ...readableReminderDays(toldBy.reminderDays));
  return occurrencesAround(schedule, toldBy, { today, back: 0, ahead })
    .filter(({ isCompanyDay }) => !isCompanyDay)
    .map(({ by }) => today.add({ days: by }).toString());
}

/** The occurrences of which one of the days may lie in a span around today, none older than a year by its nominal day. */
function occurrencesAround(
  { first, ...schedule }: Schedule,
  { companyDays, holidays, until }: ToldBy,
  { today, back, ahead }: { today: Temporal.PlainDate; back: number; ahead: number },
): DatedOccurrenceDays[] {
  if (first === null || schedule.frequency === 'never') return [];
  const more = companyDays ? COMPANY_DAYS : HOLIDAYS;
  const [from, to] = [today.subtract({ days: back + more }), today.add({ days: ahead + more })];
  const oldest = today.subtract({ years: 1 });
  return occurrencesByLegalDay({ first, ...schedule }, from, to)
    .filter(({ day }) => Temporal.PlainDate.compare(day, oldest) >= 0)
    .map(({ day, iso, legal: legalDay }) => {
      const own = companyDays?.get(iso);
      const safeDay = safeDayOf(legalDay, holidays);
      const { before, after } = neighboursOf(first, schedule.frequency, day);
      const span = (one: Temporal.PlainDate | null, other: Temporal.PlainDate | null) =>
        one && other ? daysFrom(one, other) : null;
      const [sincePrevious, untilNext] = [span(before, day), span(day, after)];
      return {
        day,
        iso,
        legalDay,
        legal: daysFrom(today, legalDay),
        by: daysFrom(today, own ?? safeDay),
        safe: daysFrom(today, safeDay),
        isCompanyDay: own !== undefined,
        // The first occurrence is as far from the one before it as from the next, and the last the other way round.
        sincePrevious: sincePrevious ?? untilNext ?? Number.POSITIVE_INFINITY,
        untilNext: untilNext ?? sincePrevious ?? Number.POSITIVE_INFINITY,
        ...(until && { until: daysFrom(today, until) }),
      };
    });
}
