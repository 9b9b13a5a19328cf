import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { planDigests } from './commands-plan.ts';
import { type LookedUntil, planReminders } from './commands-remind.ts';
import type { CompaniesToTell } from './companies-to-tell.ts';

/** Seconds in which the digests of an hour are planned, however many they are. */
const LONGEST_PLANNING_SECONDS = 3_600;

/**
 * The jobs that plan who is told what: digests at the hours of India, which begin at half past in UTC, and again every
 * five minutes for hours that were missed; reminders each minute.
 */
export function createDigestJobs(services: Services, companies: CompaniesToTell): Job[] {
  const looked: LookedUntil = { moment: null };
  return [
    {
      queue: 'plan-digests',
      cron: '*/5 * * * *',
      lostAfterSeconds: LONGEST_PLANNING_SECONDS,
      run: () => planDigests(services, companies),
    },
    { queue: 'plan-reminders', cron: '* * * * *', run: () => planReminders(services, looked) },
  ];
}
