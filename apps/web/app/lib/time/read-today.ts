import { INDIA } from '@anupalan/domain/calendar-day';

const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: INDIA, year: 'numeric', month: '2-digit', day: '2-digit' });

/**
 * Today in India as ISO text, `2026-12-15` (R-due-dates-6): the only source of a day in the browser. It does without
 * Temporal, which public pages don't load, and takes the parts of a day alone: browsers put them together in other ways.
 */
export function readToday(): string {
  const parts = DAY.formatToParts(Date.now());
  const partOf = (part: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === part)?.value;
  return `${partOf('year')}-${partOf('month')}-${partOf('day')}`;
}
