import type { Job } from '../../platform/jobs.ts';
import { reconcileOrders } from './commands-reconcile.ts';
import type { Till } from './commands-till.ts';

export function createPaymentJobs(till: Till): Job[] {
  return [{ queue: 'reconcile-orders', cron: '* * * * *', run: () => reconcileOrders(till) }];
}
