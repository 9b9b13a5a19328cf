import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './builds/lock.mjs';
import { run } from './processes.mjs';
import { showProgress } from './progress.mjs';
import { Failure, ROOT } from './runtime.mjs';

/** The list of installed packages that npm writes here, last of all. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');

/** The lock on node_modules, outside of it because npm clears it. */
const LOCK = join(ROOT, 'build/install-lock');

/** What runs the product takes no tool of its development (Playwright, Vitest) with `NODE_ENV=production`. */
export function installToRun() {
  return install(process.env.NODE_ENV !== 'production');
}

/**
 * Installs the packages of package-lock.json unless they are installed, whatever else was done to node_modules; one
 * process at a time.
 * @param {boolean} dev whether those that only development needs are wanted too; where they are, they stay
 * @throws {Failure} with npm's own words when it can't.
 */
export async function install(dev = true) {
  if (!findMissing(dev)) return;
  await withLock(LOCK, 'Waiting for another process that installs packages', async () => {
    if (findMissing(dev)) await installAnew(dev);
  });
}

async function installAnew(dev) {
  // An interrupted installation must never look like a finished one.
  rmSync(INSTALLED, { force: true });
  const { code, output } = await showProgress(
    'Installing packages',
    runNpm(['ci', dev ? '--include=dev' : '--omit=dev', '--include=optional', '--loglevel=error']),
  );
  if (code !== 0) throw new Failure(`npm could not install the packages:\n${output.trim()}`);
  const missing = findMissing(dev);
  if (missing) throw new Failure(`npm installed everything but ${missing}:\n${output.trim()}`);
}

/** The first package of the lock file that is not installed as it says. */
function findMissing(dev) {
  if (!existsSync(INSTALLED)) return 'anything';
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  const installed = readPackages(INSTALLED);
  return Object.keys(wanted).find((path) => {
    if (!path.startsWith('node_modules/') || !isMeantForHere(wanted[path], dev)) return false;
    return installed[path]?.integrity !== wanted[path].integrity || !isThere(path, wanted[path]);
  });
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Whether a package is installed, by its own package.json: npm's list is ahead of it after `npm install
 * --package-lock-only`.
 */
function isThere(path, { version, link }) {
  const file = join(ROOT, path, 'package.json');
  return existsSync(file) && (link || JSON.parse(readFileSync(file, 'utf8')).version === version);
}

/**
 * Whether npm must install a package here: it may leave out optional ones, except those for this platform, such as
 * binaries.
 */
function isMeantForHere({ dev: onlyDev, optional, os, cpu, libc }, dev) {
  if (onlyDev && !dev) return false;
  if (!optional) return true;
  return names(os, process.platform) && names(cpu, process.arch) && (!libc || names(libc, findLibc()));
}

function names(platforms, platform) {
  return platforms !== undefined && [platforms].flat().includes(platform);
}

function findLibc() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** Runs the npm that started this, with its own Node.js: the project's is about to be replaced. */
function runNpm(args) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const options = { quiet: true };
  if (!npm || !node) return run('npm', args, options);
  return run(node, [npm, ...args], options);
}
