import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './processes.mjs';
import { showProgress } from './progress.mjs';
import { Failure, ROOT } from './runtime.mjs';

const WEB = join(ROOT, 'apps/web');

/** The hash of all that the build was made from; written last, so that a build that was interrupted has none. */
const STAMP = join(WEB, 'build/inputs.sha256');

const INPUTS = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json', 'scripts/build-web.mjs'];

const NOT_INPUTS = /(^|\/)(build|node_modules|\.react-router)$|\.test\.tsx?$/;

export const REACT_ROUTER = join(ROOT, 'node_modules/@react-router/dev/bin.cjs');

/**
 * Builds the web app unless the build is of the present sources.
 * @throws {Failure} with the builder's own words when it can't.
 */
export async function buildWeb() {
  const inputs = hashInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs && existsSync(join(WEB, 'build/client'))) return;
  rmSync(STAMP, { force: true });
  const build = runNode([REACT_ROUTER, 'build'], {
    cwd: WEB,
    quiet: true,
    env: { NODE_ENV: 'production' },
  });
  const { code, output } = await showProgress('Building the web app', build);
  if (code !== 0) throw new Failure(`The web app could not be built:\n${output.trim()}`);
  writeFileSync(`${STAMP}.new`, inputs);
  renameSync(`${STAMP}.new`, STAMP);
}

/**
 * Hashes all that goes into the build: sources, packages, and what the build takes from the environment and the
 * calendar.
 */
function hashInputs() {
  const hash = createHash('sha256');
  const add = (...parts) => {
    for (const part of parts) hash.update(`${part.length}:`).update(part);
  };
  for (const file of INPUTS.flatMap(listFiles)) add(file, readFileSync(join(ROOT, file)));
  const settings = Object.keys(process.env).filter((name) => /^((VITE|FOOTER)_|SUPPORT_EMAIL$)/.test(name));
  for (const name of settings.sort()) add(name, process.env[name]);
  add(String(new Date().getUTCFullYear()));
  return hash.digest('hex');
}

function listFiles(path) {
  if (NOT_INPUTS.test(path)) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}
