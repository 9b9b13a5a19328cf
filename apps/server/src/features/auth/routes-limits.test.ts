import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  countTries,
  enterPassword,
  failureOf,
  letCodesAge,
  listMail,
  mistype,
  PASSWORD,
  post,
  signUp,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

const TOO_MANY = [429, 'Too many attempts. Please try again later.'];
const WRONG_PASSWORD = [401, 'Incorrect password'];
const INVALID = [401, 'Invalid OTP. Please try again.'];
const EXPIRED = [401, 'OTP has expired. Please request a new one.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

test('sign-in, sign-up, code and reset calls of one address count together', async () => {
  const strict = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '6' } });
  try {
    const paths = ['register', 'verify-otp', 'login', 'verify-login', 'forgot-password', 'reset-password'];
    const knock = (path: string, remoteAddress = '203.0.113.7') => post(strict, `/auth/${path}`, {}, { remoteAddress });
    for (const path of paths) expect((await knock(path)).statusCode, path).toBe(400);
    for (const path of paths) {
      const refused = await knock(path);
      expect(failureOf(refused), path).toEqual(TOO_MANY);
      expectToWaitAtMost(refused, 15 * 60);
    }
    expect((await knock('login', '203.0.113.8')).statusCode).toBe(400);
    const { token } = await addAccount(strict);
    const profile = await strict.call({ url: '/api/users/profile', token, remoteAddress: '203.0.113.7' });
    expect(profile.statusCode).toBe(200);
  } finally {
    await strict.close();
  }
});

test('a forwarded address counts only where a proxy is trusted', async () => {
  const strict = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '1' } });
  try {
    const knock = (from: string) => post(strict, '/auth/login', {}, { headers: { 'x-forwarded-for': from } });
    expect((await knock('203.0.113.7')).statusCode).toBe(400);
    expect((await knock('203.0.113.8')).statusCode).toBe(429);
  } finally {
    await strict.close();
  }
});

test('fifty wrong passwords an hour from everywhere; then the right one waits too in a browser nobody knows', async () => {
  const { email } = await addAccount(server);
  await countTries(server, 'wrong-passwords', email, 49);
  const login = (password: string, remoteAddress: string) =>
    post(server, '/auth/login', { email, password }, { remoteAddress });
  expect(failureOf(await login('wrong', '203.0.113.1'))).toEqual(WRONG_PASSWORD);
  const refused = await login(PASSWORD, '203.0.113.2');
  expect(failureOf(refused)).toEqual(TOO_MANY);
  expectToWaitAtMost(refused, 3_600);
  expect(await listMail(server, email)).toEqual([]);
  await forgetWaiting();
  expect((await login(PASSWORD, '203.0.113.3')).statusCode).toBe(200);
});

test('right passwords do not count', async () => {
  const { email } = await addAccount(server);
  await countTries(server, 'wrong-passwords', email, 49);
  for (const _ of [1, 2]) {
    expect((await post(server, '/auth/login', { email, password: PASSWORD })).statusCode).toBe(200);
  }
});

test('wrong passwords that come at once are counted too', async () => {
  const { email } = await addAccount(server);
  await countTries(server, 'wrong-passwords', email, 47);
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => post(server, '/auth/login', { email, password: 'wrong' })),
  );
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([401, 401, 401, 429, 429, 429]);
});

test('twenty wrong passwords an hour from one address, which closes no other address', async () => {
  const { email } = await addAccount(server);
  const login = (password: string, remoteAddress: string) =>
    post(server, '/auth/login', { email, password }, { remoteAddress });
  await countTries(server, 'wrong-passwords-from-one', `${email} from 203.0.113.1`, 19);
  expect(failureOf(await login('wrong', '203.0.113.1'))).toEqual(WRONG_PASSWORD);
  expect(failureOf(await login(PASSWORD, '203.0.113.1'))).toEqual(TOO_MANY);
  expect((await login(PASSWORD, '203.0.113.2')).statusCode).toBe(200);
});

test('codes that were used do not count, however many sign-ins an hour', async () => {
  const { email } = await addAccount(server);
  await countTries(server, 'codes-mailed', email, 19);
  await countTries(server, 'codes-mailed-strangers', email, 14);
  for (const _ of [1, 2]) {
    const { otp } = await enterPassword(server, email);
    expect((await post(server, '/auth/verify-login', { email, otp })).statusCode).toBe(200);
  }
});

test('only five of many wrong codes that come at once are compared', async () => {
  const { email, otp } = await enterPassword(server, (await addAccount(server)).email);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(server, '/auth/verify-login', { email, otp: mistype(otp) })),
  );
  const count = (expected: (string | number)[]) =>
    answers.filter((answer) => failureOf(answer).join() === expected.join()).length;
  expect([count(INVALID), count(EXPIRED)]).toEqual([5, 3]);
});

test.each([
  ['twenty codes mailed an hour in all', 'codes-mailed', 19],
  ['sixty a day', 'codes-mailed-day', 59],
  ['fifteen an hour to browsers that the account does not know', 'codes-mailed-strangers', 14],
  ['forty a day to them', 'codes-mailed-strangers-day', 39],
])('%s, whatever they are for', async (_, limit, before) => {
  const { email } = await addAccount(server);
  await countTries(server, limit, email, before);
  expect((await post(server, '/auth/forgot-password', { email })).statusCode).toBe(200);
  for (const refused of [
    await post(server, '/auth/forgot-password', { email }),
    await post(server, '/auth/login', { email, password: PASSWORD }),
  ]) {
    expect(failureOf(refused)).toEqual(TOO_MANY);
    expectToWaitAtMost(refused, 3_600);
  }
  expect(await listMail(server, email)).toHaveLength(1);
});

test('asking again is counted as well, and when it is refused the last code stays', async () => {
  const { email, otp, cookies } = await signUp(server);
  await countTries(server, 'codes-mailed', email, 20);
  await letCodesAge(server, email, '31 seconds');
  const resent = await post(server, '/auth/register', { primaryEmail: email, password: '' }, { cookies });
  expect(failureOf(resent)).toEqual(TOO_MANY);
  const confirmed = await post(server, '/auth/verify-otp', { email, otp, purpose: 'registration' }, { cookies });
  expect(confirmed.statusCode).toBe(200);
});

/** Ends all waiting times, as if everybody had waited as long as they were told. */
async function forgetWaiting(): Promise<void> {
  await server.services.database.db.updateTable('rate_limits').set({ expire: Date.now() }).execute();
}

function expectToWaitAtMost({ headers }: LightMyRequestResponse, seconds: number): void {
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(seconds);
}
