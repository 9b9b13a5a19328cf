import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, addAccount, failureOf, PASSWORD, post, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { UNKNOWN_ID } from '../../../test/tracked.ts';
import { beginSession } from '../../identity/sessions.ts';

const ASK = 'Please enter your password to continue';
const ASKED = { status: 'error', message: ASK, errors: { reauthenticate: ASK } };

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

/** Makes a person's sign-ins so old that they are fresh no more. */
async function letSignInAge({ userId }: { userId: string }, age = '15 minutes'): Promise<void> {
  await server.services.database.db
    .updateTable('sessions')
    .set({ authenticated_at: sql<Date>`now() - ${age}::interval` })
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('impersonator_id', '=', userId)]))
    .execute();
}

function reauthenticate(token: string | undefined, password: string) {
  return post(server, '/auth/reauthenticate', { password }, token ? { token } : {});
}

async function readUser({ userId }: { userId: string }) {
  return await server.services.database.db
    .selectFrom('users')
    .select(['primary_email', 'personal_phone', 'password_hash', 'role', 'status'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

test('a session that was stolen an hour after its sign-in takes over nothing', async () => {
  const [victim, admin] = [await addAccount(server), await addAccount(server, { role: 'admin' })];
  const before = [await readUser(victim), await readUser(admin)];
  await beginSession(server.services.database.db, { userId: victim.userId, device: 'their telephone' });
  await Promise.all([letSignInAge(victim, '1 hour'), letSignInAge(admin, '1 hour')]);
  const [mine, users] = ['/api/users/profile', `/api/users/${victim.userId}`];
  const newPassword = 'Stolen-horse-9';
  const passwords = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
  const attempts = [
    [victim, 'PUT', mine, { primaryEmail: 'thief@example.in' }],
    [victim, 'PUT', mine, { firstName: 'Asha', personalPhone: '9876500001' }],
    [victim, 'PUT', `${mine}/password`, passwords],
    [victim, 'GET', `${mine}/data`],
    [victim, 'DELETE', `${mine}/sessions`],
    [victim, 'DELETE', `${mine}/sessions/${UNKNOWN_ID}`],
    [admin, 'PATCH', `${users}/role`, { role: 'admin' }],
    [admin, 'PATCH', `${users}/email`, { primaryEmail: 'thief@example.in' }],
    [admin, 'PATCH', `${users}/status`, { status: 'suspended' }],
    [admin, 'DELETE', `${users}/sessions`],
    [admin, 'DELETE', users],
    [admin, 'POST', `/api/users/impersonate/${victim.userId}`],
    [admin, 'POST', `/api/payments/orders/order_${'0'.repeat(32)}/refund`],
  ] as const;
  for (const [{ token }, method, url, payload] of attempts) {
    const response = await server.call({ method, url, token, ...(payload && { payload }) });
    expect([method, url, response.statusCode, response.json()]).toEqual([method, url, 403, ASKED]);
  }
  expect([await readUser(victim), await readUser(admin)]).toEqual(before);
  const sessions = server.services.database.db.selectFrom('sessions').where('user_id', '=', victim.userId);
  expect(await sessions.select('id').execute()).toHaveLength(2);
});

test('the document of the API says which calls need a fresh sign-in', async () => {
  const { paths } = (await server.call({ url: '/api/openapi.json' })).json();
  const sentence = /sign-in at most 15 minutes old, otherwise 403 with `errors.reauthenticate`/;
  for (const [path, method] of [
    ['/api/users/profile', 'put'],
    ['/api/users/profile/password', 'put'],
    ['/api/users/{id}/role', 'patch'],
    ['/api/payments/orders/{orderId}/refund', 'post'],
    ['/api/handovers', 'post'],
  ] as const) {
    expect(paths[path][method].description, path).toMatch(sentence);
  }
  expect(paths['/api/payments/create-order'].post.description).not.toMatch(sentence);
});

test('names are changed, and the same address and phone saved, without a fresh sign-in', async () => {
  const person = await addAccount(server);
  await letSignInAge(person, '29 days');
  const form = { firstName: 'Meera', lastName: 'Nair', primaryEmail: person.email, personalPhone: '' };
  const response = await server.call({ method: 'PUT', url: '/api/users/profile', token: person.token, payload: form });
  expect(response.json()).toMatchObject({
    message: 'Profile updated successfully',
    data: { user: { lastName: 'Nair' } },
  });
});

test('nothing on the way to a purchase asks for a fresh sign-in', async () => {
  const person = await addPerson(server.services, { company: { employeeCount: 5, state: 'Goa' } });
  await letSignInAge(person, '29 days');
  const { token } = person;
  const order = await post(server, '/payments/create-order', { planName: 'premium', amount: 3999 }, { token });
  expect(order.json().errors?.reauthenticate).toBeUndefined();
  expect(order.statusCode).not.toBe(403);
  expect((await server.call({ url: '/api/payments/orders', token })).statusCode).not.toBe(403);
});

test('the password makes the session fresh, and the call goes on; other sessions stay as they are', async () => {
  const person = await addAccount(server);
  const other = await beginSession(server.services.database.db, { userId: person.userId, device: '' });
  await letSignInAge(person);
  expect((await changePhone(person.token, '9876500002')).json()).toEqual(ASKED);
  const response = await reauthenticate(person.token, PASSWORD);
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'success', message: 'Password confirmed' }]);
  expect((await changePhone(person.token, '9876500002')).statusCode).toBe(200);
  expect((await changePhone(other, '9876500003')).json()).toEqual(ASKED);
  const entries = (await readAuditOf(server, person.userId)).map(({ action, actor_id }) => [action, actor_id]);
  expect(entries[0]).toEqual(['auth.reauthenticate', person.userId]);
});

