import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { ARGON2, Hashers } from './hashing.ts';

/** The niceness of each thread of this process (`proc_pid_stat(5)`). */
function listPriorities(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[16]);
  });
}

test('however many are asked for, no more are made at once than there are threads for', async () => {
  const hashers = new Hashers(2);
  const asked = Array.from({ length: 8 }, (_, n) => hashers.run(`address ${n % 4}`, { secret: `secret ${n}` }));
  const hashes = (await Promise.all(asked)).map(String);
  expect(hashers.threads).toBe(2);
  expect(hashes).toEqual(
    hashes.map(() => expect.stringContaining(`$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=1$`)),
  );
  expect(new Set(hashes).size).toBe(8);
  expect(await hashers.run('a', { secret: 'secret 3', hashed: hashes[3] ?? '' })).toBe(true);
  expect(await hashers.run('a', { secret: 'secret 4', hashed: hashes[3] ?? '' })).toBe(false);
});

test('what is no hash is told to who asked, and harms nobody else', async () => {
  const hashers = new Hashers(1);
  await expect(hashers.run('a', { secret: 'a', hashed: 'no hash' })).rejects.toThrow();
  expect(await hashers.run('a', { secret: 'a' })).toMatch(/^\$argon2id\$/);
});

test('a thread that has ended is replaced, whether it was at work or idle', async () => {
  const started: Worker[] = [];
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    started.push(this);
    void this.terminate();
  });
  const hashers = new Hashers(1);
  await expect(hashers.run('a', { secret: 'a' })).rejects.toThrow('the thread that hashes has ended');
  expect(await hashers.run('a', { secret: 'a' })).toMatch(/^\$argon2id\$/);
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker, message) {
    started.push(this);
    this.postMessage(message);
  });
  await hashers.run('a', { secret: 'a' });
  await started[1]?.terminate();
  expect(await hashers.run('a', { secret: 'a' })).toMatch(/^\$argon2id\$/);
  expect(hashers.threads).toBe(3);
});

test.runIf(process.platform === 'linux')(
  'other work goes before hashing, and the server is as urgent as before',
  async () => {
    const before = getPriority();
    const nicest = Math.max(...listPriorities());
    await new Hashers(1).run('a', { secret: 'a' });
    expect(getPriority()).toBe(before);
    expect(Math.max(...listPriorities())).toBeGreaterThanOrEqual(Math.max(nicest, 10));
  },
);
