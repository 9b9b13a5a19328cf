import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors/errors.ts';
import { VirusFound } from '../../platform/files/store/file-store.ts';
import { readInTime } from './queries-heap.ts';

test('what is not read in time waits, and nothing is begun after that', async () => {
  const begun: number[] = [];
  const read = (n: number) => {
    begun.push(n);
    return n === 2 ? new Promise<never>(() => {}) : Promise.resolve({ text: 'none' } as const);
  };
  const readings = await readInTime([1, 2, 3, 4], read, 20);
  expect(readings.map(({ text }) => text)).toEqual(['none', 'waiting', 'waiting', 'waiting']);
  expect(begun).toEqual([1, 2]);
});

test('one that can’t be read holds up no other; what passes is told from what does not', async () => {
  const reasons = [
    new AppError('unavailable', 'Too many are read', { retryAfter: 10 }),
    new VirusFound(),
    new AppError('conflict', 'Some other conflict'),
    new AppError('not-found', 'File not found'),
    null,
  ];
  const read = async (reason: AppError | null) => {
    if (reason) throw reason;
    return { text: 'none' } as const;
  };
  const readings = await readInTime(reasons, read, 10_000);
  expect(readings.map(({ text }) => text)).toEqual(['waiting', 'infected', 'unreadable', 'unreadable', 'none']);
  const fault = new TypeError('A fault of ours');
  await expect(readInTime([1], () => Promise.reject(fault), 10_000)).rejects.toBe(fault);
});
