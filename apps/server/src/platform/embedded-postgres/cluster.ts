import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../errors/startup-error.ts';
import type { PostgresAccount } from './account.ts';
import { newPassword, PASSWORD_FILE, ROLES } from './roles.ts';

/** The major version of the binaries; data of another one can't be opened. */
const POSTGRES_MAJOR = 18;

const STAGE_PREFIX = 'postgres-new-';

/**
 * Makes the cluster unless there is one. It is made aside and moved into place, so a half-made one never counts.
 * Text sorts by code point whatever the machine's locale is, and `lower` knows all of Unicode.
 * @throws StartupError when it can't be made, or is of another major version.
 */
export async function makeCluster(
  cluster: string,
  initdb: string,
  account: PostgresAccount,
  durable: boolean,
): Promise<void> {
  await removeStages(dirname(cluster));
  if (existsSync(cluster)) return prepareExisting(cluster, account);
  const stage = await mkdtemp(join(dirname(cluster), STAGE_PREFIX));
  const password = join(stage, PASSWORD_FILE);
  await writeFile(password, newPassword(), { mode: 0o600, flush: true });
  await account.own(stage);
  const made = join(stage, 'cluster');
  await runInitdb(initdb, account, stage, [
    `--pgdata=${made}`,
    `--username=${ROLES.superuser}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]);
  await rename(password, join(made, PASSWORD_FILE));
  await rename(made, cluster);
  await syncFolder(dirname(cluster));
  await rm(stage, { recursive: true });
}

/** Removes what a start that was killed left; its `initdb` may still be at work in there. */
async function removeStages(dataDir: string): Promise<void> {
  const stages = (await readdir(dataDir)).filter((name) => name.startsWith(STAGE_PREFIX));
  for (const name of stages) await rm(join(dataDir, name), { recursive: true, maxRetries: 10, retryDelay: 100 });
}

async function prepareExisting(cluster: string, account: PostgresAccount): Promise<void> {
  await refuseOtherVersion(cluster);
  await account.own(cluster);
  // Permissions are set anew: copied data often comes with some that PostgreSQL refuses.
  await chmod(cluster, 0o700);
}

async function refuseOtherVersion(cluster: string): Promise<void> {
  const file = join(cluster, 'PG_VERSION');
  const version = existsSync(file) ? Number(await readFile(file, 'utf8')) : undefined;
  if (version === POSTGRES_MAJOR && existsSync(join(cluster, PASSWORD_FILE))) return;
  const other = 'choose another folder, for example DATA_DIR=./data-2';
  if (version === POSTGRES_MAJOR || version === undefined) {
    throw new StartupError(`DATA_DIR has something else where Anupalan keeps its database (${cluster}): ${other}`);
  }
  const age = version > POSTGRES_MAJOR ? 'a newer' : 'an older';
  throw new StartupError(
    `DATA_DIR was made by ${age} version (${cluster} is of PostgreSQL ${version}, this one has ${POSTGRES_MAJOR}): start that version, or ${other}`,
  );
}

async function runInitdb(initdb: string, account: PostgresAccount, cwd: string, options: string[]): Promise<void> {
  const { command, args, options: identity } = account.prepare(initdb, [...options, '--no-instructions']);
  const child = spawn(command, args, { ...identity, cwd, env: POSTGRES_ENV, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [complaints, code] = await Promise.all([text(child.stderr ?? []), ended]);
  if (code !== 0)
    throw new StartupError(`PostgreSQL can't make its data in DATA_DIR (${dirname(cwd)}):\n${complaints.trim()}`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/** The `cluster_name` setting of a folder: it stays when the folder moves, and a copy of the folder has another. */
export async function nameCluster(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster);
  return `anupalan-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`;
}

/** The environment of PostgreSQL, with nothing of the caller's (PGDATA, PGPORT, locale, time zone). */
export const POSTGRES_ENV = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
