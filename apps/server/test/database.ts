import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { ROLES } from '../src/platform/embedded-postgres/roles.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts';
import { openDatabase } from '../src/platform/postgres/database.ts';
import { prepareDatabase } from '../src/prepare-database.ts';

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
  await prepareDatabase(postgres, pino({ level: 'silent' }));
  await letOwnerCopy(dataDir);
  project.provide('postgresUrl', postgres.ownerUrl);
  project.provide('serverUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * The owner of the template makes its copies, drops them while the server still holds connections, rests triggers, and
 * changes the catalogue at will.
 */
async function letOwnerCopy(dataDir: string): Promise<void> {
  const superuser = openDatabase((await findRunningPostgres(dataDir, 'superuser')) ?? '', () => {});
  await superuser.pool.query(`alter role ${ROLES.owner} createdb`);
  await superuser.pool.query(`grant ${ROLES.server} to ${ROLES.owner}`);
  await superuser.pool.query(`grant set on parameter session_replication_role to ${ROLES.owner}`);
  await superuser.pool.query(`alter role ${ROLES.owner} set anupalan.changes = 'catalogue'`);
  await superuser.close();
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated template database, as the owner of its tables. */
    postgresUrl: string;
    /** The same, as the role that the server works as. */
    serverUrl: string;
  }
}
