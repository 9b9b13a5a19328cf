import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { tellOfExpiry } from './commands.ts';

/** The job on API tokens; it runs every hour. */
export function createTokenJobs(services: Pick<Services, 'database' | 'jobs' | 'config'>): Job[] {
  return [{ queue: 'tell-of-api-tokens', cron: '20 * * * *', run: () => tellOfExpiry(services) }];
}
