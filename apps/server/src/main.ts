import { sql } from 'kysely';
import { buildApp } from './app.ts';
import { compose, listJobs } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { SealWorker } from './features/activity/seal/seal-worker.ts';
import { fillCatalogue } from './features/catalogue/commands-load.ts';
import { isLibraryEmpty, loadFormats } from './features/catalogue/commands-load-formats.ts';
import { readEdition } from './features/catalogue/edition.ts';
import { tellForeignValues } from './features/catalogue/foreign-values.ts';
import { readShippedDocuments } from './features/hr-documents/formats/shipped-documents.ts';
import { requireAdministratorPassword } from './features/users/administrator-password.ts';
import { ensureAdministrator, type NewAdministrator } from './features/users/commands-ensure-administrator.ts';
import { renewSetUpLink, type SetUpLink } from './features/users/set-up/commands.ts';
import { WebhookWorker } from './features/webhooks/webhook-worker.ts';
import { type DatabaseUrls, findDatabaseUrls } from './find-database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import { openFileStore } from './platform/files/store/open-file-store.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { createMailboxMailer, createSmtpMailer } from './platform/mail/mailer.ts';
import { followSmtpUtf8 } from './platform/mail/smtputf8.ts';
import { collectState } from './platform/metrics/collect.ts';
import { measureMailer } from './platform/metrics/measure-mailer.ts';
import { listenForMetrics } from './platform/metrics/serve-metrics.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { CALLS, type Database, openDatabase } from './platform/postgres/database.ts';
import { DatabaseListener } from './platform/postgres/database-listener.ts';
import { openOutageLog } from './platform/postgres/outage-log.ts';
import { describeError } from './platform/process/log.ts';
import { onShutdown } from './platform/process/shutdown.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { prepareDatabase } from './prepare-database.ts';

/** Told first of all when this instance stops. */
let announceStop = () => {};

/** Resources in the order they were started; they are stopped in the opposite order. */
const running = new AsyncDisposableStack();

const { log, watch } = openOutageLog({ level: 'info', serializers: { err: describeError } });
const started = start();
onShutdown(async () => {
  announceStop();
  await started.catch(() => {});
  await running.disposeAsync();
}, log);
await started.catch(giveUp);

async function start(): Promise<void> {
  const config = readConfig(process.env);
  requireAdministratorPassword(config);
  log.level = config.logLevel;
  const tracing = await openTracing(config);
  const { url, directUrl, ownerUrl, kind } = (await findDatabaseUrls(config, log)) ?? (await startOwnDatabase(config));
  await prepareDatabase({ url: directUrl, ownerUrl }, log);
  const onLost = (error: Error) => log.error({ err: error }, 'database connection lost');
  const database = openDatabase(url, onLost, kind);
  running.defer(() => database.close());
  watch(() => sql`select 1`.execute(database.db));
  await fillCatalogue(database.db, readEdition);
  const files = await openFileStore(database.db, config);
  running.defer(async () => files.close());
  if (await isLibraryEmpty(database.db)) await loadFormats({ db: database.db, files }, await readShippedDocuments());
  const listener = new DatabaseListener(directUrl, (error) => log.error({ err: error }, 'database listener lost'));
  running.defer(() => listener.close());
  await listener.open();
  const plain = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, config.mailFrom, { requiresTls: config.smtpRequiresTls })
    : createMailboxMailer(database.db);
  const mailer = measureMailer(tracing?.traceMailer(plain) ?? plain);
  running.defer(() => mailer.close());
  if (config.smtpUrl) {
    const unfollow = followSmtpUtf8({ smtpUrl: config.smtpUrl, requiresTls: config.smtpRequiresTls });
    running.defer(unfollow);
  }
  const jobs = await openJobs(directUrl, log);
  running.defer(() => jobs.stop());
  const outbound = createOutbound();
  const now = Temporal.Now.instant;
  const services = compose({ config, database, files, listener, mailer, jobs, outbound, log, now });
  if (!services.gateway) log.warn('CASHFREE_APP_ID and CASHFREE_SECRET_KEY are missing: nobody can pay');
  await jobs.start(listJobs(services));
  const webhooks = new WebhookWorker({ ...services, db: database.db });
  running.defer(() => webhooks.stop());
  const seals = new SealWorker({ db: database.db, log });
  running.defer(() => seals.stop());
  await openMetrics(config, database);
  let isComplete = false;
  const app = await buildApp(services, { isComplete: () => isComplete, traceRequests: tracing?.traceRequests });
  running.defer(() => app.close());
  await app.listen({ port: config.port, host: config.host }).catch(explainPort(config));
  // The administrator comes last, so that a password which is shown only once is never that of a start that failed.
  const administrator = await ensureAdministrator(services);
  const setUp = await renewSetUpLink(services);
  isComplete = true;
  greet(config, administrator, setUp);
  const failed = (err: unknown) => log.warn({ err }, 'the values of the catalogue could not be looked at');
  await readEdition()
    .then((edition) => tellForeignValues(database.db, log, edition))
    .catch(failed);
}

