import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Holds the lock while its standard input is open, and says so in a file when it begins and when it ends. */
const HOLDER = `
import { appendFileSync } from 'node:fs';
import { once } from 'node:events';
import { withLock } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.mjs'))};
const [folder, log, brief] = process.argv.slice(1);
await withLock(folder, 'Waiting', async () => {
  appendFileSync(log, 'begin\\n');
  process.stdout.write('held\\n');
  if (!brief) await once(process.stdin.resume(), 'end');
  appendFileSync(log, 'end\\n');
});`;

let home: string;
const holders: ChildProcess[] = [];

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'anupalan-lock-'));
  writeFileSync(path.join(home, 'log'), '');
});

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
  rmSync(home, { recursive: true });
});

function hold(...more: string[]) {
  const args = ['--input-type=module', '-e', HOLDER, path.join(home, 'lock'), path.join(home, 'log'), ...more];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  holders.push(child);
  return { child, held: once(child.stdout, 'data'), ended: once(child, 'exit') };
}

const readLog = () => readFileSync(path.join(home, 'log'), 'utf8').trim().split('\n');

test('of many who want it at once, one after the other has it, and nothing is left', async () => {
  const all = Array.from({ length: 5 }, () => hold('brief'));
  expect((await Promise.all(all.map(({ ended }) => ended))).map(([code]) => code)).toEqual([0, 0, 0, 0, 0]);
  expect(readLog()).toEqual(Array.from({ length: 5 }, () => ['begin', 'end']).flat());
  expect(readdirSync(path.join(home, 'lock'))).toEqual([]);
});

test('what a killed process held is taken by one of those who wait, and by the others after it', async () => {
  const killed = hold();
  await killed.held;
  const waiting = [hold('brief'), hold('brief'), hold('brief')];
  killed.child.kill('SIGKILL');
  await Promise.all(waiting.map(({ ended }) => ended));
  expect(readLog()).toEqual(['begin', ...Array.from({ length: 3 }, () => ['begin', 'end']).flat()]);
  expect(readdirSync(path.join(home, 'lock'))).toEqual([]);
});

test('a process id that belongs to another program by now is not believed', async () => {
  const first = hold();
  await first.held;
  const [file = ''] = readdirSync(path.join(home, 'lock'));
  first.child.stdin?.end();
  await first.ended;
  writeFileSync(path.join(home, 'lock', file), `${process.pid} 1`);
  expect(await hold('brief').ended).toEqual([0, null]);
});
