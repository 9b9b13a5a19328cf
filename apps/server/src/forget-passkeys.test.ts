import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase } from '../test/copy-database.ts';
import { query } from '../test/postgres-instance.ts';
import { openJobs } from './platform/jobs/jobs.ts';

/** Runs `npm run forget-passkeys` as operators do. */
function runForgetPasskeys(databaseUrl: string, ...email: string[]) {
  const program = path.join(import.meta.dirname, 'forget-passkeys.ts');
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
  return promisify(execFile)(process.execPath, [program, ...email], { env });
}

test('the operator lets the last administrator in again, who is told', async () => {
  const copy = await copyDatabase(inject('postgresUrl'));
  onTestFinished(() => copy.drop());
  const jobs = await openJobs(copy.url, pino({ level: 'silent' }));
  await jobs.start([{ queue: 'deliver-mail', run: async () => {} }]);
  await jobs.stop();
  await query(
    copy.url,
    `with place as (insert into workspaces (id) values (gen_random_uuid()) returning id),
     admin as (
       insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
       values (gen_random_uuid(), 'Asha', 'Rao', 'asha@example.in', '', '', 'admin', 'active') returning id),
     owner as (
       insert into memberships (workspace_id, user_id, id, role)
       select place.id, admin.id, gen_random_uuid(), 'owner' from place, admin)
     insert into passkeys (id, user_id, credential_id, public_key, counter, name)
     select gen_random_uuid(), id, 'key', '', 0, 'Laptop' from admin`,
  );
  expect((await runForgetPasskeys(copy.url, 'Asha@example.in')).stdout).toMatch(/^The passkeys of asha@example.in are/);
  expect((await query(copy.url, 'select from passkeys')).rows).toEqual([]);
  const { rows } = await query(copy.url, `select data->>'subject' as subject from pgboss.job`);
  expect(rows).toEqual([{ subject: 'Your passkeys were removed' }]);
  const again = runForgetPasskeys(copy.url, 'asha@example.in');
  await expect(again).rejects.toMatchObject({ code: 1, stderr: 'This user has no passkeys\n' });
});

test('without an address it is one line, and nothing is opened', async () => {
  await expect(runForgetPasskeys('postgres://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
    code: 1,
    stderr: 'Say whose passkeys, for example npm run forget-passkeys -- asha@example.in\n',
  });
});
