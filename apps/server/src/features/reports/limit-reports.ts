import type { Pool } from 'pg';
import { RateLimit } from '../../platform/http/rate-limits.ts';

/** Addresses that one person mails reports to in 24 hours: two for each of a hundred clients (R-reports-8). */
export const REPORTS_A_DAY = 200;

/** The limit of mailed reports, which all instances share. */
export function limitReports(pool: Pool): RateLimit {
  return new RateLimit(pool, { name: 'reports-person', points: REPORTS_A_DAY, seconds: 24 * 3_600 });
}
