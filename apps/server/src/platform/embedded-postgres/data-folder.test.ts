import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDataFolder } from './data-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anupalan-data-folder-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const wait = { onWait: () => {}, saysSoWithinMs: 100 };

test('an instance that runs on is not waited for', async () => {
  const other = await claimDataFolder(folder, wait);
  const refusal = `Another Anupalan (process ${process.pid}) runs on the data folder ${folder}`;
  await expect(claimDataFolder(folder, wait)).rejects.toThrow(refusal);
  other.release();
});

test('an instance that says it stops is waited for, with a word each second', async () => {
  const other = await claimDataFolder(folder, wait);
  other.announceStop();
  const waits: number[] = [];
  const onWait = (seconds: number) => {
    waits.push(seconds);
    other.release();
  };
  const next = await claimDataFolder(folder, { ...wait, onWait });
  expect(waits).toEqual([1]);
  next.release();
  expect(readdirSync(folder)).toEqual(['instance.lock']);
});
