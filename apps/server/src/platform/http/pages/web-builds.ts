import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Builds that stay although nobody runs on them: the present one, and the one before for whoever goes back to it. */
const KEPT = 2;

const BUILD_NAME = /^[0-9a-f]{20}$/;

export interface WebBuild {
  /** The folder of the pages and assets. */
  readonly folder: string;
  release(): void;
}

/**
 * Takes the build of the present sources, as `scripts/build-web.mjs` made it, and keeps it from being removed until it
 * is released or this process ends. The hold is a lock of the operating system (decision 16), as it is on a data
 * folder.
 */
export function takeWebBuild(builds: string): WebBuild | null {
  const current = path.join(builds, 'current');
  // A build that was removed between reading its name and taking it has a successor.
  for (let attempt = 0; attempt < 3 && existsSync(current); attempt++) {
    const build = path.join(builds, readFileSync(current, 'utf8'));
    const lock = tryLock(build, 'shared');
    if (lock && existsSync(path.join(build, 'in-use'))) {
      HELD.add(lock);
      return { folder: path.join(build, 'client'), release: () => release(lock) };
    }
    lock?.close();
  }
  return null;
}

/** The locks of this process: one that nothing refers to any more is closed as garbage, and with it the hold ends. */
const HELD = new Set<DatabaseSync>();

function release(lock: DatabaseSync): void {
  HELD.delete(lock);
  lock.close();
}

/** Removes builds that nobody runs on, save the newest. */
export function removeUnusedBuilds(builds: string): void {
  const current = readFileSync(path.join(builds, 'current'), 'utf8');
  const newestFirst = readdirSync(builds)
    .filter((name) => BUILD_NAME.test(name) && name !== current)
    .map((name) => ({ build: path.join(builds, name), made: statSync(path.join(builds, name)).mtimeMs }))
    .sort((one, other) => other.made - one.made);
  for (const { build } of newestFirst.slice(KEPT - 1)) {
    const lock = tryLock(build, 'exclusive');
    if (!lock) continue;
    // Renamed first, so that nobody takes half of it.
    const gone = path.join(builds, `new-gone-${path.basename(build)}`);
    renameSync(build, gone);
    rmSync(gone, { recursive: true });
    lock.close();
  }
}

/** The lock on a build, which ends with its process; null when others hold it against that, or the build is gone. */
function tryLock(build: string, kind: 'shared' | 'exclusive'): DatabaseSync | null {
  let lock: DatabaseSync | undefined;
  try {
    // Who only serves the files may lack the right to write them, which a shared lock doesn't need.
    lock = new DatabaseSync(path.join(build, 'in-use'), { readOnly: kind === 'shared', timeout: 0 });
    lock.exec(
      kind === 'shared' ? 'BEGIN; SELECT name FROM sqlite_schema' : 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE',
    );
    return lock;
  } catch {
    lock?.close();
    return null;
  }
}
