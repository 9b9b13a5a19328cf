import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAccount,
  cookiesOf,
  enterPassword,
  failureOf,
  listMail,
  PASSWORD,
  post,
  readCode,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { addHolder, addPasskeyTo, type Holder, type SecondStep, takePasswordStep } from './people.fixture.ts';

const NOT_VERIFIED = [401, 'The passkey could not be verified. Please try again.'];
const EXPIRED = [401, 'Your sign-in has expired. Please try again.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

function verify(
  { email }: Pick<Holder, 'email'>,
  { cookies }: Pick<SecondStep, 'cookies'>,
  response: object,
  options: { remoteAddress?: string } = {},
) {
  return post(server, '/auth/verify-passkey', { email, response }, { cookies, ...options });
}

async function reasonsOf({ userId }: Pick<Holder, 'userId'>) {
  const entries = await readAuditOf(server, userId);
  return entries.filter(({ action }) => action === 'auth.fail-sign-in').map(({ details }) => details);
}

function age(of: Pick<Holder, 'userId'>, by: string) {
  return server.services.database.db
    .updateTable('passkey_steps')
    .set({
      challenge_until: sql<Date>`challenge_until - ${by}::interval`,
      expires_at: sql<Date>`expires_at - ${by}::interval`,
    })
    .where('user_id', '=', of.userId)
    .execute();
}

describe('who has a passkey', () => {
  test('is asked for it after the password, and is signed in by it', async () => {
    const holder = await addHolder(server);
    const response = await post(server, '/auth/login', { email: holder.email, password: PASSWORD });
    expect(response.json()).toMatchObject({ status: 'success', message: 'Use your passkey to go on' });
    expect(response.json().data).toMatchObject({
      secondFactor: 'passkey',
      options: { rpId: 'localhost', allowCredentials: [{ id: holder.passkey.id, transports: ['internal'] }] },
    });
    expect(await listMail(server, holder.email)).toEqual([]);

    const step = { options: response.json().data.options, cookies: cookiesOf(response) };
    const signedIn = await verify(holder, step, holder.passkey.sign(step.options));
    expect(signedIn.json()).toMatchObject({ status: 'success', message: 'Login successful!' });
    const { token, user } = signedIn.json().data;
    expect(user._id).toBe(holder.userId);
    expect(cookiesOf(signedIn)).toEqual({ 'anupalan-sign-in': '', 'anupalan-known': expect.any(String) });
    expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(200);
    const [passkey] = (await server.call({ url: '/api/passkeys', token })).json().data.passkeys;
    expect(passkey.lastUsedAt).not.toBeNull();
    expect((await readAuditOf(server, holder.userId)).at(-1)).toMatchObject({
      action: 'auth.sign-in',
      details: { factor: 'passkey' },
    });
  });

  test('and no cookies is known by the address, and nowhere else', async () => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, holder, { remoteAddress: '203.0.113.5' });
    const response = holder.passkey.sign(step.options);
    const elsewhere = await verify(holder, { cookies: {} }, response, { remoteAddress: '203.0.113.6' });
    expect(failureOf(elsewhere)).toEqual(EXPIRED);
    const here = await verify(holder, { cookies: {} }, response, { remoteAddress: '203.0.113.5' });
    expect(here.statusCode).toBe(200);
  });

  test('signs in with each of them', async () => {
    const holder = await addHolder(server);
    const second = new Authenticator({ counts: false });
    await addPasskeyTo(server, holder.token, second, 'Key ring');
    for (const passkey of [holder.passkey, second, second]) {
      const step = await takePasswordStep(server, holder);
      expect((await verify(holder, step, passkey.sign(step.options))).statusCode).toBe(200);
    }
  });

  test('who is suspended between the two steps stays out', async () => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, holder);
    await server.services.database.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', holder.userId)
      .execute();
    const answer = await verify(holder, step, holder.passkey.sign(step.options));
    expect(failureOf(answer)).toEqual([401, 'Account is not active']);
  });
});

