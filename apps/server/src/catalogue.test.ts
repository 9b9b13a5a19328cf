import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase } from '../test/copy-database.ts';
import { endInstances, query, startInstance } from '../test/postgres-instance.ts';

const FIRST_TIME = `Catalogue 2026.2, checked on 20/11/2026
  fields: 5 added
  acts: 86 added
  items: 181 added
HR formats: 44 added
`;

afterEach(endInstances);

/** Runs `npm run catalogue` as its users do. */
function runCatalogue(env: Record<string, string>) {
  const program = path.join(import.meta.dirname, 'catalogue.ts');
  return promisify(execFile)(process.execPath, [program], { env: { PATH: process.env.PATH, ...env } });
}

// Two programs start, and one of them loads the whole edition.
test('says what it did, which the second time is nothing', { timeout: 60_000 }, async () => {
  const copy = await copyDatabase(inject('postgresUrl'));
  onTestFinished(() => copy.drop());
  expect((await runCatalogue({ DATABASE_URL: copy.url })).stdout).toBe(FIRST_TIME);
  await query(copy.url, `delete from compliance_items where catalogue_key = 'epf-ecr'`);
  await query(copy.url, `update compliance_items set edited_at = now() where catalogue_key = 'edli-contribution'`);
  expect((await runCatalogue({ DATABASE_URL: copy.url })).stdout).toBe(`Catalogue 2026.2, checked on 20/11/2026
  fields: 5 unchanged
  acts: 86 unchanged
  items: 179 unchanged, 1 left alone (edited by an administrator), 1 left out (deleted by an administrator)
HR formats: 44 unchanged
`);
});

test('works beside an instance that runs on the data folder, and leaves its PostgreSQL running', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'anupalan-catalogue-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const instance = await startInstance(dataDir, { throwaway: true });
  expect((await runCatalogue({ DATA_DIR: dataDir })).stdout).toBe(FIRST_TIME);
  expect((await query(instance.url, 'select count(*)::int as items from compliance_items')).rows).toEqual([
    { items: 181 },
  ]);
  await instance.stop();
});

test('a database that cannot be reached is one line and exit code 1', async () => {
  const failure = runCatalogue({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^DATABASE_URL can't be used \(.*\), for example .*\n$/),
  });
});
