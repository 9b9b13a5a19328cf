import { sql } from 'kysely';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { z } from 'zod';
import type { Database } from '../postgres/database.ts';
import { registry } from './registry.ts';

/** Milliseconds for which the queues' state is kept: it is read from the database, however often it is asked for. */
const FRESH_MS = 5_000;

/** A queue's jobs; `age` is that of the oldest that is due and waits, in seconds. */
const QueueState = z.object({
  queue: z.string(),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
  age: z.number(),
});

/** Messages of a channel that are due; `age` is that of the oldest, in seconds. */
const MessagesState = z.object({ channel: z.string(), waiting: z.number(), delayed: z.number(), age: z.number() });

/** Collects, whenever the metrics are asked for, the state of the process, the pool and the queues; once a process. */
export function collectState(database: Database, log: Pick<Logger, 'warn'>): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'anupalan_database_connections',
    help: 'Connections of the pool that are busy or idle, and callers who wait for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  const readQueues = keepFresh(() =>
    listQueues(database).catch((error: unknown) => {
      log.warn({ err: error }, 'the state of the queues could not be read');
      return [];
    }),
  );
  new Gauge({
    name: 'anupalan_queue_jobs',
    help: 'Jobs of a queue that are due and wait, are being done, or failed for good within the last day',
    labelNames: ['queue', 'state'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { queue, waiting, active, failed } of await readQueues()) {
        this.set({ queue, state: 'waiting' }, waiting);
        this.set({ queue, state: 'active' }, active);
        this.set({ queue, state: 'failed' }, failed);
      }
    },
  });
  new Gauge({
    name: 'anupalan_queue_oldest_seconds',
    help: 'How long the oldest job of a queue has been due',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { queue, age } of await readQueues()) this.set({ queue }, age);
    },
  });
  const readUnsealed = keepFresh(() =>
    countUnsealed(database).catch((error: unknown) => {
      log.warn({ err: error }, 'the companies that are left unsealed could not be counted');
      return 0;
    }),
  );
  new Gauge({
    name: 'anupalan_unsealed_companies',
    help: 'Companies that the sealing leaves out, as sealing them failed',
    registers,
    async collect() {
      this.set(await readUnsealed());
    },
  });
  const readMessages = keepFresh(() =>
    listMessages(database).catch((error: unknown) => {
      log.warn({ err: error }, 'the state of messages could not be read');
      return [];
    }),
  );
  new Gauge({
    name: 'anupalan_messages',
    help: 'Messages that are due and wait, and those that were tried in vain and wait for another try, by channel',
    labelNames: ['channel', 'state'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { channel, waiting, delayed } of await readMessages()) {
        this.set({ channel, state: 'waiting' }, waiting);
        this.set({ channel, state: 'delayed' }, delayed);
      }
    },
  });
  new Gauge({
    name: 'anupalan_messages_oldest_seconds',
    help: 'How long the oldest message of a channel has been due that nobody has tried yet',
    labelNames: ['channel'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { channel, age } of await readMessages()) this.set({ channel }, age);
    },
  });
}

async function countUnsealed({ db }: Database): Promise<number> {
  const { rows } = await sql`select count(*) as count from unsealed_companies`.execute(db);
  return z.array(z.object({ count: z.number() })).parse(rows)[0]?.count ?? 0;
}

async function listMessages({ db }: Database): Promise<z.infer<typeof MessagesState>[]> {
  const { rows } = await sql`
    with some as (
      select channel, count(*) filter (where tries = 0 and send_after <= now()) as waiting,
             count(*) filter (where tries > 0) as delayed,
             extract(epoch from now() - min(send_after) filter (where tries = 0 and send_after <= now())) as age
      from messages where state = 'waiting' group by channel)
    select channel, coalesce(waiting, 0) as waiting, coalesce(delayed, 0) as delayed, coalesce(age, 0)::float8 as age
    from (values ('mail')) always (channel) full join some using (channel)`.execute(db);
  return z.array(MessagesState).parse(rows);
}

async function listQueues({ db }: Database): Promise<z.infer<typeof QueueState>[]> {
  const { rows } = await sql`
    select q.name as queue,
           count(j.id) filter (where j.state < 'active') as waiting,
           count(j.id) filter (where j.state = 'active') as active,
           count(j.id) filter (where j.state = 'failed') as failed,
           coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active')), 0)::float8 as age
    from pgboss.queue q
      left join pgboss.job j on j.name = q.name
        and (j.state in ('active', 'failed') or j.state < 'active' and j.start_after <= now())
    group by q.name`.execute(db);
  return z.array(QueueState).parse(rows);
}

function keepFresh<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { reading: Promise<T>; since: number } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || now - kept.since > FRESH_MS) kept = { reading: read(), since: now };
    return kept.reading;
  };
}
