import type { Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { DELIVERY_QUEUE, startDelivery } from './commands.ts';
import { TAKEN_SECONDS } from './commands-take.ts';
import { BATCHES_AT_ONCE, deliverMessages } from './deliver-messages.ts';
import type { MessageKind } from './kinds.ts';
import { keepUnsubscribeTokens } from './unsubscribe-tokens.ts';

/** Messages that a worker takes at once. */
const BATCH = 100;

/** Milliseconds for which an instance leaves a mail server alone that was away; the next minute's run tries again. */
const REST_MS = 45_000;

/** Milliseconds after which a run hands over to the next one: work of the queue has an end. */
const RUN_MS = 4 * 60_000;

type Given = Pick<Services, 'database' | 'mailer' | 'config' | 'log' | 'now' | 'jobs'>;

/** What tests set smaller. */
interface Pace {
  readonly batch?: number;
  readonly takenSeconds?: number;
  readonly restMs?: number;
}

/**
 * The job that hands messages over, every minute and whenever some are made. A run works until nothing is due; one that
 * finds a whole batch calls for another run first, which a worker takes that is free, on whichever instance: so all of
 * them share a great many messages, and none is needed (R-messages-4).
 */
export function createMessageJobs(
  services: Given,
  kinds: readonly MessageKind[],
  { batch = BATCH, takenSeconds = TAKEN_SECONDS, restMs = REST_MS }: Pace = {},
): Job[] {
  const { database, jobs } = services;
  const openTokens = keepUnsubscribeTokens(database.db);
  const relay = { refusesAll: false };
  let restUntil = 0;
  const callForAnother = () => database.db.transaction().execute((trx) => startDelivery(trx, jobs));
  const run = async (_data: unknown, isStopping = () => false) => {
    const end = performance.now() + RUN_MS;
    let called = false;
    const onFull = async () => {
      if (called) return;
      called = true;
      await callForAnother();
    };
    const delivery = { kinds, relay, tokens: await openTokens(), batch, takenSeconds, isStopping, onFull };
    while (!isStopping() && performance.now() >= restUntil) {
      if (performance.now() > end) return await callForAnother();
      const done = await deliverMessages(services, delivery);
      if (done === 'away') restUntil = performance.now() + restMs;
      if (done !== 'more') return;
    }
  };
  return [{ queue: DELIVERY_QUEUE, cron: '* * * * *', atOnce: BATCHES_AT_ONCE, run }];
}
