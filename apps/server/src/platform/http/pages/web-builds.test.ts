import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { removeUnusedBuilds, takeWebBuild } from './web-builds.ts';

const [OLDEST = '', OLDER = '', OLD = '', PRESENT = ''] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(20));

let builds: string;

beforeEach(() => {
  builds = mkdtempSync(path.join(tmpdir(), 'anupalan-builds-'));
  for (const [age, name] of [PRESENT, OLD, OLDER, OLDEST].entries()) {
    mkdirSync(path.join(builds, name, 'client'), { recursive: true });
    writeFileSync(path.join(builds, name, 'in-use'), '');
    utimesSync(path.join(builds, name), 1_000_000 - age, 1_000_000 - age);
  }
  writeFileSync(path.join(builds, 'current'), PRESENT);
});

afterEach(() => rmSync(builds, { recursive: true }));

const listBuilds = () => readdirSync(builds).filter((name) => name.length === 20);

test('without a build there is none to take', () => {
  rmSync(path.join(builds, 'current'));
  expect(takeWebBuild(builds)).toBeNull();
  writeFileSync(path.join(builds, 'current'), 'e'.repeat(20));
  expect(takeWebBuild(builds)).toBeNull();
});

test('old builds go, save the present one and the newest before it', () => {
  removeUnusedBuilds(builds);
  expect(listBuilds()).toEqual([OLD, PRESENT]);
});

test('the build of an instance that runs stays to its end, also to an end by kill -9', async () => {
  writeFileSync(path.join(builds, 'current'), OLDEST);
  const take = `
    import { takeWebBuild } from ${JSON.stringify(path.join(import.meta.dirname, 'web-builds.ts'))};
    const { folder } = takeWebBuild(process.argv[1]);
    // Who keeps nothing but the name of the folder holds it, too.
    setTimeout(() => {
      gc();
      setTimeout(() => console.log(folder), 10);
    });
    process.stdin.resume();`;
  const other = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', take, builds], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  const [said] = await once(other.stdout, 'data');
  expect(String(said).trim()).toBe(path.join(builds, OLDEST, 'client'));

  writeFileSync(path.join(builds, 'current'), PRESENT);
  const mine = takeWebBuild(builds);
  expect(mine?.folder).toBe(path.join(builds, PRESENT, 'client'));
  writeFileSync(path.join(builds, 'current'), OLD);
  mine?.release();
  removeUnusedBuilds(builds);
  expect(listBuilds()).toEqual([OLDEST, OLD, PRESENT]);

  other.kill('SIGKILL');
  await once(other, 'exit');
  removeUnusedBuilds(builds);
  expect(listBuilds()).toEqual([OLD, PRESENT]);
  expect(existsSync(path.join(builds, OLDEST))).toBe(false);
});
