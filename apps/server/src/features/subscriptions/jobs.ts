import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { endUnpaidPlans } from './commands-expire.ts';
import { remindOfRenewal } from './commands-remind.ts';

/** The jobs on plans, hourly: a mail arrives, and a plan ends, at most that much late (R-plans-12). */
export function createPlanJobs(services: Services): Job[] {
  return [
    { queue: 'remind-of-renewal', cron: '10 * * * *', run: () => remindOfRenewal(services) },
    { queue: 'end-unpaid-plans', cron: '20 * * * *', run: () => endUnpaidPlans(services) },
  ];
}
