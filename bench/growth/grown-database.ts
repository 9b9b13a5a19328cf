import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROLES } from '../../apps/server/src/platform/embedded-postgres/roles.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start.ts';
import { openDatabase, UNLIMITED } from '../../apps/server/src/platform/postgres/database.ts';
import { migrate } from '../../apps/server/src/platform/postgres/migrate.ts';
import type { BenchPostgres } from '../figure.ts';
import { loadItems } from '../items.ts';
import { readPostgresCpuMs } from '../postgres-cpu.ts';
import { leaveUnsealed } from '../unsealed.ts';
import { seedCompanies } from './seed.ts';

/** Items of the catalogue, all of which apply to every company. */
export const ITEMS = 100;

/** A PostgreSQL with so many companies in it. */
export interface GrownPostgres extends BenchPostgres, AsyncDisposable {
  readonly companies: number;
}

/**
 * Starts a PostgreSQL with so many seeded companies, on a throw-away folder.
 * @param kept a folder that is kept; what was seeded there before is used again.
 */
export async function startGrown(companies: number, kept: string | undefined): Promise<GrownPostgres> {
  const dataDir = kept ? path.join(kept, String(companies)) : await mkdtemp(path.join(tmpdir(), 'anupalan-growth-'));
  const done = path.join(dataDir, 'seeded');
  const log = { info: console.error, warn: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log, onLost: fail });
  const database = openDatabase(postgres.ownerUrl, fail, UNLIMITED);
  await migrate(database.db);
  if (!existsSync(done)) {
    await letOwnerRestTriggers(dataDir);
    await loadItems(database, ITEMS);
    const began = performance.now();
    await seedCompanies(database.pool, companies);
    console.error(`${companies} companies: seeded in ${Math.round((performance.now() - began) / 1_000)} s`);
    await writeFile(done, '');
  }
  await leaveUnsealed(database);
  return {
    companies,
    database,
    databaseUrl: postgres.ownerUrl,
    readPostgresCpuMs: () => readPostgresCpuMs(dataDir),
    async [Symbol.asyncDispose]() {
      await database.close();
      await postgres.stop();
      if (!kept) await rm(dataDir, { recursive: true });
    },
  };
}

async function letOwnerRestTriggers(dataDir: string): Promise<void> {
  const superuser = openDatabase((await findRunningPostgres(dataDir, 'superuser')) ?? '', fail);
  await superuser.pool.query(`grant set on parameter session_replication_role to ${ROLES.owner}`);
  await superuser.close();
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}
