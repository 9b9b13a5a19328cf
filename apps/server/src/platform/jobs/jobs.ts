import type { Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { jobRuns } from '../metrics/registry.ts';
import type { DB } from '../postgres/database-schema.ts';

/** Work done later, with retries, once across all instances. */
export interface Queue {
  /**
   * Queues work in a transaction: the work happens if and only if that commits, and begins at once then. Of what waits,
   * the highest `priority` comes first (0 unless it is given), then the oldest.
   */
  enqueue(trx: Transaction<DB>, queue: string, data: object, priority?: number): Promise<void>;
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
  /** Pieces of this work that one instance does at a time; 1 unless it is said. */
  atOnce?: number;
  /** Seconds after which work counts as lost with the instance that did it, and is done again; 15 minutes unless said. */
  lostAfterSeconds?: number;
  /** Seconds of an instance's silence after which its work counts as lost before that; it tells the queue that it works. */
  silentAfterSeconds?: number;
  /** `isStopping` says whether the process is about to end, so that long work begins no more of it. */
  run(data: unknown, isStopping?: () => boolean): Promise<void>;
}

const LOST_AFTER_SECONDS = 15 * 60;

const QUEUE_OPTIONS = {
  retryLimit: 12,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3 * 3_600,
  deleteAfterSeconds: 24 * 3_600,
  // New work is announced through the database with its transaction, so that whoever is free takes it at once.
  notify: true,
} as const;

/** Seconds between looks into a queue for work whose pause is over, and should announcements not come through. */
const LOOK_SECONDS = 5;

/**
 * Makes the queue's own tables, or brings them up to this version, as their owner: a server's role may not.
 */
export async function makeQueue(ownerUrl: string, log: Pick<Logger, 'error'>): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: 'anupalan-jobs',
    options: UNTIMED,
    max: 1,
    ...IDLE,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue failure'));
  await boss.start();
  await boss.stop({ graceful: false });
}

/** The role's limit of a statement is that of calls; the queue's own work may take longer. */
const UNTIMED = '-c statement_timeout=0';

/** Without the queue's own upkeep. */
const IDLE = { supervise: false, schedule: false } as const;

export async function openJobs(databaseUrl: string, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'anupalan-jobs',
    options: UNTIMED,
    max: 3,
    useListenNotify: true,
  });
  let stopping = false;
  boss.on('error', (error) => stopping || log.error({ err: error }, 'job queue failure'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  await boss.start();
  return {
    enqueue: async (trx, queue, data, priority = 0) => {
      await boss.send(queue, data, { db: fromKysely(trx), priority });
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
      for (const { queue, lostAfterSeconds: expireInSeconds = LOST_AFTER_SECONDS, silentAfterSeconds } of jobs) {
        const silence = silentAfterSeconds === undefined ? {} : { heartbeatSeconds: silentAfterSeconds };
        const options = { ...QUEUE_OPTIONS, expireInSeconds, ...silence };
        await boss.createQueue(queue, options);
        // A queue of an earlier version is there already, and doesn't announce its work.
        await boss.updateQueue(queue, options);
      }
      for (const job of jobs) await startJob(boss, job, { log, isStopping: () => stopping });
    },
    stop: async () => {
      stopping = true;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

interface Process {
  readonly log: Logger;
  readonly isStopping: () => boolean;
}

async function startJob(boss: PgBoss, job: Job, process: Process): Promise<void> {
  for (let worker = 0; worker < (job.atOnce ?? 1); worker++) await startWorker(boss, job, process);
  if (job.cron) await boss.schedule(job.queue, job.cron);
}

/** A worker takes one piece after the other, each settled before the next, until there is no more; then it waits. */
async function startWorker(boss: PgBoss, job: Job, { log, isStopping }: Process): Promise<void> {
  const options = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: LOOK_SECONDS };
  const worker = await boss.work(job.queue, options, async ([due]) => {
    // Where there was one piece there may be more: the worker looks again without its pause.
    boss.notifyWorker(worker);
    try {
      await job.run(due?.data, isStopping);
      jobRuns.inc({ queue: job.queue, outcome: 'done' });
    } catch (error) {
      jobRuns.inc({ queue: job.queue, outcome: 'failed' });
      log.warn({ err: error, queue: job.queue, job: due?.id }, 'job failed and will be tried again');
      throw error;
    }
  });
}
