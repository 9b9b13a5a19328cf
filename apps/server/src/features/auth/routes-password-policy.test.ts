import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, fillRegistration, listMail, post, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

const COMMON = 'This password is too common. Please choose another one.';
const NAMED = 'Password must not contain the name of your email address';

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

test('otherwise what satisfies the rules of strength is accepted', async () => {
  const server = await startTestApp();
  try {
    const form = fillRegistration({ password: 'Password1!' });
    expect((await post(server, '/auth/register', form)).statusCode).toBe(201);
  } finally {
    await server.close();
  }
});
