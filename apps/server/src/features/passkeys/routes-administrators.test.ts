import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, enterPassword, failureOf, post, UNHURRIED } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { expectFailure, UNKNOWN_ID } from '../../../test/tracked.ts';
import { readConfig } from '../../config.ts';
import { beginSession } from '../../identity/sessions.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { forgetPasskeysOf } from './commands-forget.ts';
import { addHolder, addPasskeyTo, takePasswordStep } from './people.fixture.ts';

const NEEDED = [403, 'Add a passkey to go on'];

let server: TestApp;
let strict: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
  strict = await startTestApp({ env: { ...UNHURRIED, ADMIN_2FA: 'required' } });
});

afterAll(async () => {
  await server.close();
  await strict.close();
});

describe('with ADMIN_2FA=required', () => {
  test('an administrator without a passkey can do nothing but add one, and then everything', async () => {
    const { email } = await addAccount(strict, { role: 'admin' });
    const { otp, cookies } = await enterPassword(strict, email);
    const signedIn = await post(strict, '/auth/verify-login', { email, otp }, { cookies });
    const { token, passkeyNeeded } = signedIn.json().data;
    expect(passkeyNeeded).toBe(true);
    const profile = await strict.call({ url: '/api/users/profile', token });
    expect(profile.json().data.passkeyNeeded).toBe(true);
    for (const [method, url] of [
      ['GET', '/api/users'],
      ['GET', '/api/compliance/data'],
      ['PUT', '/api/users/profile'],
      ['GET', '/api/users/profile/sessions'],
      ['POST', '/api/acts'],
      ['GET', '/api/live'],
      ['POST', '/api/passkeys/recovery-codes'],
      ['DELETE', `/api/passkeys/${UNKNOWN_ID}`],
    ] as const) {
      const refused = await strict.call({ method, url, token, ...(method !== 'GET' && { payload: {} }) });
      expect(failureOf(refused), url).toEqual(NEEDED);
      expect(refused.json().errors, url).toEqual({ secondFactor: 'Add a passkey to go on' });
    }
    const change = { email: 'new@example.in', otp: '123456', purpose: 'email-change' };
    expect(failureOf(await post(strict, '/auth/verify-otp', change, { token }))).toEqual(NEEDED);
    expect((await strict.call({ url: '/api/passkeys', token })).json().data.required).toBe(true);
    await addPasskeyTo(strict, token, new Authenticator());
    expect((await strict.call({ url: '/api/users', token })).statusCode).toBe(200);
    expect((await strict.call({ url: '/api/users/profile', token })).json().data.passkeyNeeded).toBeUndefined();
  });

  test('an administrator without a passkey can sign out', async () => {
    const { token } = await addPerson(strict.services, { role: 'admin' });
    expect((await post(strict, '/auth/logout', {}, { token })).statusCode).toBe(200);
  });

  test('a promotion counts at the next call; others need none', async () => {
    const { token, userId } = await addPerson(strict.services);
    const read = () => strict.call({ url: '/api/acts', token });
    expect((await read()).statusCode).toBe(200);
    await strict.services.database.db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
    expect(failureOf(await read())).toEqual(NEEDED);
  });

  test('acting as somebody else is no way round', async () => {
    const [admin, person] = [await addPerson(strict.services, { role: 'admin' }), await addPerson(strict.services)];
    const { db } = strict.services.database;
    const token = await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
    expect(failureOf(await strict.call({ url: '/api/acts', token }))).toEqual(NEEDED);
  });

  test('an administrator’s last passkey stays, also when two are removed at once; a user’s goes', async () => {
    const admin = await addHolder(strict, { role: 'admin' });
    await addPasskeyTo(strict, admin.token, new Authenticator());
    const { passkeys } = (await strict.call({ url: '/api/passkeys', token: admin.token })).json().data;
    const remove = ({ _id }: { _id: string }, token = admin.token) =>
      strict.call({ method: 'DELETE', url: `/api/passkeys/${_id}`, token });
    const answers = await Promise.all(passkeys.map((passkey: { _id: string }) => remove(passkey)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toBe('Administrators need a passkey. Add another one before you remove this one.');
    const user = await addHolder(strict);
    const [own] = (await strict.call({ url: '/api/passkeys', token: user.token })).json().data.passkeys;
    expect((await remove(own, user.token)).statusCode).toBe(200);
  });

  test('an address with a number is refused at the start', () => {
    const env = { ADMIN_2FA: 'required', PUBLIC_URL: 'http://127.0.0.1:3000' };
    expect(() => readConfig(env)).toThrow(/^ADMIN_2FA needs a PUBLIC_URL with a name/);
    expect(() => readConfig({ ADMIN_2FA: 'yes' })).toThrow('ADMIN_2FA must be off or required');
  });
});

test('without it an administrator needs no passkey', async () => {
  const { token } = await addPerson(server.services, { role: 'admin' });
  expect((await server.call({ url: '/api/users', token })).statusCode).toBe(200);
});

describe('who lost all their passkeys', () => {
  const forget = (id: string, token?: string) =>
    server.call({ method: 'DELETE', url: `/api/users/${id}/passkeys`, ...(token && { token }) });

  test('is let in with a mailed code after another administrator removed them', async () => {
    const [admin, holder] = [await addPerson(server.services, { role: 'admin' }), await addHolder(server)];
    const count = await server.call({ url: `/api/users/${holder.userId}/passkeys`, token: admin.token });
    expect(count.json().data).toEqual({ count: 1 });
    const step = await takePasswordStep(server, holder);
    const response = await forget(holder.userId, admin.token);
    expect(response.json()).toEqual({ status: 'success', message: 'Passkeys removed' });
    expect((await server.call({ url: '/api/users/profile', token: holder.token })).statusCode).toBe(401);
    expect(server.enqueued.at(-1)?.data).toMatchObject({ to: holder.email, subject: 'Your passkeys were removed' });
    expect((await readAuditOf(server, holder.userId)).at(-1)).toMatchObject({
      action: 'passkeys.forget',
      actor_id: admin.userId,
      details: { count: 1 },
    });
    const code = { email: holder.email, code: holder.recoveryCodes[0] };
    expect((await post(server, '/auth/verify-recovery-code', code, { cookies: step.cookies })).statusCode).toBe(401);
    const { email, otp, cookies } = await enterPassword(server, holder.email);
    expect((await post(server, '/auth/verify-login', { email, otp }, { cookies })).statusCode).toBe(200);
  });

  test('is helped by an administrator, never by themselves', async () => {
    const [admin, holder] = [await addHolder(server, { role: 'admin' }), await addHolder(server)];
    expectFailure(await forget(holder.userId), 401, 'Please sign in to continue');
    expectFailure(await forget(holder.userId, holder.token), 403, 'Only administrators can do this');
    expectFailure(await forget(admin.userId, admin.token), 403, 'You cannot do this to your own account');
    expectFailure(await forget(UNKNOWN_ID, admin.token), 404, 'User not found');
    const { userId } = await addPerson(server.services);
    expectFailure(await forget(userId, admin.token), 404, 'This user has no passkeys');
  });

  test('as the last administrator is helped by the operator', async () => {
    const holder = await addHolder(server, { role: 'admin' });
    const { db } = server.services.database;
    await forgetPasskeysOf(db, server.services, holder.email);
    expect((await server.call({ url: '/api/users/profile', token: holder.token })).statusCode).toBe(401);
    expect((await readAuditOf(server, holder.userId)).at(-1)).toMatchObject({
      action: 'passkeys.forget',
      actor_id: null,
    });
    await enterPassword(server, holder.email);
    await expect(forgetPasskeysOf(db, server.services, 'nobody@example.in')).rejects.toThrow(
      'Nobody signs in as nobody@example.in',
    );
  });
});
