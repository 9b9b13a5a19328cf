import type { CompanyPlan } from '@anupalan/domain/members';
import type { Pool } from 'pg';
import { RateLimit } from '../../platform/http/rate-limits.ts';

/**
 * Addresses that one person mails reports to in 24 hours, by the plan of the company: two for each of a hundred clients,
 * and few where whoever signs up may do it (R-reports-8).
 */
export const REPORTS_A_DAY: Readonly<Record<CompanyPlan, number>> = { free: 10, premium: 200 };

/** The limits of mailed reports, which all instances share. */
export function limitReports(pool: Pool): Readonly<Record<CompanyPlan, RateLimit>> {
  const limit = (name: string, plan: CompanyPlan) =>
    new RateLimit(pool, { name, points: REPORTS_A_DAY[plan], seconds: 24 * 3_600 });
  return { free: limit('reports-free', 'free'), premium: limit('reports-person', 'premium') };
}