describe('who has only the mailbox of somebody with a passkey', () => {
  test('gets no code after a password reset, and no session', async () => {
    const holder = await addHolder(server);
    await post(server, '/auth/forgot-password', { email: holder.email });
    const newPassword = 'Stolen-horse-9';
    const reset = await post(server, '/auth/reset-password', {
      email: holder.email,
      otp: await readCode(server, holder.email),
      newPassword,
    });
    expect(reset.statusCode).toBe(200);
    const before = await listMail(server, holder.email);
    const { cookies } = await takePasswordStep(server, holder, { password: newPassword });
    const again = await post(server, '/auth/login', { email: holder.email, password: '' }, { cookies });
    expect(again.json().message).toBe('Use your passkey to go on');
    expect(await listMail(server, holder.email)).toEqual(before);
    const guess = await post(server, '/auth/verify-login', { email: holder.email, otp: '123456' }, { cookies });
    expect(guess.statusCode).toBe(401);
  });

  test('is not let in by a code that was mailed before the passkey was added', async () => {
    const account = await addAccount(server);
    const { otp, cookies } = await enterPassword(server, account.email);
    await addPasskeyTo(server, account.token, new Authenticator());
    const late = await post(server, '/auth/verify-login', { email: account.email, otp }, { cookies });
    expect(late.statusCode).toBe(401);
    const again = await post(server, '/auth/login', { email: account.email, password: '' }, { cookies });
    expect(failureOf(again)).toEqual([400, 'Password is required']);
  });

  test('is not let in by a code that was on its way while the passkey was added', async () => {
    const account = await addAccount(server);
    const { otp, cookies } = await enterPassword(server, account.email);
    const { db } = server.services.database;
    const code = await db
      .selectFrom('one_time_codes')
      .selectAll()
      .where('user_id', '=', account.userId)
      .executeTakeFirstOrThrow();
    await addPasskeyTo(server, account.token, new Authenticator());
    await db.insertInto('one_time_codes').values(code).execute();
    const late = await post(server, '/auth/verify-login', { email: account.email, otp }, { cookies });
    expect(failureOf(late)).toEqual([401, 'Please sign in with your passkey']);
    expect(await reasonsOf(account)).toEqual([{ reason: 'passkey-needed' }]);
  });
});

