import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../../../test/shutdown-main.ts');

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops everything, then the process ends well', async (signal) => {
  const run = await start('clean');
  run.child.kill(signal);
  expect(await run.ended()).toEqual({ code: 0, said: `ready\nstopping: ${signal}\n` });
});

test('the end of the launcher stops everything too', async () => {
  const run = await start('clean');
  run.child.disconnect();
  expect(await run.ended()).toEqual({ code: 0, said: 'ready\nstopping: the end of its launcher\n' });
});

test('a fault while stopping is said and makes the end a bad one', async () => {
  const run = await start('fault');
  run.child.kill('SIGTERM');
  expect(await run.ended()).toEqual({ code: 1, said: 'ready\nstopping: SIGTERM\nCould not stop cleanly\n' });
});

test('what does not stop in time is cut off', async () => {
  const run = await start('never', '200');
  run.child.kill('SIGTERM');
  expect(await run.ended()).toEqual({ code: 1, said: 'ready\nstopping: SIGTERM\nCould not stop within 0.2 s\n' });
});

test('a second Ctrl-C ends at once, the end of the launcher meanwhile changes nothing', async () => {
  const run = await start('never');
  run.child.kill('SIGINT');
  await run.says('stopping: SIGINT');
  run.child.disconnect();
  run.child.kill('SIGINT'); // The same Ctrl-C, which also reaches it by the program that runs it.
  const pressAgain = () => run.child.kill('SIGINT') || run.child.exitCode;
  await expect.poll(pressAgain, { interval: 200, timeout: 5_000 }).toBe(130);
  expect(await run.ended()).toEqual({ code: 130, said: 'ready\nstopping: SIGINT\n' });
});

async function start(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = child.stdout ? text(child.stdout) : '';
  const exited = once(child, 'exit');
  await says(child, 'ready');
  return {
    child,
    says: (words: string) => says(child, words),
    ended: async () => ({ code: (await exited)[0], said: await output }),
  };
}

async function says(child: ChildProcess, words: string): Promise<void> {
  for (let said = ''; !said.includes(words); ) {
    const [chunk] = await once(child.stdout ?? child, 'data');
    said += chunk;
  }
}
