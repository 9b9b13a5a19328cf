import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { deliverPushes } from './commands-deliver.ts';
import type { PushKind } from './push-kinds.ts';

/** The job that sends pushes, every minute until none is due. */
export function createDeviceJobs(
  services: Pick<Services, 'database' | 'outbound' | 'config' | 'log' | 'now'>,
  kinds: readonly PushKind[],
): Job[] {
  const run = async (_data: unknown, isStopping = () => false) => {
    while (!isStopping() && (await deliverPushes(services, kinds, isStopping)));
  };
  return [{ queue: 'deliver-pushes', cron: '* * * * *', run }];
}
