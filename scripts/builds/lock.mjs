import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { showProgress } from '../progress.mjs';

const RETRY_MS = 100;

/**
 * Does a piece of work that only one process at a time may do, whatever becomes of the others: what a killed process
 * held is free. It needs nothing installed.
 *
 * A lock is a file `<number>.lock` with its holder's process, made by a link, so that it is there as a whole or not at
 * all. The highest number counts. Whoever finds its holder gone makes the next number, which only one can; so nobody
 * ever deletes what may by now be somebody else's.
 * @template T
 * @param {string} folder where the lock's files are, made where it is missing
 * @param {string} label what is shown while another process has it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, label, work) {
  mkdirSync(folder, { recursive: true });
  const held = tryLock(folder) ?? (await showProgress(label, waitFor(folder)));
  try {
    return await work();
  } finally {
    rmSync(held, { force: true });
  }
}

async function waitFor(folder) {
  for (;;) {
    const held = tryLock(folder);
    if (held) return held;
    await pause(RETRY_MS);
  }
}

/** @returns {string | undefined} the file of the lock, now held by this process; nothing when another holds it. */
function tryLock(folder) {
  const [last = 0] = listNumbers(folder);
  if (last > 0 && holderLives(join(folder, `${last}.lock`))) return undefined;
  const mine = join(folder, `${last + 1}.lock`);
  const draft = join(folder, `${randomUUID()}.draft`);
  writeFileSync(draft, describeProcess(process.pid));
  try {
    linkSync(draft, mine);
  } catch (error) {
    if (error.code === 'EEXIST') return undefined; // Another process was quicker.
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const [highest, ...gone] = listNumbers(folder);
  if (highest !== last + 1) {
    rmSync(mine);
    return undefined;
  }
  for (const number of gone) rmSync(join(folder, `${number}.lock`), { force: true });
  return mine;
}

/** The numbers of a lock, highest first. */
function listNumbers(folder) {
  return readdirSync(folder)
    .filter((name) => /^\d+\.lock$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => b - a);
}

function holderLives(file) {
  let holder;
  try {
    holder = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return false; // Given back meanwhile.
    throw error;
  }
  return describeProcess(Number.parseInt(holder, 10)) === holder;
}

/** A process by its id and the moment it began, since ids are used again; a process that is gone has no moment. */
function describeProcess(pid) {
  return `${pid} ${findBeginning(pid)}`;
}

function findBeginning(pid) {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? 'gone' : rest[18];
  } catch {
    return 'gone';
  }
}
