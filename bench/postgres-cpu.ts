import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Linux counts in these, on every platform that Node.js runs on. */
const TICK_MS = 10;

/** CPU time so far of the PostgreSQL of a data folder and of all its processes, ended ones too; NaN but on Linux. */
export function readPostgresCpuMs(dataDir: string): number {
  if (!existsSync('/proc/self/stat')) return Number.NaN;
  const postmaster = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0];
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === postmaster);
  const ticks = children.reduce((sum, stat) => sum + (stat?.ownTicks ?? 0), 0);
  const own = readStat(String(postmaster));
  return (ticks + (own?.ownTicks ?? 0) + (own?.ticksOfEnded ?? 0)) * TICK_MS;
}

/** What `proc_pid_stat(5)` tells; null when the process has just ended. */
function readStat(pid: string) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
  return { parent: fields[1], ownTicks: ticks(11), ticksOfEnded: ticks(13) };
}
