import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { reconcileOrders } from './orders/commands-reconcile.ts';

export function createPaymentJobs(services: Services): Job[] {
  return [{ queue: 'reconcile-orders', cron: '* * * * *', run: () => reconcileOrders(services) }];
}
