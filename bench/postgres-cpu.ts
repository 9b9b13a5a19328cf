import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Milliseconds of a tick, in which Linux counts, on every platform that Node.js runs on. */
const TICK_MS = 10;

/**
 * Milliseconds of CPU time so far of the PostgreSQL of a data folder and of all its processes, ended ones too; NaN on
 * other systems than Linux.
 */
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

/** The numbers of `proc_pid_stat(5)`; null when the process has just ended. */
function readStat(pid: string) {
  const file = `/proc/${pid}/stat`;
  const fields = readIfThere(file).split(') ')[1]?.split(' ') ?? [];
  if (fields.length === 0) return null;
  const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
  return { parent: fields[1], ownTicks: ticks(11), ticksOfEnded: ticks(13) };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the process ended between the listing and this
  }
}
