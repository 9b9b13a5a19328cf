import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../errors/startup-error.ts';

/** The result code SQLite gives when another process holds the lock. */
const SQLITE_BUSY = 5;

/** Milliseconds to wait for an instance that was just told to stop, or whose launcher was killed. */
const CLAIM_TIMEOUT_MS = 3_000;

export interface DataFolder {
  release(): void;
}

/**
 * Makes the data folder where it is missing and claims it for this process alone, so that any PostgreSQL that runs on
 * it can only be a leftover of a killed instance.
 *
 * The claim is a lock of the operating system on an empty file, which ends with its process, also with a killed one.
 * Node gives such locks only by way of SQLite.
 *
 * @throws StartupError when the folder can't be written to, or another instance runs on it.
 */
export async function claimDataFolder(folder: string): Promise<DataFolder> {
  const processFile = join(folder, 'instance.pid');
  const lock = openLock(folder);
  const deadline = Date.now() + CLAIM_TIMEOUT_MS;
  while (!tryLock(lock)) {
    if (Date.now() > deadline) {
      lock.close();
      throw new StartupError(describeOther(folder, processFile));
    }
    await pause(50);
  }
  writeFileSync(processFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(processFile, { force: true });
      lock.close();
    },
  };
}

function openLock(folder: string): DatabaseSync {
  const file = join(folder, 'instance.lock');
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    // Write access is checked first: SQLite would open a read-only file without complaint and lock nothing.
    if (existsSync(file)) accessSync(file, constants.W_OK);
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new StartupError(`DATA_DIR can't be written to (${cause}), choose another, for example DATA_DIR=./data`);
  }
}

/**
 * Makes a folder level by level: Node's own recursive way never ends where a file system refuses new folders as missing
 * (/proc).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another instance that starts at the same moment may have made it.
    if (!existsSync(folder)) throw error;
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // The journal is in memory because nothing is ever written: the file stays empty and has no companions.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

function describeOther(folder: string, processFile: string): string {
  const owner = existsSync(processFile) ? ` (process ${readFileSync(processFile, 'utf8').trim()})` : '';
  return `Another Anupalan${owner} runs on the data folder ${folder}: stop it, or choose another, for example DATA_DIR=./data-2`;
}
