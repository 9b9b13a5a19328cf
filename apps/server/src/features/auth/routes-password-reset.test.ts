import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  enterPassword,
  failureOf,
  letCodesAge,
  listMail,
  mistype,
  PASSWORD,
  post,
  readCode,
  signUp,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

const NEW_PASSWORD = 'Fresh-horse-7';
const INVALID = [401, 'Invalid OTP. Please try again.'];
const EXPIRED = [401, 'OTP has expired. Please request a new one.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

test('a forgotten password has a code mailed', async () => {
  const { email } = await addAccount(server);
  const response = await post(server, '/auth/forgot-password', { email });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    status: 'success',
    message: 'Password reset OTP sent to your email',
    data: { sent: true },
  });
  expect(await listMail(server, email)).toMatchObject([{ subject: 'Your password reset code' }]);
});

test('an address that nobody confirmed is not registered', async () => {
  const { email } = await signUp(server);
  for (const stranger of ['nobody@example.in', email]) {
    const response = await post(server, '/auth/forgot-password', { email: stranger });
    expect(failureOf(response)).toEqual([404, 'Email not registered']);
  }
  expect(await listMail(server, email)).toHaveLength(1);
});

test('an address that is none is refused', async () => {
  const response = await post(server, '/auth/forgot-password', { email: 'meera' });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual({ email: 'Invalid email address' });
});

test('the code sets the new password and ends every session', async () => {
  const { email, token, userId } = await addAccount(server);
  const waiting = await enterPassword(server, email);
  const otp = await askForCode(email);
  const response = await post(server, '/auth/reset-password', { email, otp, newPassword: NEW_PASSWORD });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    status: 'success',
    message: 'Password reset successful! Please login with your new password.',
    data: { reset: true },
  });
  expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(401);
  const { db } = server.services.database;
  expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()).toEqual([]);
  const old = await post(server, '/auth/login', { email, password: PASSWORD });
  expect(failureOf(old)).toEqual([401, 'Incorrect password']);
  const halfSignedIn = await post(server, '/auth/verify-login', { email, otp: waiting.otp });
  expect(failureOf(halfSignedIn), 'a sign-in begun with the old password').toEqual(EXPIRED);
  const step = await enterPassword(server, email, NEW_PASSWORD);
  expect((await post(server, '/auth/verify-login', { email, otp: step.otp })).statusCode).toBe(200);
});

test("somebody else's sessions go on", async () => {
  const [mine, theirs] = [await addAccount(server), await addAccount(server)];
  const otp = await askForCode(mine.email);
  await post(server, '/auth/reset-password', { email: mine.email, otp, newPassword: NEW_PASSWORD });
  expect((await server.call({ url: '/api/users/profile', token: theirs.token })).statusCode).toBe(200);
});

test('a weak password is refused and leaves the code usable', async () => {
  const { email } = await addAccount(server);
  const otp = await askForCode(email);
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    const weak = await post(server, '/auth/reset-password', { email, otp, newPassword: 'fresh-horse-7' });
    expect(weak.statusCode).toBe(400);
    expect(weak.json().errors).toEqual({ newPassword: 'Password must contain at least one uppercase letter' });
  }
  const response = await post(server, '/auth/reset-password', { email, otp, newPassword: NEW_PASSWORD });
  expect(response.statusCode).toBe(200);
});

test('wrong, used and expired codes change nothing', async () => {
  const { email } = await addAccount(server);
  const otp = await askForCode(email);
  const reset = (code: string) => post(server, '/auth/reset-password', { email, otp: code, newPassword: NEW_PASSWORD });
  expect(failureOf(await reset(mistype(otp)))).toEqual(INVALID);
  await letCodesAge(server, email, '10 minutes');
  expect(failureOf(await reset(otp))).toEqual(EXPIRED);
  expect((await post(server, '/auth/login', { email, password: PASSWORD })).statusCode).toBe(200);
  const newer = await askForCode(email);
  expect((await reset(newer)).statusCode).toBe(200);
  expect(failureOf(await reset(newer))).toEqual(EXPIRED);
});

test('a mail that cannot be handed over is told', async () => {
  const mailer = { deliver: () => Promise.reject(new Error('mailbox full')), close: () => {} };
  const offline = await startTestApp({ mailer });
  try {
    const { email } = await addAccount(offline);
    const response = await post(offline, '/auth/forgot-password', { email }, { expect5xx: true });
    expect(failureOf(response)).toEqual([502, 'Failed to generate and send OTP']);
  } finally {
    await offline.close();
  }
});

async function askForCode(email: string): Promise<string> {
  await post(server, '/auth/forgot-password', { email });
  return await readCode(server, email);
}
