import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts';
import { openDatabase } from '../src/platform/postgres/database.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';

/** One throw-away PostgreSQL for the whole run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'anupalan-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    log: pino({ level: 'silent' }),
    onLost: () => {},
  });
  // The signals end this process by an exit, because PostgreSQL is stopped at an exit and not at a signal.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const template = openDatabase(postgres.url, () => {});
  await migrate(template.db);
  await template.close();
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated template database. */
    postgresUrl: string;
  }
}
