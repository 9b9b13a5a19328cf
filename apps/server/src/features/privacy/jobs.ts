import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { deleteOldData } from './commands-delete-old.ts';
import { RETENTION_JOB } from './commands-retention.ts';

/** The job that keeps data no longer than said (R-users-33), every night at 03:00 in India. */
export function createPrivacyJobs({ database: { db }, log }: Pick<Services, 'database' | 'log'>): Job[] {
  return [{ queue: RETENTION_JOB, cron: '30 21 * * *', run: () => deleteOldData(db, log) }];
}
