import type { Job } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { cleanUpMembers } from './commands-clean-up.ts';

/** The job on memberships; it runs every night at 02:45 in India. */
export const MEMBERS_JOB = 'clean-up-members';

export function createMemberJobs({ database: { db } }: { database: Database }): Job[] {
  return [{ queue: MEMBERS_JOB, cron: '15 21 * * *', run: () => cleanUpMembers(db) }];
}