/** Starts tracing where it is wanted; otherwise nothing of it is even loaded. */
async function openTracing({ tracesEndpoint }: Config): Promise<Tracing | null> {
  if (tracesEndpoint === undefined) return null;
  const { startTracing } = await import('./platform/tracing/tracing.ts');
  const tracing = startTracing(tracesEndpoint, log);
  running.defer(() => tracing.close());
  return tracing;
}

/** Collects metrics, and listens for who asks for them where they have a port of their own. */
async function openMetrics({ metrics }: Config, database: Database): Promise<void> {
  if (!metrics) return;
  collectState(database, log);
  const { port, ...where } = metrics;
  if (port === undefined) return;
  const failed = (error: unknown) => log.error({ err: error }, 'metrics could not be gathered');
  const listening = listenForMetrics({ port, ...where }, failed);
  const server = await listening.catch(explainPort({ port, host: where.host }, 'METRICS_'));
  running.defer(() => server.close());
}

async function startOwnDatabase(config: Config): Promise<DatabaseUrls> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    onLost: giveUp,
  });
  running.defer(() => postgres.stop());
  announceStop = postgres.announceStop;
  return { ...postgres, directUrl: postgres.url, kind: CALLS };
}

function explainPort({ port, host }: Pick<Config, 'port' | 'host'>, prefix = '') {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') {
      throw new StartupError(
        `${prefix}PORT ${port} is already in use: stop what uses it, or choose another, for example ${prefix}PORT=${port + 1}`,
      );
    }
    if (error.code === 'EACCES') {
      throw new StartupError(
        `${prefix}PORT ${port} is not permitted for this account: choose one above 1023, for example ${prefix}PORT=${prefix ? 9464 : 3000}`,
      );
    }
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new StartupError(
        `${prefix}HOST ${host} is not an address of this machine, for example ${prefix}HOST=127.0.0.1`,
      );
    }
    throw error;
  };
}

/** Says the server's address, the administrator that this start made or who waits to be set up, and where mail appears. */
function greet(config: Config, administrator: NewAdministrator | null, setUp: SetUpLink | null): void {
  const lines = [['Anupalan is ready', config.publicUrl]];
  if (administrator) {
    lines.push(['Administrator', administrator.email]);
    lines.push([
      'Password',
      administrator.passwordWasGiven ? 'as given in ADMIN_PASSWORD' : `${administrator.password}  (shown only now)`,
    ]);
  }
  if (setUp) {
    if (!administrator) lines.push(['Administrator', setUp.email]);
    lines.push(['Set-up link', `${setUp.url}  (works once, for a day)`]);
  }
  lines.push(['Mail', config.smtpUrl ? 'goes out by SMTP_URL' : `stays here: ${config.publicUrl}/mailbox`]);
  process.stdout.write(`\n${lines.map(([what = '', value]) => `  ${what.padEnd(20)}${value}\n`).join('')}\n`);
}

async function giveUp(error: unknown): Promise<never> {
  await running.disposeAsync();
  const explained = error instanceof StartupError;
  process.stderr.write(
    `${explained ? error.message : `Anupalan had to stop: ${error instanceof Error ? error.stack : String(error)}`}\n`,
  );
  process.exit(1);
}
