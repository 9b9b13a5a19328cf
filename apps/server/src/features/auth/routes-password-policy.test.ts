import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, fillRegistration, listMail, mistype, post, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

const COMMON = 'This password is too common. Please choose another one.';
const NAMED = 'Password must not contain the name of your email address';

const GUESSABLE =
  'This password is too easy to guess. Please use words that have nothing to do with you, your company or Anupalan.';

let strict: TestApp;

beforeAll(async () => {
  strict = await startTestApp({ env: { ...UNHURRIED, PASSWORD_POLICY: 'strict' } });
});

afterAll(() => strict.close());

test.each([
  ['Password1!', COMMON],
  ['New.Person-9', NAMED],
])('a strict server takes no sign-up with %s', async (password, fault) => {
  const form = fillRegistration({ primaryEmail: 'newperson@example.in', password });
  const response = await post(strict, '/auth/register', form);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ status: 'error', message: fault, errors: { password: fault } });
  expect(await listMail(strict, form.primaryEmail)).toEqual([]);
});

test('nor a reset, which leaves the code usable', async () => {
  const { email } = await addAccount(strict);
  await post(strict, '/auth/forgot-password', { email });
  const otp = await readCode(strict, email);
  const reset = (newPassword: string) => post(strict, '/auth/reset-password', { email, otp, newPassword });
  const refused = await reset('Password1!');
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { newPassword: COMMON }]);
  expect((await reset('Fresh-horse-7')).statusCode).toBe(200);
});

test("a reset refuses the person's own words too, and tells nobody who lacks the code what they are", async () => {
  const { email } = await addAccount(strict);
  await post(strict, '/auth/forgot-password', { email });
  const otp = await readCode(strict, email);
  const reset = (newPassword: string, code = otp) =>
    post(strict, '/auth/reset-password', { email, otp: code, newPassword });
  expect((await reset('Asha-Rao-2026', mistype(otp))).json().message).toBe('Invalid OTP. Please try again.');
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    const refused = await reset('Asha-Rao-2026');
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { newPassword: GUESSABLE }]);
  }
  expect((await reset('Fresh-horse-7')).statusCode).toBe(200);
});

test.each(['Meera-Iyer-26', 'Iyer-Textiles-9', 'Anupalan@2026'])(
  'a strict server takes no sign-up with %s',
  async (password) => {
    const response = await post(
      strict,
      '/auth/register',
      fillRegistration({ primaryEmail: 'md@example.in', password }),
    );
    expect([response.statusCode, response.json().errors]).toEqual([400, { password: GUESSABLE }]);
  },
);

test('otherwise what satisfies the rules of strength is accepted', async () => {
  const server = await startTestApp();
  try {
    const form = fillRegistration({ password: 'Password1!' });
    expect((await post(server, '/auth/register', form)).statusCode).toBe(201);
  } finally {
    await server.close();
  }
});

test('a password may have 200 characters, spaces and other scripts, and all of them count', async () => {
  const server = await startTestApp();
  try {
    const password = `Aa1 ${'अनुपालन सही समय '.repeat(20)}`.slice(0, 200).trim();
    const form = fillRegistration({ password });
    const email = form.primaryEmail;
    expect((await post(server, '/auth/register', form)).statusCode).toBe(201);
    const code = { email, otp: await readCode(server, email), purpose: 'registration' };
    expect((await post(server, '/auth/verify-otp', code)).statusCode).toBe(200);
    const signIn = (typed: string) => post(server, '/auth/login', { email, password: typed });
    expect((await signIn(password)).statusCode).toBe(200);
    expect((await signIn(password.slice(0, -1))).statusCode).toBe(401);
  } finally {
    await server.close();
  }
});
