import { pino } from 'pino';
import { complain, findDatabase, runCommand } from './command.ts';
import { readConfig } from './config.ts';
import { forgetPasskeysOf } from './features/passkeys/commands-forget.ts';
import { AppError } from './platform/errors/errors.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { openDatabase } from './platform/postgres/database.ts';
import { explainUnreachable } from './platform/postgres/database-errors.ts';
import { migrate } from './platform/postgres/migrate.ts';

/**
 * `npm run forget-passkeys -- EMAIL`: lets somebody who lost all passkeys sign in with a mailed code again, also while
 * an instance runs (R-passkeys-15). The mail about it leaves with the running instance, or with the next.
 */
await runCommand(async (running) => {
  const email = process.argv[2]?.trim().toLowerCase();
  if (!email) throw new StartupError('Say whose passkeys, for example npm run forget-passkeys -- asha@example.in');
  const config = readConfig(process.env);
  const url = await findDatabase(running);
  const database = openDatabase(url, complain);
  running.defer(() => database.close());
  await migrate(database.db).catch(explainUnreachable);
  const jobs = await openJobs(url, pino({ level: 'warn' }, pino.destination(2)));
  running.defer(() => jobs.stop());
  await forgetPasskeysOf(database.db, { jobs, config }, email).catch((error: unknown) => {
    throw error instanceof AppError ? new StartupError(error.message) : error;
  });
  process.stdout.write(`The passkeys of ${email} are removed, and their sessions ended. A mail tells them.\n`);
});
