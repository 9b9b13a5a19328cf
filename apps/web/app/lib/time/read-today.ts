/** Milliseconds by which India is ahead of UTC, the whole year (IST, +05:30). */
const AHEAD_MS = 5.5 * 3_600_000;

/**
 * Today in India as ISO text, `2026-12-15` (R-due-dates-6): the only source of a day in the browser. It does without
 * Temporal, which public pages don't load, and without the formats of locales, which differ from browser to browser.
 */
export function readToday(): string {
  return new Date(Date.now() + AHEAD_MS).toISOString().slice(0, 10);
}
