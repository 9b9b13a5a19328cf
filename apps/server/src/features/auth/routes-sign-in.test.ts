import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  cookiesOf,
  enterPassword,
  failureOf,
  fillRegistration,
  letCodesAge,
  listMail,
  mistype,
  PASSWORD,
  post,
  readCode,
  signUp,
  type TakenStep,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { digestToken } from '../../identity/secrets.ts';

const INVALID = [401, 'Invalid OTP. Please try again.'];
const EXPIRED = [401, 'OTP has expired. Please request a new one.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

test('the right password mails a code and gives no token', async () => {
  const { email } = await addAccount(server);
  const response = await post(server, '/auth/login', { email: ` ${email.toUpperCase()}`, password: PASSWORD });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ status: 'success', message: 'OTP sent to your email' });
  expect(await listMail(server, email)).toMatchObject([{ subject: 'Your sign-in code' }]);
  expect(response.cookies).toMatchObject([
    { name: 'anupalan-sign-in', path: '/api/auth', httpOnly: true, sameSite: 'Strict' },
  ]);
});

test('the code opens a session, of which only a digest is stored', async () => {
  const { email, userId } = await addAccount(server);
  await server.services.database.db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  const response = await finish(await enterPassword(server, email));
  expect(response.statusCode).toBe(200);
  const { status, message, data } = response.json();
  expect([status, message]).toEqual(['success', 'Login successful!']);
  expect(data.user).toMatchObject({ _id: userId, primaryEmail: email, status: 'active', company: null });
  expect(response.body).not.toContain('argon2');
  expect(cookiesOf(response)).toEqual({ 'anupalan-sign-in': '', 'anupalan-known': expect.any(String) });
  expect(data.token).toMatch(/^[\w-]{43}$/);
  const sessions = await server.services.database.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  expect(sessions).toMatchObject([{ token_hash: digestToken(data.token), impersonator_id: null }]);
  expect(JSON.stringify(sessions)).not.toContain(data.token);
  const profile = await server.call({ url: '/api/users/profile', token: data.token });
  expect(profile.json().data.user).toEqual(data.user);
});

test('nobody with that address: not registered', async () => {
  const response = await post(server, '/auth/login', { email: 'nobody@example.in', password: PASSWORD });
  expect(failureOf(response)).toEqual([401, 'Email not registered']);
});

test('a wrong password is told, and mails nothing', async () => {
  const { email } = await addAccount(server);
  const response = await post(server, '/auth/login', { email, password: PASSWORD.toLowerCase() });
  expect(failureOf(response)).toEqual([401, 'Incorrect password']);
  expect(response.cookies).toEqual([]);
  expect(await listMail(server, email)).toEqual([]);
});

test('a sign-up that waits for its code is not verified; without its password nothing more is told', async () => {
  const { email } = await signUp(server, fillRegistration({ password: 'Waiting-horse-9' }));
  const right = await post(server, '/auth/login', { email, password: 'Waiting-horse-9' });
  expect(failureOf(right)).toEqual([401, 'Email not verified']);
  const wrong = await post(server, '/auth/login', { email, password: PASSWORD });
  expect(failureOf(wrong)).toEqual([401, 'Incorrect password']);
});

test('a pending sign-up with the address of somebody confirmed changes nothing for them', async () => {
  const form = fillRegistration();
  const [mine, theirs] = [
    await signUp(server, form),
    await signUp(server, { ...form, password: 'Other-horse-9', confirmPassword: 'Other-horse-9' }),
  ];
  expect(theirs.email).toBe(mine.email);
  await post(server, '/auth/verify-otp', { ...mine, purpose: 'registration' }, { cookies: mine.cookies });
  const other = await post(server, '/auth/login', { email: mine.email, password: 'Other-horse-9' });
  expect(failureOf(other)).toEqual([401, 'Incorrect password']);
  expect((await finish(await enterPassword(server, mine.email))).statusCode).toBe(200);
});

test('who is suspended is not active, before the code and after it', async () => {
  const { email, userId } = await addAccount(server);
  const step = await enterPassword(server, email);
  await server.services.database.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', userId)
    .execute();
  expect(failureOf(await finish(step))).toEqual([401, 'Account is not active']);
  const again = await post(server, '/auth/login', { email, password: PASSWORD });
  expect(failureOf(again)).toEqual([401, 'Account is not active']);
});

