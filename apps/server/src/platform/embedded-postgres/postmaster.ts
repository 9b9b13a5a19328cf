import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../errors/startup-error.ts';
import { findFreePort } from '../process/free-port.ts';
import type { PostgresAccount } from './account.ts';
import { POSTGRES_ENV } from './cluster.ts';

export interface PostmasterOptions {
  cluster: string;
  clusterName: string;
  postgres: string;
  account: PostgresAccount;
  logFile: string;
  durable: boolean;
  /** The port; absent: one that is free. */
  port?: number;
  /** Called with the seconds gone by while PostgreSQL is still starting (it may have to recover first). */
  onSlow(seconds: number): void;
}

export interface Postmaster {
  process: ChildProcess;
  port: number;
}

const LOG_LIMIT_BYTES = 1_000_000;

const PORT_ATTEMPTS = 5;

/**
 * Starts PostgreSQL on a loopback port and waits until it answers.
 * @throws StartupError with the last lines of its log when it ends instead.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const log = await openLog(options.logFile);
  try {
    for (let attempt = 1; ; attempt++) {
      const port = options.port ?? (await findFreePort());
      const { size } = await log.stat();
      const process = await spawnPostmaster(options, port, log);
      if (await becomesReady(process, options)) return { process, port };
      const output = (await readFile(options.logFile)).subarray(size).toString();
      // The port may be taken by another program between finding it and listening on it: then another is tried.
      if (attempt < PORT_ATTEMPTS && output.includes('could not create any TCP/IP sockets')) continue;
      const lastLines = output.trim().split('\n').slice(-10).join('\n');
      throw new StartupError(`PostgreSQL ended while it started (${options.logFile}):\n${lastLines}`);
    }
  } finally {
    await log.close();
  }
}

/**
 * The log begins anew at each start, which bounds it: only what starts, stops and breaks PostgreSQL is logged (see the
 * settings).
 */
async function openLog(logFile: string): Promise<FileHandle> {
  if (existsSync(logFile) && (await stat(logFile)).size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
  return open(logFile, 'a', 0o600);
}

/** Starts PostgreSQL in a session of its own: Ctrl-C in a terminal is for the server, which stops PostgreSQL when it no longer needs it. */
async function spawnPostmaster(options: PostmasterOptions, port: number, log: FileHandle): Promise<ChildProcess> {
  const settings = Object.entries(listSettings(options, port)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const {
    command,
    args,
    options: identity,
  } = options.account.prepare(options.postgres, ['-D', options.cluster, ...settings]);
  const child = spawn(command, args, {
    ...identity,
    cwd: options.cluster,
    env: POSTGRES_ENV,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  await once(child, 'spawn');
  // PostgreSQL ends with this process, whatever ends it short of a kill.
  const endToo = () => child.kill('SIGINT');
  process.once('exit', endToo);
  child.once('exit', () => process.off('exit', endToo));
  return child;
}

function listSettings({ clusterName, durable }: PostmasterOptions, port: number): Record<string, string | number> {
  return {
    cluster_name: clusterName,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // PostgreSQL doesn't log failed statements, whose parameters are personal data; the server logs them without.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

/** Whether PostgreSQL gets ready; false when it ends instead. */
async function becomesReady(child: ChildProcess, { cluster, onSlow }: PostmasterOptions): Promise<boolean> {
  const started = Date.now();
  let reported = 0;
  while (!hasEnded(child)) {
    if (await saysReady(cluster, child.pid)) return true;
    const seconds = Math.floor((Date.now() - started) / 1_000);
    if (seconds >= reported + (reported === 0 ? 1 : 5)) {
      reported = seconds;
      onSlow(seconds);
    }
    await pause(20);
  }
  return false;
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Whether PostgreSQL is ready, as `pg_ctl` finds out: the first line of the file is the process, the eighth its state. */
async function saysReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}
