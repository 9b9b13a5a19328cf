import { setTimeout as pause } from 'node:timers/promises';
import { compose, listJobs } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { planDigests } from '../../apps/server/src/features/digests/commands-plan.ts';
import { CompaniesToTell } from '../../apps/server/src/features/digests/companies-to-tell.ts';
import { DELIVERY_QUEUE } from '../../apps/server/src/features/messages/commands.ts';
import { openFileStore } from '../../apps/server/src/platform/files/store/open-file-store.ts';
import { openJobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { createSmtpMailer } from '../../apps/server/src/platform/mail/mailer.ts';
import { createOutbound } from '../../apps/server/src/platform/outbound/outbound.ts';
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { DatabaseListener } from '../../apps/server/src/platform/postgres/database-listener.ts';
import { openOutageLog } from '../../apps/server/src/platform/postgres/outage-log.ts';

/*
 * An instance that plans and hands over the digests of a day at 08:00 in India, as a server does, and ends when none waits
 * any more. It says how long planning and all took, and how much memory there was at most.
 */
const [databaseUrl = '', smtpUrl = '', day = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const { log } = openOutageLog({ level: 'warn' });
const config = readConfig({ DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl, ADMIN_EMAIL: 'admin@example.in' });
const onLost = (error: Error) => log.warn(error);
const database = openDatabase(databaseUrl, onLost);
const files = await openFileStore(database.db, config);
const listener = new DatabaseListener(databaseUrl, onLost);
const mailer = createSmtpMailer(smtpUrl, config.mailFrom);
const jobs = await openJobs(databaseUrl, log);
const began = performance.now();
// The clock goes on from eight o'clock.
const eight = Temporal.PlainDateTime.from(`${day}T08:00`).toZonedDateTime('Asia/Kolkata').toInstant();
const now = () => eight.add({ milliseconds: Math.round(performance.now() - began) });
const outbound = createOutbound();
const services = compose({ config, database, files, listener, mailer, jobs, outbound, log, now });
await jobs.start(listJobs(services).filter(({ queue }) => queue === DELIVERY_QUEUE));
await planDigests(services, new CompaniesToTell(services));
const planned = performance.now() - began;
while (await isWaiting()) await pause(500);
const { user, system } = process.cpuUsage();
process.send?.({
  plannedMs: planned,
  allMs: performance.now() - began,
  cpuMs: (user + system) / 1_000,
  peakMb: process.resourceUsage().maxRSS / 1_024,
});
process.disconnect?.();
process.exit();

async function isWaiting(): Promise<boolean> {
  const { rows } = await database.pool.query<{ waits: boolean }>(
    `select exists (select from messages where state = 'waiting') as waits`,
  );
  return rows[0]?.waits ?? false;
}
