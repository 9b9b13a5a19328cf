import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, post, UNHURRIED } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addHolder, type Holder, type SecondStep, takePasswordStep } from './people.fixture.ts';

const EXPIRED = [401, 'Your sign-in has expired. Please try again.'];
const WRONG_CODE = [401, 'Invalid recovery code. Please try again.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

function recover({ email }: Pick<Holder, 'email'>, { cookies }: Pick<SecondStep, 'cookies'>, code: string) {
  return post(server, '/auth/verify-recovery-code', { email, code }, { cookies });
}

test('guessing spends the tries of the browser that guesses, and never those of the owner', async () => {
  const holder = await addHolder(server);
  const owner = await takePasswordStep(server, holder, { remoteAddress: '203.0.113.1' });
  const thief = await takePasswordStep(server, holder, { remoteAddress: '203.0.113.2' });
  for (const _ of Array(5)) expect(failureOf(await recover(holder, thief, 'guessed'))).toEqual(WRONG_CODE);
  expect(failureOf(await recover(holder, thief, holder.recoveryCodes[0] ?? ''))).toEqual(EXPIRED);
  for (const _ of Array(10)) await takePasswordStep(server, holder, { remoteAddress: '203.0.113.2' });
  const right = { email: holder.email, response: holder.passkey.sign(owner.options) };
  expect((await post(server, '/auth/verify-passkey', right, { cookies: owner.cookies })).statusCode).toBe(200);
  const steps = await server.services.database.db
    .selectFrom('passkey_steps')
    .select('id')
    .where('user_id', '=', holder.userId)
    .execute();
  expect(steps.length).toBeLessThanOrEqual(4);
});

test('guessing without a cookie from the address of the owner spends no tries of the owner, and ends no step', async () => {
  const holder = await addHolder(server);
  const [owner, neighbour] = [await takePasswordStep(server, holder), await takePasswordStep(server, holder)];
  const guess = () => recover(holder, { cookies: {} }, 'guessed');
  for (const _ of Array(5)) expect(failureOf(await guess())).toEqual(WRONG_CODE);
  expect(failureOf(await guess())).toEqual(EXPIRED);
  for (const { options, cookies } of [neighbour, owner]) {
    const right = { email: holder.email, response: holder.passkey.sign(options) };
    expect((await post(server, '/auth/verify-passkey', right, { cookies })).statusCode).toBe(200);
  }
});

test('who gets in without a cookie uses the newest step of the address, and leaves those of the neighbours', async () => {
  const holder = await addHolder(server);
  const [owner, newest] = [await takePasswordStep(server, holder), await takePasswordStep(server, holder)];
  const [first = '', second = ''] = holder.recoveryCodes;
  expect((await recover(holder, { cookies: {} }, first)).statusCode).toBe(200);
  expect(failureOf(await recover(holder, newest, second))).toEqual(EXPIRED);
  expect((await recover(holder, owner, second)).statusCode).toBe(200);
});

describe('a recovery code', () => {
  test('signs in once, in place of the passkey, and its owner is told', async () => {
    const holder = await addHolder(server);
    const [code = ''] = holder.recoveryCodes;
    const typed = code.replaceAll('-', ' ').toLowerCase();
    const signedIn = await recover(holder, await takePasswordStep(server, holder), typed);
    expect(signedIn.json()).toMatchObject({ message: 'Login successful!', data: { user: { _id: holder.userId } } });
    expect(server.enqueued.at(-1)?.data).toMatchObject({
      to: holder.email,
      subject: 'A recovery code was used',
      text: expect.stringContaining('9 recovery codes are left'),
    });
    const { token } = signedIn.json().data;
    expect((await server.call({ url: '/api/passkeys', token })).json().data.recoveryCodesLeft).toBe(9);
    expect(failureOf(await recover(holder, await takePasswordStep(server, holder), code))).toEqual(WRONG_CODE);
    expect((await readAuditOf(server, holder.userId)).at(-1)).toMatchObject({
      action: 'auth.fail-sign-in',
      details: { reason: 'wrong-recovery-code' },
    });
  });

  test('used twice at once, in two browsers, counts once', async () => {
    const holder = await addHolder(server);
    const [code = ''] = holder.recoveryCodes;
    const steps = [await takePasswordStep(server, holder), await takePasswordStep(server, holder)];
    const answers = await Promise.all(steps.map((step) => recover(holder, step, code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  test('is worth nothing without the password, or to somebody else', async () => {
    const [holder, other] = [await addHolder(server), await addHolder(server)];
    const [code = ''] = holder.recoveryCodes;
    expect(failureOf(await recover(holder, { cookies: {} }, code))).toEqual(EXPIRED);
    expect(failureOf(await recover({ email: 'nobody@example.in' }, { cookies: {} }, code))).toEqual(EXPIRED);
    expect(failureOf(await recover(other, await takePasswordStep(server, other), code))).toEqual(WRONG_CODE);
    expect(failureOf(await recover(holder, await takePasswordStep(server, other), code))).toEqual(EXPIRED);
  });

  test('is required', async () => {
    const answer = await post(server, '/auth/verify-recovery-code', { email: 'asha@example.in', code: ' ' });
    expect(failureOf(answer)).toEqual([400, 'Recovery code is required']);
  });
});