test.each([
  [{ email: 'meera@example.in' }, { password: 'Password is required' }],
  [{ email: 'meera@example.in', password: '' }, { password: 'Password is required' }],
  [{ email: 'meera', password: 'x' }, { email: 'Invalid email address' }],
  [{}, { email: 'Invalid email address', password: 'Password is required' }],
])('the form %j is refused', async (form, errors) => {
  const response = await post(server, '/auth/login', form);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual(errors);
});

test('wrong, used and old codes open nothing', async () => {
  const { email } = await addAccount(server);
  const first = await enterPassword(server, email);
  const second = await enterPassword(server, email);
  expect(failureOf(await finish({ ...first, cookies: {} }))).toEqual(INVALID);
  expect(failureOf(await finish({ ...second, otp: mistype(second.otp) }))).toEqual(INVALID);
  expect((await finish(second)).statusCode).toBe(200);
  expect(failureOf(await finish(second))).toEqual(EXPIRED);
  const late = await enterPassword(server, email);
  await letCodesAge(server, email, '10 minutes');
  expect(failureOf(await finish(late))).toEqual(EXPIRED);
});

test('two calls with one code open one session', async () => {
  const step = await enterPassword(server, (await addAccount(server)).email);
  const responses = await Promise.all([finish(step), finish(step)]);
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
});

test('a code for another step opens nothing', async () => {
  const { email } = await addAccount(server);
  await post(server, '/auth/forgot-password', { email });
  const otp = await readCode(server, email);
  expect(failureOf(await finish({ email, otp, cookies: {} }))).toEqual(EXPIRED);
});

test('the browser that knew the password may ask for a new code after 30 seconds', async () => {
  const step = await enterPassword(server, (await addAccount(server)).email);
  const early = await resend(step);
  expect(early.statusCode).toBe(429);
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(20);
  expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(30);
  await letCodesAge(server, step.email, '30 seconds');
  const response = await resend(step);
  expect(response.json()).toEqual({ status: 'success', message: 'OTP sent to your email' });
  expect(failureOf(await finish(step))).toEqual(INVALID);
  expect((await finish({ ...step, otp: await readCode(server, step.email) })).statusCode).toBe(200);
});

test('a code can be asked for again when it has expired', async () => {
  const step = await enterPassword(server, (await addAccount(server)).email);
  await letCodesAge(server, step.email, '15 minutes');
  expect((await resend(step)).statusCode).toBe(200);
  expect((await finish({ ...step, otp: await readCode(server, step.email) })).statusCode).toBe(200);
});

test("without the cookie, or with somebody else's, an empty password is an empty password", async () => {
  const step = await enterPassword(server, (await addAccount(server)).email);
  const other = await enterPassword(server, (await addAccount(server)).email);
  await letCodesAge(server, step.email, '31 seconds');
  for (const cookies of [{}, other.cookies]) {
    const response = await resend({ ...step, cookies });
    expect(failureOf(response)).toEqual([400, 'Password is required']);
  }
  expect(await listMail(server, step.email)).toHaveLength(1);
});

test('a mail that cannot be handed over can be asked for again at once', async () => {
  const step = await enterPassword(server, (await addAccount(server)).email);
  await letCodesAge(server, step.email, '31 seconds');
  const { mailer } = server.services;
  const deliver = mailer.deliver;
  mailer.deliver = () => Promise.reject(new Error('mailbox full'));
  const failed = await post(server, '/auth/login', { email: step.email, password: '' }, { ...step, expect5xx: true });
  mailer.deliver = deliver;
  expect(failureOf(failed)).toEqual([502, 'Failed to generate and send OTP']);
  expect((await resend(step)).statusCode).toBe(200);
});

function finish({ email, otp, cookies }: TakenStep) {
  return post(server, '/auth/verify-login', { email, otp, purpose: 'login' }, { cookies });
}

function resend({ email, cookies }: Omit<TakenStep, 'otp'>) {
  return post(server, '/auth/login', { email, password: '' }, { cookies });
}
