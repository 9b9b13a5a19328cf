import { afterEach, beforeEach, expect, test } from 'vitest';
import { enterPassword, post } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { readConfig } from '../../config.ts';
import { ensureAdministrator } from './commands-ensure-administrator.ts';

let server: TestApp;

beforeEach(async () => {
  server = await startTestApp();
});

afterEach(() => server.close());

test('the first start makes an administrator who can sign in, with a workspace but no company', async () => {
  const made = await ensure();
  expect(made).toEqual({
    email: 'admin@anupalan.local',
    password: expect.stringMatching(/^(\w{5}-){4}\w{5}$/),
    passwordWasGiven: false,
  });
  const { email, otp } = await enterPassword(server, 'admin@anupalan.local', made?.password);
  const response = await post(server, '/auth/verify-login', { email, otp });
  expect(response.json().data.user).toMatchObject({ role: 'admin', status: 'active', company: null });
});

test('the address and the password can be given', async () => {
  const given = { ADMIN_EMAIL: 'Boss@example.in', ADMIN_PASSWORD: 'Given-horse-9' };
  expect(await ensure(given)).toEqual({ email: 'boss@example.in', password: 'Given-horse-9', passwordWasGiven: true });
});

test('a password that is too easy to guess is refused before anything is stored', async () => {
  const weak = { PASSWORD_POLICY: 'strict', ADMIN_EMAIL: 'root@example.in', ADMIN_PASSWORD: 'Root#12345-long-Kestrel' };
  await expect(ensure(weak)).rejects.toThrow('ADMIN_PASSWORD is refused: Password must not contain the name of');
  expect(await ensure({ ...weak, ADMIN_PASSWORD: 'Given-horse-9' })).not.toBeNull();
});

test('where there is an administrator already none is made; suspended they count too', async () => {
  const { userId } = await addPerson(server.services, { role: 'admin' });
  expect(await ensure()).toBeNull();
  const { db } = server.services.database;
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', userId).execute();
  expect(await ensure()).toBeNull();
});

test('two instances that start at once make one', async () => {
  const made = await Promise.all([ensure(), ensure({ ADMIN_EMAIL: 'other@example.in' })]);
  expect(made.filter((administrator) => administrator !== null)).toHaveLength(1);
  const { db } = server.services.database;
  expect(await db.selectFrom('users').select('role').execute()).toEqual([{ role: 'admin' }]);
});

test('where mail is sent for real the address must be given', async () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:25' };
  await expect(ensure(smtp)).rejects.toThrow('ADMIN_EMAIL is required with SMTP_URL');
  expect(await ensure({ ...smtp, ADMIN_EMAIL: 'boss@example.in' })).toMatchObject({ email: 'boss@example.in' });
  expect(await ensure(smtp)).toBeNull();
});

test("somebody else's address is refused, and nothing is kept", async () => {
  const { userId } = await addPerson(server.services);
  const taken = ensure({ ADMIN_EMAIL: `${userId}@example.in` });
  await expect(taken).rejects.toThrow('ADMIN_EMAIL belongs to somebody who is no administrator');
  const { db } = server.services.database;
  expect(await db.selectFrom('workspaces').select('id').execute()).toHaveLength(1);
});

function ensure(env: Record<string, string> = {}) {
  return ensureAdministrator({ ...server.services, config: readConfig(env) });
}
