import type { Database } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import { cleanUp } from './commands-clean-up.ts';

/** Every night at 02:30 in India, when few sign in. */
export function createAuthJobs({ database }: { database: Database }): Job[] {
  return [{ queue: 'clean-up-accounts', cron: '0 21 * * *', run: () => cleanUp(database.db) }];
}
