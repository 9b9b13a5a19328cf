import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { cleanUpMembers } from './commands-clean-up.ts';

/** The job on memberships; it runs every night at 02:45 in India. */
export function createMemberJobs({ database: { db }, log }: Pick<Services, 'database' | 'log'>): Job[] {
  return [{ queue: 'clean-up-members', cron: '15 21 * * *', run: () => cleanUpMembers(db, log) }];
}
