import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../../services.ts';
import { sealMissed } from './commands-rounds.ts';

/** Seconds after which a search is done again: it reads all that was ever recorded. */
const LOST_AFTER = 4 * 3600;

interface Needs {
  readonly database: Pick<Services['database'], 'db'>;
  readonly log: Pick<Services['log'], 'warn'>;
}

/** The job that looks for what no round sealed: every night at 04:10 in India, when hardly anybody works (R-activity-15). */
export function createSealJobs({ database: { db }, log }: Needs): Job[] {
  const run = async (isStopping?: () => boolean) => {
    const events = await sealMissed(db, isStopping);
    if (events) log.warn({ events }, 'events had been put in past the sealing: they are sealed now, late');
  };
  const search: Job = { queue: 'seal-missed', cron: '40 22 * * *', run: (_, isStopping) => run(isStopping) };
  return [{ ...search, lostAfterSeconds: LOST_AFTER }];
}
