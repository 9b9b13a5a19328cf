import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { checkFiles } from '../../apps/server/src/platform/files/store/check-files.ts';
import { readWhole } from '../../apps/server/src/platform/files/store/file-store.ts';
import { createFileJobs } from '../../apps/server/src/platform/files/store/jobs.ts';
import { moveBytes } from '../../apps/server/src/platform/files/store/move-bytes.ts';
import { type OpenFileStore, openFileStore } from '../../apps/server/src/platform/files/store/open-file-store.ts';
import { startS3, type TestS3 } from '../../apps/server/src/platform/files/store/s3.fixture.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { copyDatabase } from '../../apps/server/test/copy-database.ts';

/*
 * An instance that stores files and moves them from place to place is killed at random moments. No file that it said it
 * stored is lost, and none is seen in part (R-api-51). `FILE_KILLS` prolongs it.
 */

const KILLS = Number(process.env.FILE_KILLS ?? 3);

/** Milliseconds between the first file of an instance and its death, at most. */
const MOST_MS = 800;

const MAIN = path.join(import.meta.dirname, 'file-main.ts');

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let s3: TestS3;
let files: OpenFileStore;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  s3 = await startS3();
  files = await openFileStore(database.db, { filesS3Url: s3.url });
});

afterAll(async () => {
  files.close();
  await s3.close();
  await database.close();
  await copy.drop();
});

test(
  `${KILLS} kills at random moments: no file that was stored is lost, and none is seen in part`,
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const said = new Map<string, string>();
      const child = start(said);
      await vi.waitUntil(() => said.size > 0, { timeout: 60_000, interval: 5 });
      await pause(Math.random() * MOST_MS);
      await end(child);
      for (const [id, sha256] of said) {
        const bytes = await readWhole(files.read(id));
        expect(createHash('sha256').update(bytes).digest('hex'), id).toBe(sha256);
      }
      // Whatever can be seen is whole, also what was stored and not said any more.
      const { rows } = await database.pool.query(
        'select id from files where whole_at is not null and removed_at is null',
      );
      for (const { id } of rows) await readWhole(files.read(id));
      await database.pool.query(`update files set removed_at = now() where random() < 0.5`);
    }
    await tidyUp();
    const { rows } = await database.pool.query('select id from files order by id');
    expect(await Array.fromAsync(checkFiles(database.db, files.places, { readsAll: true }))).toEqual([]);
    expect(await s3.list()).toEqual(rows.map(({ id }) => id));
    expect((await database.pool.query('select from file_parts')).rows).toEqual([]);
  },
  KILLS * 120_000 + 60_000,
);

/** What the next move and the jobs of the night after do. */
async function tidyUp(): Promise<void> {
  await database.pool.query(`update files set made_at = made_at - interval '2 days' where whole_at is null`);
  const moved = await moveBytes(database.db, files.places, { target: 's3', signal: new AbortController().signal });
  expect(moved.failed).toEqual([]);
  const jobs = createFileJobs({ database, files, scanner: null, log: { warn: () => {} } });
  await jobs.find(({ queue }) => queue === 'remove-files')?.run(undefined);
}

/** Starts an instance, which says the files that it stored. */
function start(said: Map<string, string>): ChildProcess {
  const child = spawn(process.execPath, [MAIN, copy.url, s3.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [id = '', sha256 = ''] = line.split(' ');
      said.set(id, sha256);
    }
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  // Its last words may still be on their way.
  await once(child, 'close');
}
