import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { choosePostgresAccount } from './account.ts';
import { findPostgresBinaries } from './binaries.ts';
import { makeCluster, nameCluster } from './cluster.ts';
import { claimDataFolder, type DataFolder } from './data-folder.ts';
import { hasEnded, type PostmasterOptions, startPostmaster } from './postmaster.ts';
import { endClusterProcesses, findClusterProcesses } from './processes.ts';
import { prepareRoles, type Role, writeUrl } from './roles.ts';

/** Restarts allowed within a minute: more ends than this are not accidents. */
const RESTARTS_A_MINUTE = 3;

export interface EmbeddedPostgresOptions {
  /** The data folder, made where it is missing; one instance at a time runs on it. */
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
  /** False for throw-away databases of tests: faster, and lost with the machine's power. */
  durable?: boolean;
  /** Called when PostgreSQL ended and could not be started again, so that this process can only end too. */
  onLost(error: unknown): void;
}

export interface EmbeddedPostgres {
  /** The address by which the server works: of a role that owns nothing. */
  url: string;
  /** The address by which tables are made and altered: of their owner. */
  ownerUrl: string;
  /** Tells a next instance on the folder, which may be starting already, to wait for the end of this one. */
  announceStop(): void;
  /** Disconnects everybody, stops PostgreSQL cleanly, and resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that came with the installation on the data folder, and starts it again should it be killed.
 * Leftovers of killed instances are put right first: a PostgreSQL that nobody uses is stopped, never doubled.
 * @throws StartupError with what to do about it: a folder that is in use, closed, or of another version.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const folder = await claimDataFolder(dataDir, {
    onWait: (seconds) => options.log.info(`Waiting for the instance before, which is stopping (${seconds} s)`),
  });
  try {
    return await startInFolder(dataDir, folder, options);
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function startInFolder(
  dataDir: string,
  folder: DataFolder,
  { log, durable = true, onLost }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres');
  const { initdb, postgres } = await findPostgresBinaries();
  const account = await choosePostgresAccount(cluster, postgres);
  if (existsSync(cluster)) await clearLeftovers(cluster, log);
  await makeCluster(cluster, initdb, account, durable);
  const keeper = await keepRunning(
    {
      cluster,
      clusterName: await nameCluster(cluster),
      postgres,
      account,
      logFile: join(dataDir, 'postgres.log'),
      durable,
      onSlow: (seconds) => log.info(`PostgreSQL is still starting (${seconds} s)`),
    },
    log,
    onLost,
  );
  const stop = async () => {
    await keeper.stop();
    folder.release();
  };
  try {
    await prepareRoles(cluster, keeper.port);
    const [url, ownerUrl] = [
      await writeUrl(cluster, keeper.port, 'server'),
      await writeUrl(cluster, keeper.port, 'owner'),
    ];
    return { url, ownerUrl, announceStop: folder.announceStop, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The address of the PostgreSQL that a running instance has on the data folder, for a program that works beside it, as
 * the owner of the tables unless it says otherwise; null when there is none.
 */
export async function findRunningPostgres(dataDir: string, role: Role = 'owner'): Promise<string | null> {
  const cluster = join(resolve(dataDir), 'postgres');
  const processFile = join(cluster, 'postmaster.pid');
  if (!existsSync(processFile)) return null;
  const port = Number((await readFile(processFile, 'utf8')).split('\n')[3]);
  const url = await writeUrl(cluster, port, role);
  return (await answers(url)) ? url : null;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  const connected = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end();
  return connected;
}

/** Clears what a killed instance left: the folder is claimed by now, so a running PostgreSQL is an orphan. */
async function clearLeftovers(cluster: string, log: EmbeddedPostgresOptions['log']): Promise<void> {
  const clusterName = await nameCluster(cluster);
  if ((await findClusterProcesses(clusterName)).length > 0) {
    log.warn('Stopping a PostgreSQL that was left behind');
    await endClusterProcesses(clusterName);
  }
  // The file's process id may be another program's by now, and PostgreSQL would believe it.
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

interface Keeper {
  port: number;
  stop(): Promise<void>;
}

/** Runs PostgreSQL, starting it again on the same port whenever it ends by itself, until it is told to stop. */
async function keepRunning(
  settings: PostmasterOptions,
  log: EmbeddedPostgresOptions['log'],
  onLost: EmbeddedPostgresOptions['onLost'],
): Promise<Keeper> {
  const { process: first, port } = await startPostmaster(settings);
  const ends: number[] = [];
  let stopping = false;
  let restarted = Promise.resolve();

  function watch(postmaster: ChildProcess): void {
    const onEnd = () => {
      if (!stopping) restarted = restart().catch(onLost);
    };
    if (hasEnded(postmaster)) onEnd();
    else postmaster.once('exit', onEnd);
  }

  async function restart(): Promise<void> {
    const now = Date.now();
    if (ends.push(now) > RESTARTS_A_MINUTE && (ends.shift() ?? 0) > now - 60_000) {
      throw new Error('PostgreSQL ends again and again');
    }
    log.warn('PostgreSQL ended unexpectedly and is started again');
    await clearLeftovers(settings.cluster, log);
    const { process } = await startPostmaster({ ...settings, port });
    watch(process);
  }

  watch(first);
  return {
    port,
    async stop() {
      stopping = true;
      await restarted;
      await endClusterProcesses(settings.clusterName);
    },
  };
}
