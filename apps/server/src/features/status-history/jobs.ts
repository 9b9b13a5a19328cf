import type { Job } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { foldItemTallies } from './commands-tallies.ts';

/** The job that keeps counting quick: every ten minutes, in which thousands of entries may come. */
export function createStatusJobs({ database: { db } }: { database: Database }): Job[] {
  return [{ queue: 'fold-item-tallies', cron: '*/10 * * * *', run: () => foldItemTallies(db) }];
}
