import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, enterPassword, failureOf, PASSWORD, post, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { beginSession } from '../../identity/sessions.ts';

const NEW = 'Brand-new-horse-9';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: { ...UNHURRIED, PASSWORD_POLICY: 'strict' } });
});

afterAll(() => server.close());

function change(token: string | undefined, changes: object = {}) {
  const payload = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW, ...changes };
  return server.call({ method: 'PUT', url: '/api/users/profile/password', payload, ...(token && { token }) });
}

async function isOpen(token: string): Promise<boolean> {
  return (await server.call({ url: '/api/users/profile', token })).statusCode === 200;
}

function signIn(email: string, password: string) {
  return post(server, '/auth/login', { email, password });
}

test('the new password counts at once; other sessions and codes end, this one stays, and mail tells', async () => {
  const [admin, person] = [await addAccount(server, { role: 'admin' }), await addAccount(server)];
  const { db } = server.services.database;
  const other = await beginSession(db, { userId: admin.userId, device: '' });
  const acting = await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
  const waiting = await enterPassword(server, admin.email);
  server.enqueued.length = 0;
  const response = await change(admin.token);
  expect(response.json()).toEqual({ status: 'success', message: 'Password changed successfully' });
  expect([await isOpen(admin.token), await isOpen(other), await isOpen(acting)]).toEqual([true, false, false]);
  expect(await isOpen(person.token)).toBe(true);
  expect(server.enqueued.map(({ data }) => data)).toMatchObject([
    { to: admin.email, subject: 'Your password was changed' },
  ]);
  expect(failureOf(await post(server, '/auth/verify-login', waiting))).toEqual([
    401,
    'OTP has expired. Please request a new one.',
  ]);
  expect(failureOf(await signIn(admin.email, PASSWORD))).toEqual([401, 'Incorrect password']);
  expect((await signIn(admin.email, NEW)).statusCode).toBe(200);
  const actions = (await readAuditOf(server, admin.userId)).map(({ action }) => action);
  expect(actions).toContain('users.change-password');
  expect((await readAuditOf(server, person.userId)).map(({ action }) => action)).toEqual(['users.end-impersonation']);
});

test('a reset of the password is told by mail, too', async () => {
  const person = await addAccount(server);
  await post(server, '/auth/forgot-password', { email: person.email });
  const otp = await readCode(server, person.email);
  server.enqueued.length = 0;
  await post(server, '/auth/reset-password', { email: person.email, otp, newPassword: NEW });
  expect(server.enqueued.map(({ data }) => data)).toMatchObject([
    { to: person.email, subject: 'Your password was changed' },
  ]);
});

test('all faults are told at once, and the policy holds', async () => {
  const person = await addAccount(server);
  const response = await change(person.token, { currentPassword: '', newPassword: 'short', confirmPassword: 'other' });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual({
    currentPassword: 'Password is required',
    newPassword: 'Password must be at least 8 characters',
    confirmPassword: "Passwords don't match",
  });
  const common = await change(person.token, { newPassword: 'Password@1', confirmPassword: 'Password@1' });
  expect(common.json().errors).toEqual({ newPassword: 'This password is too common. Please choose another one.' });
  expect((await signIn(person.email, PASSWORD)).statusCode).toBe(200);
});

test('a wrong present password is a fault of its field, and counts', async () => {
  const person = await addAccount(server);
  const wrong = await change(person.token, { currentPassword: 'Wrong-horse-9' });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json()).toEqual({
    status: 'error',
    message: 'Incorrect password',
    errors: { currentPassword: 'Incorrect password' },
  });
  expect((await readAuditOf(server, person.userId)).at(-1)).toMatchObject({
    action: 'users.fail-change-password',
    details: { reason: 'wrong-password' },
  });
  await Promise.all(Array.from({ length: 19 }, () => change(person.token, { currentPassword: 'Wrong-horse-9' })));
  expect(failureOf(await change(person.token))).toEqual([429, 'Too many attempts. Please try again later.']);
});

test('nobody but the user themselves', async () => {
  const [admin, person] = [await addAccount(server, { role: 'admin' }), await addAccount(server)];
  expect(failureOf(await change(undefined))).toEqual([401, 'Please sign in to continue']);
  const token = await beginSession(server.services.database.db, {
    userId: person.userId,
    device: '',
    impersonatorId: admin.userId,
  });
  expect(failureOf(await change(token))).toEqual([403, 'The password cannot be changed while impersonating']);
});

test('of two changes at once one counts', async () => {
  const person = await addAccount(server);
  const answers = await Promise.all(
    ['One-new-horse-1', 'Two-new-horse-2'].map((newPassword) =>
      change(person.token, { newPassword, confirmPassword: newPassword }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
});
