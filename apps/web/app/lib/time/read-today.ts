import { INDIA } from '@anupalan/domain/calendar-day';

const ISO_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: INDIA,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * Today in India as ISO text, `2026-12-15` (R-due-dates-6): the only source of a day in the browser. It does without
 * Temporal, which public pages don't load.
 */
export function readToday(): string {
  return ISO_DAY.format(Date.now());
}
