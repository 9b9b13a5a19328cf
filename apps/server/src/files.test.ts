import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase } from '../test/copy-database.ts';
import { query } from '../test/postgres-instance.ts';

test('npm run files -- check names what is wrong, and ends with 1', async () => {
  const copy = await copyDatabase(inject('postgresUrl'));
  onTestFinished(() => copy.drop());
  const check = () => {
    const program = path.join(import.meta.dirname, 'files.ts');
    const env = { PATH: process.env.PATH, DATABASE_URL: copy.url };
    return promisify(execFile)(process.execPath, [program, 'check'], { env });
  };
  expect((await check()).stdout).toBe('All files are there, as they were stored\n');
  const { rows } = await query(
    copy.url,
    `insert into files (id, purpose, media_type, size, sha256, place, verdict, whole_at)
     values (gen_random_uuid(), 'evidence', 'application/pdf', 1, sha256('x'), 'postgres', 'clean', now()) returning id`,
  );
  const stdout = `${rows[0].id}: its bytes are not there, or not all\n1 faults\n`;
  await expect(check()).rejects.toMatchObject({ code: 1, stdout });
});
