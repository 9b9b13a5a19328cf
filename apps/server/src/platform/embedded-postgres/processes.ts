import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartupError } from '../errors/startup-error.ts';

/** The signals that stop a cluster (clean, fast, kill) and the milliseconds to wait after each. */
const STOP_STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

interface ClusterProcess {
  pid: number;
  /** Whether it is the postmaster, the parent of the others. */
  main: boolean;
}

/**
 * Ends every process of the cluster with a `cluster_name` and waits until they are gone: a clean shutdown when the
 * postmaster lives, and also backends that outlived a killed one and still hold its shared memory.
 * @throws StartupError when they are another user's.
 */
export async function endClusterProcesses(clusterName: string): Promise<void> {
  for (const [signal, timeoutMs] of STOP_STEPS) {
    const running = await findClusterProcesses(clusterName);
    const main = running.filter((process) => process.main);
    for (const { pid } of main.length > 0 && signal !== 'SIGKILL' ? main : running) send(pid, signal);
    if (await waitUntilGone(clusterName, timeoutMs)) return;
  }
  throw new Error(`Processes of PostgreSQL (${clusterName}) can't be ended`);
}

async function waitUntilGone(clusterName: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while ((await findClusterProcesses(clusterName)).length > 0) {
    if (Date.now() > deadline) return false;
    await pause(25);
  }
  return true;
}

/** The processes of a cluster, found by the name in their command lines; process ids in files may be stale. */
export async function findClusterProcesses(clusterName: string): Promise<ClusterProcess[]> {
  const all = process.platform === 'linux' ? await listFromProc() : await listFromPs();
  return all.flatMap(({ pid, command }) => {
    const main = command.includes(`cluster_name=${clusterName}`);
    return main || command.startsWith(`postgres: ${clusterName}:`) ? [{ pid, main }] : [];
  });
}

interface RunningProcess {
  pid: number;
  command: string;
}

/** Processes are read from /proc, because slim containers have no `ps`. */
async function listFromProc(): Promise<RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(pids.map((pid) => readCommand(pid)));
  return pids.map((pid, at) => ({ pid: Number(pid), command: commands[at] ?? '' }));
}

async function readCommand(pid: string): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch (error) {
    // A process that can't be read has ended, or belongs to another user and so to no cluster of ours.
    if (hasCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return '';
    throw error;
  }
}

async function listFromPs(): Promise<RunningProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command ? [{ pid: Number(pid), command }] : [];
  });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return;
    if (!hasCode(error, 'EPERM')) throw error;
    throw new StartupError(
      `Process ${pid}, a PostgreSQL that was left behind, is another user's: stop it with sudo kill -INT ${pid}`,
    );
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
