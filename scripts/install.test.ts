import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const [INSTALL = '', INSTALL_TO_RUN = ''] = ['install()', 'installToRun()'].map(
  (call) => `Promise.all([import('./scripts/launch.mjs'), import('./scripts/install.mjs')]).then(
    ([{ launch }, scripts]) => launch(() => scripts.${call}))`,
);

/** A project of its own with these scripts and packages made on the spot, so no registry is asked. */
let project: string;

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'anupalan-install-'));
  cpSync(import.meta.dirname, path.join(project, 'scripts'), { recursive: true });
  for (const settings of ['settings', 'platform/http/is-loopback.mjs']) {
    const part = path.join('apps/server/src', settings);
    cpSync(path.join(import.meta.dirname, '..', part), path.join(project, part), { recursive: true });
  }
  makePackage('part', '1.0.0');
  makePackage('part', '2.0.0');
  makePackage('foreign', '1.0.0', { os: ['aix'], cpu: ['ppc64'] });
  makePackage('tool', '1.0.0');
  makePackage('native', '1.0.0', { os: [process.platform], cpu: [process.arch] });
  wantPart('1.0.0');
});

afterAll(() => rmSync(project, { recursive: true }));

beforeEach(() => expectInstall());

test('what is installed is not installed again, foreign platforms left out', () => {
  expect(isReinstalled(() => {})).toBe(false);
});

test("a developer's own npm ci counts", () => {
  run('npm', 'ci');
  expect(isReinstalled(() => {})).toBe(false);
});

test.each([
  ['an installation that was interrupted', () => remove('.package-lock.json')],
  ['a package that is gone', () => remove('part')],
  ['a package of this platform that is gone', () => remove('native')],
])('%s is made whole', (_, damage) => {
  expect(isReinstalled(damage)).toBe(true);
  expect(readVersion('native')).toBe('1.0.0');
});

test('another version in the lock file is installed', () => {
  expect(isReinstalled(() => wantPart('2.0.0'))).toBe(true);
  expect(readVersion('part')).toBe('2.0.0');
});

test("npm's own words are shown when it fails", () => {
  const lockFile = path.join(project, 'package-lock.json');
  const sound = readFileSync(lockFile, 'utf8');
  writeFileSync(lockFile, sound.replace(/sha512-[^"]{8}/g, 'sha512-AAAAAAAA'));
  const { status, stderr } = install();
  writeFileSync(lockFile, sound);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^npm could not install the packages:\n(.*\n)*.*EINTEGRITY/);
});

test('of two starts at once in one folder one installs, and the other waits for it', async () => {
  remove('.package-lock.json');
  writeFileSync(path.join(project, 'installations'), '');
  const both = [1, 2].map(() => spawn(process.execPath, ['-e', INSTALL], { cwd: project, stdio: 'ignore' }));
  expect(await Promise.all(both.map((child) => once(child, 'exit')))).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(readFileSync(path.join(project, 'installations'), 'utf8')).toBe('\n');
});

test('with NODE_ENV=production what only development needs is left out, and tests bring it', () => {
  rmSync(path.join(project, 'node_modules'), { recursive: true });
  const mark = path.join(project, 'node_modules/mark');
  const production = { NODE_ENV: 'production' };
  expect(install(INSTALL_TO_RUN, production)).toMatchObject({ status: 0, stderr: '' });
  expect([existsSync(path.join(project, 'node_modules/tool')), readVersion('part')]).toEqual([false, '2.0.0']);
  writeFileSync(mark, '');
  expect(install(INSTALL_TO_RUN, production)).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(mark)).toBe(true);
  expect(install(INSTALL, production)).toMatchObject({ status: 0, stderr: '' });
  expect(readVersion('tool')).toBe('1.0.0');
});

function makePackage(name: string, version: string, platform = {}): void {
  const folder = path.join(project, 'packed', `${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version, ...platform }));
  run('npm', 'pack', folder);
}

function wantPart(version: string): void {
  const scripts = { postinstall: 'echo >> installations' };
  const dependencies = { part: `file:part-${version}.tgz` };
  const devDependencies = { tool: 'file:tool-1.0.0.tgz' };
  const optionalDependencies = { foreign: 'file:foreign-1.0.0.tgz', native: 'file:native-1.0.0.tgz' };
  writeFileSync(
    path.join(project, 'package.json'),
    JSON.stringify({ name: 'project', version: '1.0.0', scripts, dependencies, devDependencies, optionalDependencies }),
  );
  run('npm', 'install', '--package-lock-only');
}

/** Whether a change makes everything be installed anew, which is told by a file that `npm ci` clears away. */
function isReinstalled(change: () => void): boolean {
  const mark = path.join(project, 'node_modules/mark');
  change();
  writeFileSync(mark, '');
  expectInstall();
  return !existsSync(mark);
}

function expectInstall(): void {
  expect(install()).toMatchObject({ status: 0, stderr: '' });
}

function install(script = INSTALL, env = {}) {
  return spawnSync(process.execPath, ['-e', script], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
}

function remove(name: string): void {
  rmSync(path.join(project, 'node_modules', name), { recursive: true });
}

function readVersion(name: string): string {
  return JSON.parse(readFileSync(path.join(project, 'node_modules', name, 'package.json'), 'utf8')).version;
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
