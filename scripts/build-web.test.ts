import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A builder that writes two files, and never the second where its source says so. */
const BUILDER = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const source = readFileSync('source.txt', 'utf8');
appendFileSync('../../builds.log', 'x');
if (source === 'faulty') { console.error('It does not compile'); process.exit(1); }
mkdirSync(process.env.WEB_BUILD + '/client', { recursive: true });
writeFileSync(process.env.WEB_BUILD + '/client/first.txt', source);
(function finish() {
  if (source === 'endless') return setTimeout(finish, 100);
  writeFileSync(process.env.WEB_BUILD + '/client/second.txt', source);
})();`;

const BUILD = `Promise.all([import('./scripts/launch.mjs'), import('./scripts/build-web.mjs')]).then(
  ([{ launch }, { buildWeb }]) => launch(buildWeb))`;

/** A project of its own with these scripts, a builder that is quick, and one source. */
let project: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'anupalan-build-'));
  for (const part of ['scripts', 'apps/server/src/platform/http', 'apps/server/src/settings']) {
    cpSync(path.join(import.meta.dirname, '..', part), path.join(project, part), { recursive: true });
  }
  write('node_modules/@react-router/dev/bin.cjs', BUILDER);
  for (const input of ['packages/a.txt', 'package-lock.json', 'tsconfig.base.json']) write(input, '{}');
  write('builds.log', '');
  write('apps/web/source.txt', 'one');
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(project, { recursive: true, maxRetries: 10, retryDelay: 100 });
});

function write(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  writeFileSync(path.join(project, file), content);
}

function build(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['-e', BUILD], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.push(child);
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], said]) => ({ code, said }));
  return { child, ended };
}

/** What a server that starts now would serve. */
function readCurrent(): string[] {
  const builds = path.join(project, 'apps/web/build');
  const client = path.join(builds, readFileSync(path.join(builds, 'current'), 'utf8'), 'client');
  return readdirSync(client).map((file) => `${file}: ${readFileSync(path.join(client, file), 'utf8')}`);
}

const listBuilds = () => readdirSync(path.join(project, 'apps/web/build')).filter((name) => /^[\da-f]{20}$/.test(name));
const countBuilds = () => readFileSync(path.join(project, 'builds.log'), 'utf8').length;
const whole = (source: string) => [`first.txt: ${source}`, `second.txt: ${source}`];
const OK = { code: 0, said: '' };

test('three first starts at once build once, and go on when the build is whole', async () => {
  expect(await Promise.all([1, 2, 3].map(() => build().ended))).toEqual([OK, OK, OK]);
  expect([readCurrent(), countBuilds()]).toEqual([whole('one'), 1]);
});

test('what is set for one installation is no input, other sources are built beside, and back again is no build', async () => {
  await build().ended;
  const [first] = listBuilds();
  expect(await build({ SUPPORT_EMAIL: 'help@example.in', FOOTER_CREDIT: 'Us' }).ended).toEqual(OK);
  expect(listBuilds()).toEqual([first]);
  write('apps/web/source.txt', 'two');
  await build().ended;
  expect([readCurrent(), listBuilds().length]).toEqual([whole('two'), 2]);
  write('apps/web/source.txt', 'one');
  await build().ended;
  expect([readCurrent(), countBuilds()]).toEqual([whole('one'), 2]);
});

test('kill -9 in the middle of a build leaves the present one, and the next start builds anew', async () => {
  await build().ended;
  write('apps/web/source.txt', 'endless');
  const killed = build();
  await vi.waitFor(() => expect(countBuilds()).toBe(2), { timeout: 10_000, interval: 20 });
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(readCurrent()).toEqual(whole('one'));
  write('apps/web/source.txt', 'two');
  expect(await build().ended).toEqual(OK);
  expect(readCurrent()).toEqual(whole('two'));
  expect(readdirSync(path.join(project, 'apps/web/build')).filter((name) => name.startsWith('new-'))).toEqual([]);
});

test("a build that fails says so in the builder's words and leaves the present one", async () => {
  await build().ended;
  write('apps/web/source.txt', 'faulty');
  expect(await build().ended).toEqual({ code: 1, said: 'The web app could not be built:\nIt does not compile\n' });
  expect([readCurrent(), listBuilds().length]).toEqual([whole('one'), 1]);
});
