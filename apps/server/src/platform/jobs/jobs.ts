import type { Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { DB } from '../postgres/database-schema.ts';

/** Work done later, with retries, once across all instances. */
export interface Queue {
  /** Queues work in a transaction: the work happens if and only if that commits. */
  enqueue(trx: Transaction<DB>, queue: string, data: object): Promise<void>;
  /** Deletes the work of a queue whose data contain `data`, be it waiting, failed or done. */
  forget(trx: Transaction<DB>, queue: string, data: object): Promise<void>;
}

/** The queue of a process that also does the work. */
export interface Jobs extends Queue {
  /** Starts all kinds of work; each may enqueue more of any kind. */
  start(jobs: readonly Job[]): Promise<void>;
  stop(): Promise<void>;
}

/** A kind of work. A handler that throws is tried again, with growing pauses, for about a day. */
export interface Job {
  queue: string;
  /** The schedule in UTC; absent for work that only `enqueue` starts. */
  cron?: string;
  run(data: unknown): Promise<void>;
}

const RETRIES = { retryLimit: 12, retryDelay: 10, retryBackoff: true, retryDelayMax: 3 * 3_600 } as const;

/**
 * Makes the queue's own tables, or brings them up to this version, as their owner: a server's role may not.
 */
export async function makeQueue(ownerUrl: string, log: Pick<Logger, 'error'>): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, application_name: 'anupalan-jobs', max: 1, ...IDLE });
  boss.on('error', (error) => log.error({ err: error }, 'job queue failure'));
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Without the queue's own upkeep. */
const IDLE = { supervise: false, schedule: false } as const;

export async function openJobs(databaseUrl: string, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'anupalan-jobs', max: 3 });
  let stopping = false;
  boss.on('error', (error) => stopping || log.error({ err: error }, 'job queue failure'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  await boss.start();
  return {
    enqueue: async (trx, queue, data) => {
      await boss.send(queue, data, { db: fromKysely(trx) });
    },
    forget: async (trx, queue, data) => {
      const db = fromKysely(trx);
      const found = await boss.findJobs(queue, { data, db });
      if (found.length === 0) return;
      await boss.deleteJob(
        queue,
        found.map(({ id }) => id),
        { db },
      );
    },
    start: async (jobs) => {
      // Queues are made before any work starts, since work may enqueue more.
      for (const { queue } of jobs) await boss.createQueue(queue, { ...RETRIES, deleteAfterSeconds: 24 * 3_600 });
      for (const job of jobs) await startJob(boss, job, log);
    },
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
