import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { deliverPushes } from './commands-deliver.ts';
import type { PushKind } from './push-kinds.ts';

/** The job that sends pushes, every minute until none is due. */
export function createDeviceJobs(
  services: Pick<Services, 'database' | 'outbound' | 'config' | 'now'>,
  kinds: readonly PushKind[],
): Job[] {
  const run = async () => {
    while (await deliverPushes(services, kinds));
  };
  return [{ queue: 'deliver-pushes', cron: '* * * * *', run }];
}
