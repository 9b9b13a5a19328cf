import { beginningOf, INDIA } from '../calendar-day.ts';
import type { Due } from '../events/deadline.ts';
import { readableReminderDays } from './occurrences.ts';

/** The time of a day in India at which a calendar reminds (R-calendar-feeds-5). */
const REMINDS_AT = Temporal.PlainTime.from('09:00');

/** Hours before a deadline with a time of day at which a calendar reminds, beside its days (R-calendar-feeds-10). */
const HOURS_BEFORE: readonly number[] = [3, 1];

/**
 * When a calendar reminds of something due: at nine in India on its reminder days, and some hours before a time of day.
 * Moments that have passed, and those that aren't before the time, are left out.
 * @param reminderDays whole days before the day; 0 is the day itself
 * @returns seconds from the entry's start, which is the time or the beginning of the day; negative before it, ascending
 */
export function alarmsOf({ day, at }: Due, reminderDays: readonly number[], now: Temporal.Instant): number[] {
  // Entries begin at whole seconds, and RFC 5545 has no parts of them.
  const start = (at ?? beginningOf(day)).round({ smallestUnit: 'second', roundingMode: 'floor' });
  const ofDays = readableReminderDays(reminderDays).map((days) => nineOn(day.subtract({ days })));
  const ofHours = at === null ? [] : HOURS_BEFORE.map((hours) => start.subtract({ hours }));
  const isAhead = (moment: Temporal.Instant) =>
    Temporal.Instant.compare(moment, now) > 0 && (at === null || Temporal.Instant.compare(moment, at) < 0);
  const seconds = [...ofDays, ...ofHours].filter(isAhead).map((moment) => start.until(moment).total('seconds'));
  return [...new Set(seconds)].sort((one, other) => one - other);
}

function nineOn(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime({ timeZone: INDIA, plainTime: REMINDS_AT }).toInstant();
}
