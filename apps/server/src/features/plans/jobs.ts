import type { Job } from '../../platform/jobs.ts';
import type { Till } from '../payments/commands-till.ts';
import { endUnpaidPlans } from './commands-expire.ts';
import { remindOfRenewal } from './commands-remind.ts';

/** Every hour; a mail arrives, and a plan ends, at most that much late. */
export function createPlanJobs(till: Till): Job[] {
  return [
    { queue: 'remind-of-renewal', cron: '10 * * * *', run: () => remindOfRenewal(till) },
    { queue: 'end-unpaid-plans', cron: '20 * * * *', run: () => endUnpaidPlans(till) },
  ];
}
