import { INDIA } from '@anupalan/domain/calendar-day';

/**
 * SQL for the day of a moment in India (R-due-dates-6); `now()` gives today.
 * @param moment SQL of a `timestamptz`
 */
export function indianDay(moment: string): string {
  return `(${moment} at time zone '${INDIA}')::date`;
}

/**
 * SQL for the moment at which a day begins in India.
 * @param day SQL of a `date`
 */
export function beginningOfDay(day: string): string {
  return `((${day})::timestamp at time zone '${INDIA}')`;
}
