import { resolve } from 'node:path';
import { findOwnerUrl, readConfig } from './config.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import { type Database, openDatabase, UNLIMITED } from './platform/postgres/database.ts';
import { explainUnreachable } from './platform/postgres/database-errors.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { onShutdown } from './platform/process/shutdown.ts';

/**
 * The frame of a command that works on the data and ends: what it started is stopped again, and a reason not to start
 * is all that is said of it.
 */
export async function runCommand(work: (running: AsyncDisposableStack) => Promise<void>): Promise<void> {
  await using running = new AsyncDisposableStack();
  onShutdown(() => running.disposeAsync(), { error: complain });
  try {
    await work(running);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    complain(error.message);
    process.exitCode = 1;
  }
}

/**
 * The address of the database as the owner of its tables, also while an instance runs on it; the embedded one is started
 * where none does.
 */
export async function findDatabase(running: AsyncDisposableStack): Promise<string> {
  const config = readConfig(process.env);
  return (
    findOwnerUrl(config) ??
    (await findRunningPostgres(config.dataDir)) ??
    (await startOwnDatabase(running, config.dataDir))
  );
}

/** Opens the database of a command as this version has it; a migration, and the command, may take long. */
export async function openMigrated(running: AsyncDisposableStack, url: string): Promise<Database> {
  const database = openDatabase(url, complain, UNLIMITED);
  running.defer(() => database.close());
  await migrate(database.db).catch(explainUnreachable);
  return database;
}

/** The path of a file as its writer meant it: npm runs commands in the project's folder. */
export function findGiven(file: string): string {
  return resolve(process.env.INIT_CWD ?? '', file);
}

/** Starts the embedded database. @throws StartupError while an instance runs on the data folder. */
export async function startOwnDatabase(running: AsyncDisposableStack, dataDir: string): Promise<string> {
  const log = { info: complain, warn: complain };
  const postgres = await startEmbeddedPostgres({ dataDir, log, onLost: complain });
  running.defer(() => postgres.stop());
  return postgres.ownerUrl;
}

export function complain(fault: unknown): void {
  process.stderr.write(`${String(fault)}\n`);
}