describe('a passkey is refused', () => {
  test.each([
    ['on another site', { origin: 'https://anupa1an.example.in' }],
    ['on the same site over another port', { origin: 'http://localhost:3001' }],
    ['for another relying party', { rpId: 'anupa1an.example.in' }],
    ['with nobody there', { absent: true }],
    ['for another ceremony', { type: 'webauthn.create' }],
  ])('%s', async (_, wrong) => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, holder);
    expect(failureOf(await verify(holder, step, holder.passkey.sign(step.options, wrong)))).toEqual(NOT_VERIFIED);
    expect(await reasonsOf(holder)).toEqual([{ reason: 'wrong-passkey' }]);
  });

  test('when its challenge was answered before', async () => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, holder);
    const response = holder.passkey.sign(step.options);
    expect((await verify(holder, step, response)).statusCode).toBe(200);
    expect(failureOf(await verify(holder, step, response))).toEqual(EXPIRED);
    const next = await takePasswordStep(server, holder);
    expect(failureOf(await verify(holder, next, response))).toEqual(EXPIRED);
  });

  test('of two answers at once to one challenge, but for the first', async () => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, holder);
    const response = holder.passkey.sign(step.options);
    const answers = await Promise.all([1, 2, 3].map(() => verify(holder, step, response)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
  });

  test('for the challenge of somebody else, of another browser, or of nobody', async () => {
    const [holder, other] = [await addHolder(server), await addHolder(server)];
    const [step, theirs, elsewhere] = [
      await takePasswordStep(server, holder),
      await takePasswordStep(server, other),
      await takePasswordStep(server, holder),
    ];
    for (const challenge of [theirs.options.challenge, elsewhere.options.challenge, 'c29tZXRoaW5n']) {
      const response = holder.passkey.sign(step.options, { challenge });
      expect(failureOf(await verify(holder, step, response))).toEqual(EXPIRED);
    }
    const unknown = { email: 'nobody@example.in' };
    expect(failureOf(await verify(unknown, step, holder.passkey.sign(step.options)))).toEqual(EXPIRED);
  });

  test('for the challenge with which passkeys are added', async () => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, holder);
    const { challenge } = (await post(server, '/passkeys/options', {}, { token: holder.token })).json().data;
    const response = holder.passkey.sign(step.options, { challenge });
    expect(failureOf(await verify(holder, step, response))).toEqual(EXPIRED);
  });

  test('of somebody else', async () => {
    const [holder, other] = [await addHolder(server), await addHolder(server)];
    const step = await takePasswordStep(server, holder);
    expect(failureOf(await verify(holder, step, other.passkey.sign(step.options)))).toEqual(NOT_VERIFIED);
    const forged = { ...other.passkey.sign(step.options), id: holder.passkey.id, rawId: holder.passkey.id };
    const again = await post(server, '/auth/login', { email: holder.email, password: '' }, { cookies: step.cookies });
    const { options } = again.json().data;
    const signed = { ...forged, response: other.passkey.sign(options).response };
    expect(failureOf(await verify(holder, step, signed))).toEqual(NOT_VERIFIED);
  });

  test('when its counter goes back or stands still, as that of a copy would', async () => {
    const holder = await addHolder(server);
    const first = await takePasswordStep(server, holder);
    expect((await verify(holder, first, holder.passkey.sign(first.options, { counter: 9 }))).statusCode).toBe(200);
    for (const counter of [8, 9, 0]) {
      const step = await takePasswordStep(server, holder);
      const response = holder.passkey.sign(step.options, { counter });
      expect(failureOf(await verify(holder, step, response)), String(counter)).toEqual(NOT_VERIFIED);
    }
    expect(await reasonsOf(holder)).toEqual(Array(3).fill({ reason: 'repeated-passkey' }));
    const step = await takePasswordStep(server, holder);
    expect((await verify(holder, step, holder.passkey.sign(step.options, { counter: 10 }))).statusCode).toBe(200);
  });

  test('after five minutes, and asked for again in the same browser for half an hour', async () => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, holder);
    await age(holder, '5 minutes');
    expect(failureOf(await verify(holder, step, holder.passkey.sign(step.options)))).toEqual(EXPIRED);
    const resume = () => post(server, '/auth/login', { email: holder.email, password: '' }, { cookies: step.cookies });
    const { options } = (await resume()).json().data;
    await age(holder, '25 minutes');
    expect(failureOf(await resume())).toEqual([400, 'Password is required']);
    expect(failureOf(await verify(holder, step, holder.passkey.sign(options)))).toEqual(EXPIRED);
  });

  test('without the password step', async () => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, await addHolder(server));
    expect(failureOf(await verify(holder, step, holder.passkey.sign(step.options)))).toEqual(EXPIRED);
  });

  test.each([
    ['no response', undefined],
    ['a response of text', 'passkey'],
    ['bytes that are none', { id: 'a b', rawId: 'a b', type: 'public-key', response: {} }],
  ])('%s is a fault of the form', async (_, response) => {
    const answer = await post(server, '/auth/verify-passkey', { email: 'asha@example.in', response });
    expect(failureOf(answer)).toEqual([400, 'The passkey could not be read']);
  });

  test('that is nonsense in the right form', async () => {
    const holder = await addHolder(server);
    const step = await takePasswordStep(server, holder);
    const right = holder.passkey.sign(step.options);
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature']) {
      const again = await post(server, '/auth/login', { email: holder.email, password: '' }, { cookies: step.cookies });
      const { options } = again.json().data;
      const response = { ...right, response: { ...holder.passkey.sign(options).response, [part]: 'AAAA' } };
      expect(failureOf(await verify(holder, step, response)), part).toEqual(NOT_VERIFIED);
    }
  });
});
