import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { openDatabase } from '../apps/server/src/platform/postgres/database.ts';
import { migrate } from '../apps/server/src/platform/postgres/migrate.ts';
import { measureAgainst } from './against/against.ts';
import { measureBackOffice } from './back-office/back-office.ts';
import { measureClients } from './clients/clients.ts';
import { measureDigests } from './digests/digests.ts';
import { measureExtension } from './extension/extension.ts';
import { measureFeeds } from './feeds/feeds.ts';
import type { BenchPostgres, Figure, Measure } from './figure.ts';
import { measureGrowth } from './growth/growth.ts';
import { measureImports } from './imports/imports.ts';
import { measureMemory } from './load/memory.ts';
import { measureOverload } from './load/overload.ts';
import { measureSignInStorm } from './load/sign-in-storm.ts';
import { measureUploads } from './load/uploads.ts';
import { measureCompanyFile } from './packs/company-file.ts';
import { measurePacks } from './packs/packs.ts';
import { measureWithoutNames } from './pooler/without-names.ts';
import { readPostgresCpuMs } from './postgres-cpu.ts';
import { measureComplianceData } from './reads/compliance-data.ts';
import { measureUsersSearch } from './users-search/users-search.ts';
import { measureCalendar } from './web/calendar.ts';
import { measureDashboard } from './web/dashboard.ts';
import { measureDerivation } from './web/derivation.ts';
import { measurePresses } from './web/presses.ts';
import { measurePublicPages } from './web/public-pages.ts';
import { measureWeights } from './web/weights.ts';
import { measureWebhooks } from './webhooks/webhooks.ts';
import { measureStatusUpdate } from './writes/status-update.ts';

/**
 * `npm run bench`. Every figure is a ratio to a floor that is measured in the same run, so that it means the same on
 * any machine; the servers run in processes of their own, this one makes the load. No figure fails for being slow.
 * Arguments choose among the measurements; those in `ON_REQUEST` run only when they are named. `growth` takes
 * `--companies` and a folder to keep what it seeded, `--kept`; `digests` takes `--recipients`, `users-search` takes
 * `--users`, `packs` takes `--lines` and `--gigabytes`, which `company-file` takes too; `--tree <folder>` measures
 * against another checkout of the project.
 */
const MEASUREMENTS = {
  'compliance-data': measureComplianceData,
  'status-update': measureStatusUpdate,
  clients: measureClients,
  extension: measureExtension,
  feeds: measureFeeds,
  imports: measureImports,
  webhooks: measureWebhooks,
  dashboard: measureDashboard,
  calendar: measureCalendar,
  derivation: measureDerivation,
  presses: measurePresses,
  weights: measureWeights,
  'public-pages': measurePublicPages,
  overload: measureOverload,
  memory: measureMemory,
  'sign-in-storm': measureSignInStorm,
  uploads: measureUploads,
  'back-office': measureBackOffice,
  'without-names': measureWithoutNames,
  packs: (postgres: BenchPostgres) =>
    measurePacks(postgres, { lines: Number(values.lines), gigabytes: Number(values.gigabytes) }),
  'company-file': (postgres: BenchPostgres) => measureCompanyFile(postgres, Number(values.gigabytes)),
  digests: (postgres: BenchPostgres) => measureDigests(postgres, Number(values.recipients)),
  'users-search': (postgres: BenchPostgres) => measureUsersSearch(postgres, Number(values.users)),
};

/** Measurements that take ten minutes, or fetch what is no part of this project. */
const ON_REQUEST = new Set(['memory', 'back-office', 'digests', 'packs', 'company-file', 'users-search']);

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    companies: { type: 'string', default: '1000' },
    recipients: { type: 'string', default: '100000' },
    gigabytes: { type: 'string', default: '5' },
    lines: { type: 'string', default: '100000' },
    users: { type: 'string', default: '1000000' },
    kept: { type: 'string' },
    tree: { type: 'string' },
  },
});
const isAll = wanted.length === 0 && values.tree === undefined;
const figures: Figure[] = [];
for (const [name, measureOn] of Object.entries(MEASUREMENTS)) {
  if (wanted.includes(name) || (isAll && !ON_REQUEST.has(name))) figures.push(...(await onFreshPostgres(measureOn)));
}
if (isAll || wanted.includes('growth')) {
  figures.push(...(await measureGrowth({ companies: Number(values.companies), kept: values.kept })));
}
if (values.tree !== undefined) figures.push(...(await measureAgainst(values.tree)));
for (const figure of figures) print(figure);
console.log(JSON.stringify(figures));

async function onFreshPostgres<T>(measure: (postgres: BenchPostgres) => Promise<T>): Promise<T> {
  await using cleanUp = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'anupalan-bench-'));
  cleanUp.defer(() => rm(dataDir, { recursive: true }));
  const log = { info: console.error, warn: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log, onLost: fail });
  cleanUp.defer(() => postgres.stop());
  const database = openDatabase(postgres.ownerUrl, fail);
  cleanUp.defer(() => database.close());
  await migrate(database.db);
  return await measure({
    database,
    databaseUrl: postgres.ownerUrl,
    readPostgresCpuMs: () => readPostgresCpuMs(dataDir),
  });
}

function print({ target, floor, measures }: Figure): void {
  console.log(`\n${target}\n  against ${floor}`);
  console.table(Object.fromEntries(measures.map((measure) => [measure.name, row(measure)])));
}

function row({ target, floor, ratio }: Measure) {
  return { target: round(target), floor: round(floor), 'ratio (more is better)': round(ratio) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}
