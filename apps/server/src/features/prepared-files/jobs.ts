import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { MAKING_QUEUE } from './commands.ts';
import { deleteOldPreparedFiles } from './commands-retention.ts';
import { makeFiles } from './make-files.ts';
import type { Maker } from './maker.ts';

/** Files that an instance makes at a time. */
const AT_ONCE = 2;

/** Seconds after which another instance makes the file of one that fell silent. */
const HELD_SECONDS = 30;

/** Seconds that making a file may take, however much it has. */
const LONGEST_SECONDS = 12 * 3_600;

/** The job that makes files: at once where somebody asks, and each minute what was left by an instance that was killed. */
export function createPreparedFileJobs(services: Services, makers: readonly Maker[]): Job[] {
  return [
    {
      queue: MAKING_QUEUE,
      cron: '* * * * *',
      atOnce: AT_ONCE,
      lostAfterSeconds: LONGEST_SECONDS,
      run: (_data, isStopping = () => false) => makeFiles(services, { makers, heldSeconds: HELD_SECONDS, isStopping }),
    },
    { queue: 'delete-prepared-files', cron: '13 * * * *', run: () => deleteOldPreparedFiles(services.database.db) },
  ];
}
