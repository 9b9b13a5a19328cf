import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer } from '../bench-server.ts';
import { readPostgresCpuMs } from '../postgres-cpu.ts';
import { leaveUnsealed } from '../unsealed.ts';

/** The modules of a checkout that are run as they are there; calls that are older than this bench have their shape. */
interface Modules {
  readonly start: typeof import('../../apps/server/src/platform/embedded-postgres/start.ts');
  readonly database: typeof import('../../apps/server/src/platform/postgres/database.ts');
  readonly migrate: typeof import('../../apps/server/src/platform/postgres/migrate.ts');
  readonly sessions: typeof import('../../apps/server/src/identity/read-session.ts');
  readonly items: typeof import('../items.ts');
  readonly viewers: typeof import('../viewers.ts');
}

/** A checkout of the project with a PostgreSQL and a server of its own. */
export type Tree = Awaited<ReturnType<typeof startTree>>;

/** Starts the server of a checkout, whose dependencies are installed, with so many items of its catalogue. */
export async function startTree(folder: string, { items, cleanUp }: { items: number; cleanUp: AsyncDisposableStack }) {
  const modules = await importModules(folder);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'anupalan-bench-'));
  cleanUp.defer(() => rm(dataDir, { recursive: true }));
  const log = { info: () => {}, warn: console.error };
  const postgres = await modules.start.startEmbeddedPostgres({ dataDir, log, onLost: fail });
  cleanUp.defer(() => postgres.stop());
  const database = modules.database.openDatabase(postgres.ownerUrl, fail);
  cleanUp.defer(() => database.close());
  await modules.migrate.migrate(database.db);
  await modules.items.loadItems(database, items);
  await leaveUnsealed(database);
  const env = { DATABASE_URL: postgres.ownerUrl, LOG_LEVEL: 'warn' };
  const server = cleanUp.use(await startServer(path.resolve(folder, 'apps/server/src/main.ts'), env));
  return { ...modules, database, server, readPostgresCpuMs: () => readPostgresCpuMs(dataDir) };
}

async function importModules(folder: string): Promise<Modules> {
  const from = (file: string) => import(pathToFileURL(path.resolve(folder, file)).href);
  return {
    start: await from('apps/server/src/platform/embedded-postgres/start.ts'),
    database: await from('apps/server/src/platform/postgres/database.ts'),
    migrate: await from('apps/server/src/platform/postgres/migrate.ts'),
    sessions: await from('apps/server/src/identity/read-session.ts'),
    items: await from('bench/items.ts'),
    viewers: await from('bench/viewers.ts'),
  };
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}
