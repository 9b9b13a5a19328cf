import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase } from '../test/copy-database.ts';
import { query } from '../test/postgres-instance.ts';

test('npm run files -- check names what is wrong, and ends with 1; give-out gives out what waits', async () => {
  const copy = await copyDatabase(inject('postgresUrl'));
  onTestFinished(() => copy.drop());
  const run = (what: string, settings = {}) => {
    const program = path.join(import.meta.dirname, 'files.ts');
    const env = { PATH: process.env.PATH, DATABASE_URL: copy.url, ...settings };
    return promisify(execFile)(process.execPath, [program, what], { env });
  };
  const check = () => run('check');
  expect((await check()).stdout).toBe('All files are there, as they were stored\n');
  const { rows } = await query(
    copy.url,
    `insert into files (id, purpose, media_type, size, sha256, place, verdict, whole_at)
     values (gen_random_uuid(), 'evidence', 'application/pdf', 1, sha256('x'), 'postgres', 'waiting', now()) returning id`,
  );
  const stdout = `${rows[0].id}: its bytes are not there, or not all\n1 faults\n`;
  await expect(check()).rejects.toMatchObject({ code: 1, stdout });
  await expect(run('give-out', { CLAMD_URL: 'tcp://127.0.0.1:1' })).rejects.toMatchObject({
    stderr: expect.stringContaining('CLAMD_URL is set: what waits is scanned by it'),
  });
  expect((await run('give-out')).stdout).toBe('1 files are given out that waited for a scanner\n');
  expect((await query(copy.url, 'select verdict from files')).rows).toEqual([{ verdict: 'clean' }]);
  // Five programs start one after the other.
}, 60_000);
