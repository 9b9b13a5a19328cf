import type { Database } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import { cleanUp, endLapsedImpersonations } from './commands-clean-up.ts';

/** All that can wait is done every night at 02:30 in India, when few sign in. */
export function createAuthJobs({ database: { db } }: { database: Database }): Job[] {
  return [
    { queue: 'clean-up-accounts', cron: '0 21 * * *', run: () => cleanUp(db) },
    { queue: 'end-impersonations', cron: '*/5 * * * *', run: () => endLapsedImpersonations(db) },
  ];
}
