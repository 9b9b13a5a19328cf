import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, runNode } from './processes.mjs';
import { showProgress } from './progress.mjs';
import { Failure, ROOT } from './runtime.mjs';

/** The engine alone comes first: it draws no window and is quicker. */
const SHELL = 'chromium-headless-shell';

const COMMANDS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const USUAL_PLACES = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium that runs, or installs one.
 * @returns {Promise<string>} the program's path
 * @throws {Failure} when there is none and none can be installed.
 */
export async function findBrowser() {
  const found = await findInstalled();
  if (found) return found;
  const { code, output } = await showProgress('Installing a browser', installBrowser());
  const installed = await findInstalled();
  if (installed) return installed;
  throw new Failure(
    `No Chromium was found or could be installed (${code}); name yours with CHROMIUM_PATH=…\n${output.trim()}`,
  );
}

async function findInstalled() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  const { chromium } = await import('playwright');
  const candidates = [process.env.CHROMIUM_PATH, ...onPath, ...USUAL_PLACES, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path) && runs(path));
}

/** Whether a program runs: one of that name may be a mere hint at how to install it. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/**
 * Installs a Chromium: Debian's own, which brings its libraries along; elsewhere Playwright's, with its libraries where
 * root can install them.
 */
async function installBrowser() {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && isDebian()) {
    const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['update'], options);
    const install = (name) =>
      run('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-liberation'], options);
    const shell = await install(SHELL);
    return shell.code === 0 ? shell : install('chromium'); // older releases lack it
  }
  const playwright = join(ROOT, 'node_modules/playwright/cli.js');
  const withLibraries = isRoot && process.platform === 'linux' ? ['--with-deps'] : [];
  return runNode([playwright, 'install', ...withLibraries, 'chromium'], { quiet: true });
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}
