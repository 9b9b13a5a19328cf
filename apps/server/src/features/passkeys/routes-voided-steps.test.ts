import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  askForAddress,
  confirmAddress,
  failureOf,
  PASSWORD,
  post,
  readChangeLink,
  readCode,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { digestToken } from '../../identity/secrets.ts';
import { addHolder, type Holder, takePasswordStep } from './people.fixture.ts';

const EXPIRED = [401, 'Your sign-in has expired. Please try again.'];
const OTHER = 'Other-horse-9';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

async function reset({ email }: Holder) {
  await post(server, '/auth/forgot-password', { email });
  return await post(server, '/auth/reset-password', { email, otp: await readCode(server, email), newPassword: OTHER });
}

function change({ token }: Holder) {
  const payload = { currentPassword: PASSWORD, newPassword: OTHER, confirmPassword: OTHER };
  return server.call({ method: 'PUT', url: '/api/users/profile/password', token, payload });
}

async function setUp({ userId }: Holder) {
  const { db } = server.services.database;
  await db.updateTable('users').set({ password_change: 'required' }).where('id', '=', userId).execute();
  const link = { token_hash: digestToken(userId), user_id: userId, expires_at: new Date(Date.now() + 60_000) };
  await db.insertInto('set_up_links').values(link).execute();
  return await post(server, '/auth/set-up', { token: userId, newPassword: OTHER });
}

async function move({ userId, email }: Holder) {
  const { token } = await addPerson(server.services, { role: 'admin' });
  const payload = { primaryEmail: `moved.${email}` };
  return await server.call({ method: 'PATCH', url: `/api/users/${userId}/email`, token, payload });
}

async function moveAndUndo(holder: Holder) {
  const wish = `wished.${holder.email}`;
  await askForAddress(server, holder, wish);
  await confirmAddress(server, holder, wish);
  const token = readChangeLink(server, holder.email, 'undo');
  return await post(server, '/auth/undo-email-change', { token, password: PASSWORD });
}

async function emailOf({ userId }: Holder): Promise<string> {
  const query = server.services.database.db.selectFrom('users').select('primary_email').where('id', '=', userId);
  return (await query.executeTakeFirstOrThrow()).primary_email;
}

test.each([
  ['a reset of the password', reset],
  ['a change of the password', change],
  ['the first own password', setUp],
  ['an address that an administrator gives', move],
  ['an undone change of the address', moveAndUndo],
])('%s voids the password steps that other browsers took before', async (_, doing) => {
  const holder = await addHolder(server);
  const thief = await takePasswordStep(server, holder);
  const done = await doing(holder);
  expect(done.statusCode, done.body).toBe(200);
  const { cookies } = thief;
  const email = await emailOf(holder);
  const [code = ''] = holder.recoveryCodes;
  const recovered = await post(server, '/auth/verify-recovery-code', { email, code }, { cookies });
  expect(failureOf(recovered)).toEqual(EXPIRED);
  const response = holder.passkey.sign(thief.options);
  expect(failureOf(await post(server, '/auth/verify-passkey', { email, response }, { cookies }))).toEqual(EXPIRED);
});
