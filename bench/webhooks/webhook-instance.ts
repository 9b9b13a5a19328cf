import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../apps/server/src/config.ts';
import { signCall } from '../../apps/server/src/features/webhooks/sign-call.ts';
import { WebhookWorker } from '../../apps/server/src/features/webhooks/webhook-worker.ts';
import { createOutbound } from '../../apps/server/src/platform/outbound/outbound.ts';
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { DatabaseListener } from '../../apps/server/src/platform/postgres/database-listener.ts';
import { openOutageLog } from '../../apps/server/src/platform/postgres/outage-log.ts';

/*
 * An instance that calls webhooks, as a server does, and ends when no call waits any more; or, told how many, the client
 * alone that makes as many calls, as many at once as an instance does. It says what that took.
 */
const [databaseUrl = '', port = '', ca = '', bare = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const outbound = createOutbound({
  ca,
  resolve: async () => ['93.184.215.14'],
  route: () => ({ addresses: ['127.0.0.1'], port: Number(port) }),
});
const AT_ONCE = 24;
const began = performance.now();
if (bare === '') await work();
else await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => call(Math.floor((Number(bare) + n) / AT_ONCE))));
const { user, system } = process.cpuUsage();
process.send?.({ ms: performance.now() - began, cpuMs: (user + system) / 1_000 });
process.disconnect?.();
process.exit();

async function call(times: number): Promise<void> {
  const secrets = [Buffer.alloc(32)];
  const what = { id: '0199f000-0000-7000-8000-000000000000', event: 'status.recorded', data: {} } as const;
  for (let n = 0; n < times; n++) {
    const signed = signCall({ ...what, happened_at: new Date() }, secrets);
    await outbound.post({ address: 'https://hooks.example.com/', ...signed });
  }
}

async function work(): Promise<void> {
  const { log } = openOutageLog({ level: 'warn' });
  const onLost = (error: Error) => log.warn(error);
  const database = openDatabase(databaseUrl, onLost);
  const listener = new DatabaseListener(databaseUrl, onLost);
  await listener.open();
  // Nothing is switched off, so no mail is enqueued.
  const jobs = { enqueue: async () => {}, forget: async () => {} };
  const config = readConfig({ DATABASE_URL: databaseUrl });
  const worker = new WebhookWorker({ db: database.db, listener, outbound, jobs, config, log });
  for (let waits = true; waits; ) {
    await pause(200);
    const { rows } = await database.pool.query(
      `select exists (select from webhook_calls where state = 'waiting') as waits`,
    );
    waits = rows[0].waits;
  }
  await worker.stop();
}
