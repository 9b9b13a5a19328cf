import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillRegistration, signUp } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, join } from '../../../test/people.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { createAuthJobs } from './jobs.ts';

let server: TestApp;
let db: Database['db'];

beforeAll(async () => {
  server = await startTestApp();
  db = server.services.database.db;
});

afterAll(() => server.close());

test('it runs every night at 02:30 in India, every hour for changed addresses, every five minutes for impersonations', () => {
  expect(createAuthJobs(server.services)).toMatchObject([
    { queue: 'clean-up-accounts', cron: '0 21 * * *' },
    { queue: 'delete-past-email-changes', cron: '17 * * * *' },
    { queue: 'end-impersonations', cron: '*/5 * * * *' },
  ]);
});

test('sign-ups that nobody confirmed for a week go with all they brought; others stay', async () => {
  const [old, young] = [fillRegistration(), fillRegistration()];
  for (const form of [old, young]) await signUp(server, form);
  const member = await addPerson(server.services, { company: { employeeCount: 5, state: 'Goa' } });
  const setCreated = (email: string, created_at: RawBuilder<Date>) =>
    db.updateTable('users').set({ created_at }).where('primary_email', '=', email).execute();
  await setCreated(old.primaryEmail, ago('7 days 1 minute'));
  await setCreated(young.primaryEmail, ago('6 days 23 hours'));
  await setCreated(`${member.userId}@example.in`, ago('400 days'));
  await cleanUp();
  const people = await db.selectFrom('users').select('primary_email').orderBy('status', 'desc').execute();
  expect(people.map((user) => user.primary_email)).toEqual([young.primaryEmail, `${member.userId}@example.in`]);
  expect(await db.selectFrom('workspaces').select('id').execute()).toHaveLength(2);
  const companies = await db.selectFrom('companies').select('company_email').orderBy('company_email').execute();
  expect(companies.map((company) => company.company_email)).toEqual(['', young.companyEmail]);
  const codes = await db.selectFrom('one_time_codes').select('email').execute();
  expect(codes).toEqual([{ email: young.primaryEmail }]);
});

test('an old sign-up does not take the workspace of others with it', async () => {
  const form = fillRegistration();
  await signUp(server, form);
  const member = await addPerson(server.services);
  const late = db
    .updateTable('users')
    .set({ created_at: ago('8 days') })
    .where('primary_email', '=', form.primaryEmail);
  const { id } = await late.returning('id').executeTakeFirstOrThrow();
  await join(server.services, { userId: id }, member);
  await cleanUp();
  const left = db.selectFrom('memberships').select('user_id').where('workspace_id', '=', member.workspaceId);
  expect(await left.execute()).toEqual([{ user_id: member.userId }]);
});

test('sessions that are over go; open ones stay', async () => {
  const unused = await addSession({ last_used_at: ago('30 days') });
  const ended = await addSession({ expires_at: ago('0 days') });
  const open = await addSession({ last_used_at: ago('29 days'), created_at: ago('89 days') });
  const nearly = await addSession({ last_used_at: ago('30 days - 1 minute') });
  await cleanUp();
  const sessions = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('user_id', 'in', [unused, ended, open, nearly])
    .execute();
  expect(new Set(sessions.map(({ user_id }) => user_id))).toEqual(new Set([open, nearly]));
});

test('codes go an hour after they expired: until then a new one can be asked for', async () => {
  await addCode('old@example.in', ago('61 minutes'));
  await addCode('young@example.in', ago('59 minutes'));
  await cleanUp();
  const codes = await db
    .selectFrom('one_time_codes')
    .select('email')
    .where('email', 'in', ['old@example.in', 'young@example.in'])
    .execute();
  expect(codes).toEqual([{ email: 'young@example.in' }]);
});

test('counts whose time is over go; running ones stay', async () => {
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'over', expire: Date.now() - 1 },
      { key: 'running', expire: Date.now() + 60_000 },
    ])
    .execute();
  await cleanUp();
  const limits = await db.selectFrom('rate_limits').select('key').where('key', 'in', ['over', 'running']).execute();
  expect(limits).toEqual([{ key: 'running' }]);
});

async function cleanUp(): Promise<void> {
  for (const job of createAuthJobs(server.services)) await job.run(undefined);
}

async function addSession(times: Record<string, RawBuilder<Date>>): Promise<string> {
  const { userId } = await addPerson(server.services);
  await db.updateTable('sessions').set(times).where('user_id', '=', userId).execute();
  return userId;
}

async function addCode(email: string, expires_at: RawBuilder<Date>): Promise<void> {
  const { userId: user_id } = await addPerson(server.services);
  await db
    .insertInto('one_time_codes')
    .values({ purpose: 'login', user_id, email, code_hash: '', step_hash: Buffer.alloc(32), expires_at })
    .execute();
}

function ago(time: string): RawBuilder<Date> {
  return sql<Date>`now() - ${time}::interval`;
}