test('a sign-in of 14 minutes ago is fresh', async () => {
  const person = await addAccount(server);
  await letSignInAge(person, '14 minutes');
  expect((await changePhone(person.token, '9876500004')).statusCode).toBe(200);
});

test('faults of a form are told before the password is asked for', async () => {
  const person = await addAccount(server);
  await letSignInAge(person);
  const response = await changePhone(person.token, '98765');
  expect(failureOf(response)).toEqual([400, 'Phone number must be at least 10 digits']);
});

describe('POST /auth/reauthenticate', () => {
  test('a stranger is turned away, and an empty password is none', async () => {
    const person = await addAccount(server);
    expect(failureOf(await reauthenticate(undefined, PASSWORD))).toEqual([401, 'Please sign in to continue']);
    expect(failureOf(await reauthenticate(person.token, ''))).toEqual([400, 'Password is required']);
  });

  test('a wrong password, and the password of another account, are refused and change nothing', async () => {
    const [person, other] = [await addAccount(server), await addAccount(server)];
    await setPassword(other, 'Other-horse-9');
    await letSignInAge(person);
    const response = await reauthenticate(person.token, 'Other-horse-9');
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      message: 'Incorrect password',
      errors: { password: 'Incorrect password' },
    });
    expect((await changePhone(person.token, '9876500005')).json()).toEqual(ASKED);
    expect((await server.call({ url: '/api/users/profile', token: person.token })).statusCode).toBe(200);
    expect(await readAuditOf(server, person.userId)).toMatchObject([
      { action: 'auth.fail-reauthenticate', actor_id: person.userId, details: { reason: 'wrong-password' } },
    ]);
  });

  test('a session guesses 20 times an hour; the account’s other sessions and its sign-in go on', async () => {
    const person = await addAccount(server);
    const other = await beginSession(server.services.database.db, { userId: person.userId, device: '' });
    const guesses = await Promise.all(Array.from({ length: 25 }, () => reauthenticate(person.token, 'Wrong-horse-9')));
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20);
    const refused = await reauthenticate(person.token, PASSWORD);
    expect(failureOf(refused)).toEqual([429, 'Too many attempts. Please try again later.']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await reauthenticate(other, PASSWORD)).statusCode).toBe(200);
    expect((await post(server, '/auth/login', { email: person.email, password: PASSWORD })).statusCode).toBe(200);
    const reasons = (await readAuditOf(server, person.userId)).filter(
      ({ details }) => JSON.stringify(details) === '{"reason":"too-many-tries"}',
    );
    expect(reasons).toHaveLength(1);
  });
});

describe('an impersonation', () => {
  function begin(admin: Account, person: Account) {
    return post(server, `/users/impersonate/${person.userId}`, {}, { token: admin.token });
  }

  async function impersonate(admin: Account, person: Account): Promise<string> {
    return (await begin(admin, person)).json().data.token;
  }

  test('never proves to be the user, whose password it may even know', async () => {
    const [admin, person] = [await addAccount(server, { role: 'admin' }), await addAccount(server)];
    const token = await impersonate(admin, person);
    expect(failureOf(await reauthenticate(token, PASSWORD))).toEqual([
      403,
      'You cannot prove who you are while impersonating',
    ]);
  });

  test('is as fresh as the session that began it', async () => {
    const [admin, person] = [await addAccount(server, { role: 'admin' }), await addAccount(server)];
    await letSignInAge(admin, '14 minutes');
    const token = await impersonate(admin, person);
    expect((await changePhone(token, '9876500006')).statusCode).toBe(200);
    const ages = await server.services.database.db
      .selectFrom('sessions')
      .select('authenticated_at')
      .distinct()
      .where((eb) => eb.or([eb('user_id', '=', admin.userId), eb('impersonator_id', '=', admin.userId)]))
      .execute();
    expect(ages).toHaveLength(1);
  });

  test('that is fresh no more is begun again with the administrator’s password, and goes on', async () => {
    const [admin, person] = [await addAccount(server, { role: 'admin' }), await addAccount(server)];
    const old = await impersonate(admin, person);
    await letSignInAge(admin);
    const response = await changePhone(old, '9876500007');
    expect([response.statusCode, response.json()]).toEqual([
      403,
      { status: 'error', message: 'Return to your own account and act as this user again to change this' },
    ]);
    expect((await begin(admin, person)).json()).toEqual(ASKED);
    expect((await reauthenticate(admin.token, PASSWORD)).statusCode).toBe(200);
    expect((await changePhone(await impersonate(admin, person), '9876500007')).statusCode).toBe(200);
  });
});

test('signing in anew is fresh, and plain signing out never asks', async () => {
  const person = await addAccount(server);
  await letSignInAge(person);
  await post(server, '/auth/login', { email: person.email, password: PASSWORD });
  const otp = await readCode(server, person.email);
  const { token } = (await post(server, '/auth/verify-login', { email: person.email, otp })).json().data;
  expect((await changePhone(token, '9876500008')).statusCode).toBe(200);
  expect((await post(server, '/auth/logout', {}, { token: person.token })).statusCode).toBe(200);
});

function changePhone(token: string, personalPhone: string) {
  return server.call({ method: 'PUT', url: '/api/users/profile', token, payload: { personalPhone } });
}

async function setPassword({ token }: Account, newPassword: string): Promise<void> {
  const payload = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
  await server.call({ method: 'PUT', url: '/api/users/profile/password', token, payload });
}
