import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from './builds/lock.mjs';
import { runNode } from './processes.mjs';
import { showProgress } from './progress.mjs';
import { Failure, ROOT } from './runtime.mjs';

const WEB = join(ROOT, 'apps/web');

/** The folder of all builds, each in a folder named by the hash of what it was made from. */
const BUILDS = join(WEB, 'build');

/** The file that names the build of the present sources, which a server that starts takes. */
const CURRENT = join(BUILDS, 'current');

/** The prefix of folders in which a build is made; what has it when no build is made was left by a killed one. */
const STAGE_PREFIX = 'new-';

const INPUTS = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build-web.mjs'];

const NOT_INPUTS = /(^|\/)(build|node_modules|\.react-router)$|\.test\.tsx?$/;

export const REACT_ROUTER = join(ROOT, 'node_modules/@react-router/dev/bin.cjs');

/**
 * Builds the web app unless there is a build of the present sources. A build is made aside and moved into place when it
 * is whole, one at a time; those that other instances run on stay as they are.
 * @throws {Failure} with the builder's own words when it can't.
 */
export async function buildWeb() {
  const name = hashInputs();
  if (readCurrent() === name && existsSync(join(BUILDS, name))) return;
  await withLock(join(BUILDS, 'lock'), 'Waiting for another process that builds the web app', async () => {
    const isNew = !existsSync(join(BUILDS, name));
    if (isNew) await buildAside(name);
    writeFileSync(`${CURRENT}.new`, name);
    renameSync(`${CURRENT}.new`, CURRENT);
    // What can't be removed now is in nobody's way.
    if (isNew) await runNode(['scripts/builds/remove-builds.ts'], { quiet: true });
  });
}

async function buildAside(name) {
  for (const left of readdirSync(BUILDS)) {
    if (left.startsWith(STAGE_PREFIX)) rmSync(join(BUILDS, left), { recursive: true, maxRetries: 10, retryDelay: 100 });
  }
  const stage = mkdtempSync(join(BUILDS, STAGE_PREFIX));
  const build = runNode([REACT_ROUTER, 'build'], {
    cwd: WEB,
    quiet: true,
    env: { NODE_ENV: 'production', WEB_BUILD: join(stage, 'web') },
  });
  const { code, output } = await showProgress('Building the web app', build);
  if (code !== 0) throw new Failure(`The web app could not be built:\n${output.trim()}`);
  // A server that runs on a build locks this file (apps/server/src/platform/http/pages/web-builds.ts).
  writeFileSync(join(stage, 'web/in-use'), '');
  renameSync(join(stage, 'web'), join(BUILDS, name));
  rmSync(stage, { recursive: true });
}

function readCurrent() {
  return existsSync(CURRENT) ? readFileSync(CURRENT, 'utf8') : undefined;
}

/** Hashes all that goes into the build; what differs between installations is told by the server and is none of it. */
function hashInputs() {
  const hash = createHash('sha256');
  const add = (...parts) => {
    for (const part of parts) hash.update(`${part.length}:`).update(part);
  };
  for (const file of INPUTS.flatMap(listFiles)) add(file, readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 20);
}

function listFiles(path) {
  if (NOT_INPUTS.test(path)) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}
