import type { DueDate } from '../compliance-items.ts';
import type { CompactDueDate, CompactMovedDay } from './compact-items.ts';
import type { MovedDay } from './moved-days.ts';

/** The due date of an item, whole again. */
export function expandDueDate({ date, frequency, nextDueDate, ...more }: CompactDueDate): DueDate {
  const { description = '', reminderDays = [], exceptions } = more;
  return {
    date: date === undefined ? null : midnight(date),
    frequency,
    nextDueDate: nextDueDate === undefined ? null : midnight(nextDueDate),
    description,
    reminderDays,
    ...(exceptions && { exceptions }),
  };
}

/** The days of an occurrence that is moved, whole again. */
export function expandMovedDay({ day, legal = day, company, by = [] }: CompactMovedDay): MovedDay {
  return { day: midnight(day), legal: midnight(legal), company: company === undefined ? null : midnight(company), by };
}

/** The contract's `IsoDay` of a day of a period; null of an end that is open. */
export function openOr(day: string | undefined): string | null {
  return day === undefined ? null : midnight(day);
}

/** The contract's `IsoDay` of a day. */
export function midnight(day: string): string {
  return `${day}T00:00:00.000Z`;
}
