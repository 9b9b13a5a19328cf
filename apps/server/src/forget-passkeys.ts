import { pino } from 'pino';
import { findDatabase, openMigrated, runCommand } from './command.ts';
import { readConfig } from './config.ts';
import { forgetPasskeysOf } from './features/passkeys/commands-forget.ts';
import { AppError } from './platform/errors/errors.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import { openJobs } from './platform/jobs/jobs.ts';

/**
 * `npm run forget-passkeys -- EMAIL`: lets somebody who lost all passkeys sign in with a mailed code again, also while
 * an instance runs (R-passkeys-15). The mail about it leaves with the running instance, or with the next.
 */
await runCommand(async (running) => {
  const email = process.argv[2]?.trim().toLowerCase();
  if (!email) throw new StartupError('Say whose passkeys, for example npm run forget-passkeys -- asha@example.in');
  const config = readConfig(process.env);
  const url = await findDatabase(running);
  const database = await openMigrated(running, url);
  const jobs = await openJobs(url, pino({ level: 'warn' }, pino.destination(2)));
  running.defer(() => jobs.stop());
  await forgetPasskeysOf(database.db, { jobs, config }, email).catch((error: unknown) => {
    throw error instanceof AppError ? new StartupError(error.message) : error;
  });
  process.stdout.write(`The passkeys of ${email} are removed, and their sessions ended. A mail tells them.\n`);
});
