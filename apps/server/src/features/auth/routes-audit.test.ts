import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Account,
  addAccount,
  countTries,
  enterPassword,
  fillRegistration,
  mistype,
  PASSWORD,
  post,
  readCode,
  signUp,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { callWhileHeld } from '../../../test/locks.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

/** The audit entries about a person: the action, whether they are its author, and the reason why it failed. */
async function readOwn({ userId }: Pick<Account, 'userId'>) {
  const rows = await readAuditOf(server, userId);
  return rows.map(({ action, actor_id, details }) => [action, actor_id === userId, details]);
}

test('signing in and out is on record: each step, asked codes and what failed before', async () => {
  const person = await addAccount(server);
  await post(server, '/auth/login', { email: person.email, password: 'Wrong-horse-9' });
  const { email, otp } = await enterPassword(server, person.email);
  await post(server, '/auth/verify-login', { email, otp: mistype(otp) });
  const { token } = (await post(server, '/auth/verify-login', { email, otp })).json().data;
  await post(server, '/auth/verify-login', { email, otp });
  await post(server, '/auth/logout', {}, { token });
  expect(await readOwn(person)).toEqual([
    ['auth.fail-sign-in', false, { reason: 'wrong-password' }],
    ['auth.enter-password', false, {}],
    ['auth.ask-sign-in-code', false, {}],
    ['auth.fail-sign-in', false, { reason: 'wrong-code' }],
    ['auth.sign-in', true, {}],
    ['auth.sign-out', true, {}],
  ]);
});

test('signing out twice at the same moment is on record once', async () => {
  const person = await addAccount(server);
  const signOut = () => post(server, '/auth/logout', {}, { token: person.token });
  const held = ['select from sessions where user_id = $1 for update', person.userId] as const;
  const answers = await callWhileHeld(server, held, () => [signOut(), signOut()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await readOwn(person)).toEqual([['auth.sign-out', true, {}]]);
});

test('a suspension between the two steps of a sign-in is told, and on record', async () => {
  const person = await addAccount(server);
  const { email, otp } = await enterPassword(server, person.email);
  const { db } = server.services.database;
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.userId).execute();
  const response = await post(server, '/auth/verify-login', { email, otp });
  expect([response.statusCode, response.json().message]).toEqual([401, 'Account is not active']);
  expect((await readOwn(person)).at(-1)).toEqual(['auth.fail-sign-in', false, { reason: 'suspended' }]);
});

test('a suspension at the moment of a sign-in leaves no session to come back to', async () => {
  const person = await addAccount(server);
  const { email, otp } = await enterPassword(server, person.email);
  const [answer] = await callWhileHeld(
    server,
    [`update users set status = 'suspended' where id = $1`, person.userId],
    () => [post(server, '/auth/verify-login', { email, otp })],
  );
  expect(answer?.json().message).toBe('Account is not active');
});

test('tries that a limit refuses are on record once, until its time is over', async () => {
  const person = await addAccount(server);
  const login = () => post(server, '/auth/login', { email: person.email, password: 'Wrong-horse-9' });
  const ask = () => post(server, '/auth/forgot-password', { email: person.email });
  await countTries(server, 'wrong-passwords', person.email, 50);
  await countTries(server, 'codes-mailed-strangers', person.email, 15);
  for (const attempt of [login, login, login, ask, ask]) expect((await attempt()).statusCode).toBe(429);
  const reason = { reason: 'too-many-tries' };
  expect(await readOwn(person)).toEqual([
    ['auth.fail-sign-in', false, reason],
    ['auth.fail-password-reset', false, reason],
  ]);
});

test('a code for a sign-up is not told of the account that has its address', async () => {
  const person = await addAccount(server);
  await post(server, '/auth/verify-otp', { email: person.email, otp: '123456', purpose: 'registration' });
  expect(await readOwn(person)).toEqual([]);
  expect((await readAuditOf(server, null)).at(-1)).toMatchObject({
    action: 'auth.fail-sign-up',
    details: { reason: 'expired-code' },
  });
});

test('an address that nobody has leaves no trace', async () => {
  const typed = 'secret.stranger@example.in';
  await post(server, '/auth/login', { email: typed, password: PASSWORD });
  await post(server, '/auth/verify-login', { email: typed, otp: '123456' });
  const { rows } = await server.services.database.pool.query('select details from audit_log where subject_id is null');
  expect(rows.slice(-2)).toEqual([{ details: { reason: 'unknown-email' } }, { details: { reason: 'expired-code' } }]);
  const traces = await server.services.database.pool.query(
    `select from audit_log where to_jsonb(audit_log)::text like '%stranger%'`,
  );
  expect(traces.rows).toEqual([]);
});

test('a sign-up is on record once it is confirmed, a password once it is changed', async () => {
  const form = fillRegistration();
  const step = await signUp(server, form);
  const confirm = (otp: string) =>
    post(server, '/auth/verify-otp', { ...step, otp, purpose: 'registration' }, { cookies: step.cookies });
  await confirm(mistype(step.otp));
  const { user } = (await confirm(step.otp)).json().data;
  await post(server, '/auth/forgot-password', { email: form.primaryEmail });
  const otp = await readCode(server, form.primaryEmail);
  const reset = (code: string) =>
    post(server, '/auth/reset-password', { email: form.primaryEmail, otp: code, newPassword: 'Fresh-horse-7' });
  await reset(mistype(otp));
  await reset(otp);
  expect(await readOwn({ userId: user._id })).toEqual([
    ['auth.ask-sign-up-code', false, {}],
    ['auth.fail-sign-up', false, { reason: 'wrong-code' }],
    ['auth.sign-up', true, {}],
    ['auth.ask-password-reset', false, {}],
    ['auth.fail-password-reset', false, { reason: 'wrong-code' }],
    ['auth.reset-password', true, {}],
  ]);
});

test('the log has no personal data of anybody', async () => {
  const { rows: people } = await server.services.database.pool.query(
    'select unnest(array[primary_email, nullif(personal_phone, $1), password_hash]) as value from users',
    [''],
  );
  const { rows } = await server.services.database.pool.query(
    'select to_jsonb(audit_log)::text as entry from audit_log',
  );
  const log = rows.map(({ entry }) => entry).join('\n');
  const values = people.map(({ value }) => value).filter((value) => value !== null && value !== '');
  expect(values.length).toBeGreaterThan(5);
  expect(values.filter((value) => log.includes(value))).toEqual([]);
});
