import type { Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { DB } from './database-schema.ts';

/** Work done later, with retries, once across all instances. */
export interface Queue {
  /** Queues work in the transaction that decides on it: it happens if and only if that commits. */
  enqueue(trx: Transaction<DB>, queue: string, data: object): Promise<void>;
}

export interface Jobs extends Queue {
  stop(): Promise<void>;
}

/** One kind of work. A handler that throws is tried again, with growing pauses, for about a day. */
export interface Job {
  queue: string;
  /** Repeats in UTC; absent for work that only `enqueue` starts. */
  cron?: string;
  run(data: unknown): Promise<void>;
}

const RETRIES = { retryLimit: 12, retryDelay: 10, retryBackoff: true, retryDelayMax: 3 * 3_600 } as const;

/** @param describe all the work there is, which may enqueue more of it. */
export async function startJobs(
  databaseUrl: string,
  describe: (queue: Queue) => readonly Job[],
  log: Logger,
): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'anupalan-jobs', max: 3 });
  let stopping = false;
  boss.on('error', (error) => stopping || log.error({ err: error }, 'job queue failure'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  await boss.start();
  const enqueue: Queue['enqueue'] = async (trx, queue, data) => {
    await boss.send(queue, data, { db: fromKysely(trx) });
  };
  const jobs = describe({ enqueue });
  // All queues are there before the first work, which may put something into another.
  for (const { queue } of jobs) await boss.createQueue(queue, { ...RETRIES, deleteAfterSeconds: 24 * 3_600 });
  for (const job of jobs) await startJob(boss, job, log);
  return {
    enqueue,
    stop: async () => {
      stopping = true;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

async function startJob(boss: PgBoss, job: Job, log: Logger): Promise<void> {
  await boss.work(job.queue, { pollingIntervalSeconds: 2 }, async ([due]) => {
    try {
      await job.run(due?.data);
    } catch (error) {
      log.warn({ err: error, queue: job.queue, job: due?.id }, 'job failed and will be tried again');
      throw error;
    }
  });
  if (job.cron) await boss.schedule(job.queue, job.cron);
}
