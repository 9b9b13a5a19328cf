import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../errors/startup-error.ts';
import { STOP_LIMIT_MS } from '../process/shutdown.ts';

/** The result code SQLite gives when another process holds the lock. */
const SQLITE_BUSY = 5;

/** Milliseconds to wait for an instance to say that it stops, since its launcher may have been killed just now. */
const SAYS_SO_WITHIN_MS = 3_000;

/** Milliseconds that one which says so is given, somewhat more than it gives itself. */
const STOPS_WITHIN_MS = STOP_LIMIT_MS + 2_000;

const STOPPING = 'stopping';

export interface DataFolder {
  /** Tells whoever waits for the folder that it will be free soon. */
  announceStop(): void;
  release(): void;
}

interface WaitOptions {
  /** Hears for how many seconds an instance that stops has been waited for. */
  onWait(seconds: number): void;
  /** Milliseconds for it to say that it stops. */
  saysSoWithinMs?: number;
}

/**
 * Makes the data folder where it is missing and claims it for this process alone, so that any PostgreSQL that runs on
 * it can only be a leftover of a killed instance.
 *
 * The claim is a lock of the operating system on an empty file, which ends with its process, also with a killed one.
 * Node gives such locks only by way of SQLite.
 *
 * An instance that stops is waited for as long as its calls may take to end.
 *
 * @throws StartupError when the folder can't be written to, or another instance runs on it.
 */
export async function claimDataFolder(
  folder: string,
  { onWait, saysSoWithinMs = SAYS_SO_WITHIN_MS }: WaitOptions,
): Promise<DataFolder> {
  const processFile = join(folder, 'instance.pid');
  const lock = openLock(folder);
  const began = Date.now();
  let reported = 0;
  while (!tryLock(lock)) {
    const waited = Date.now() - began;
    const stops = readProcess(processFile).includes(STOPPING);
    if (waited > (stops ? STOPS_WITHIN_MS : saysSoWithinMs)) {
      lock.close();
      throw new StartupError(describeOther(folder, processFile));
    }
    const seconds = Math.floor(waited / 1_000);
    if (stops && seconds > reported) {
      reported = seconds;
      onWait(seconds);
    }
    await pause(50);
  }
  writeFileSync(processFile, `${process.pid}\n`);
  return {
    announceStop() {
      try {
        writeFileSync(processFile, `${process.pid} ${STOPPING}\n`);
      } catch {
        // A folder that was taken away is waited for by nobody.
      }
    },
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

/** The process of the instance that runs on the folder, and whether it stops. */
function readProcess(processFile: string): string {
  return existsSync(processFile) ? readFileSync(processFile, 'utf8').trim() : '';
}

function describeOther(folder: string, processFile: string): string {
  const [process] = readProcess(processFile).split(' ');
  const owner = process ? ` (process ${process})` : '';
  return `Another Anupalan${owner} runs on the data folder ${folder}: stop it, or choose another, for example DATA_DIR=./data-2`;
}
