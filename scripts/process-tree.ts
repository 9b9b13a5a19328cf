import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Entry {
  pid: number;
  parent: number;
}

/** The processes that still run, without those that have ended and only wait for their parent to take note of it. */
export function keepRunning(pids: number[]): number[] {
  const running = new Set(listProcesses().map(({ pid }) => pid));
  return pids.filter((pid) => running.has(pid));
}

/** A process and all that it started, parents before children. */
export function listTree(root: number): number[] {
  const processes = listProcesses();
  const tree = [root];
  for (const pid of tree) tree.push(...processes.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return tree;
}

function listProcesses(): Entry[] {
  const lines =
    process.platform === 'linux'
      ? readProc()
      : execFileSync('ps', ['-A', '-o', 'pid=,state=,ppid=']).toString().split('\n');
  return lines.flatMap((line) => {
    const [, pid, state, parent] = /^\s*(\d+) (?:\(.*\) )?(\S+) +(\d+)/s.exec(line) ?? [];
    return state && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent) }] : [];
  });
}

/** Processes are read from /proc, because slim containers have no `ps`. */
function readProc(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/stat`, 'utf8')];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
}
