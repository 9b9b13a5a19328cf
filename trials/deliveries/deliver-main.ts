import { readConfig } from '../../apps/server/src/config.ts';
import { startDelivery } from '../../apps/server/src/features/messages/commands.ts';
import { createMessageJobs } from '../../apps/server/src/features/messages/jobs.ts';
import { openJobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { createSmtpMailer } from '../../apps/server/src/platform/mail/mailer.ts';
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { openOutageLog } from '../../apps/server/src/platform/postgres/outage-log.ts';

/* An instance that only delivers messages, by the database and the mail server that it is given, until it is killed. */

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const { log } = openOutageLog({ level: 'warn' });
const config = readConfig({ DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl });
const database = openDatabase(databaseUrl, (error) => log.warn(error));
const mailer = createSmtpMailer(smtpUrl, config.mailFrom);
const jobs = await openJobs(databaseUrl, log);
const services = { config, database, mailer, jobs, log, now: Temporal.Now.instant };
const kind = {
  kind: 'digest',
  compose: async (messages: readonly { id: string; key: string }[]) =>
    new Map(messages.map(({ id, key }) => [id, { subject: key, preview: key, heading: key, blocks: [key] }])),
} as const;
// Short, so that what a killed one had is soon another's.
await jobs.start(createMessageJobs(services, [kind], { batch: 20, takenSeconds: 3 }));
// A start that isn't the first has the next minute to wait for.
await database.db.transaction().execute((trx) => startDelivery(trx, jobs));
