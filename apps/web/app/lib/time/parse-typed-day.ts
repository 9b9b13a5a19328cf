import { parseCalendarDay } from '@anupalan/domain/calendar-day';

const EN_GB = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;

/** Typed day (15/12/2026, 5-1-2027, ISO; R-due-dates-8); null for anything else. */
export function parseTypedDay(text: string): Temporal.PlainDate | null {
  const [, day, month, year] = EN_GB.exec(text.trim()) ?? [];
  if (!day || !month || !year) return parseCalendarDay(text.trim());
  return parseCalendarDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
