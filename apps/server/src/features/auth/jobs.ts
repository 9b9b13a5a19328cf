import type { Job } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { deletePastEmailChanges } from '../users/email-change/commands-undo.ts';
import { cleanUp, endLapsedImpersonations } from './commands-clean-up.ts';

/** The jobs on accounts; all that can wait runs every night at 02:30 in India, when few sign in. */
export function createAuthJobs({ database: { db } }: { database: Database }): Job[] {
  return [
    { queue: 'clean-up-accounts', cron: '0 21 * * *', run: () => cleanUp(db) },
    { queue: 'delete-past-email-changes', cron: '17 * * * *', run: () => deletePastEmailChanges(db) },
    { queue: 'end-impersonations', cron: '*/5 * * * *', run: () => endLapsedImpersonations(db) },
  ];
}
