import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Account,
  addAccount,
  enterPassword,
  failureOf,
  fillRegistration,
  listMail,
  mistype,
  PASSWORD,
  post,
  readCode,
  signUp,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { beginSession } from '../../identity/sessions.ts';
import { createMailDelivery } from '../../platform/mail/outbox.ts';

const EXPIRED = [401, 'OTP has expired. Please request a new one.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

test('the code swaps the address, and the old one is told', async () => {
  const person = await addAccount(server);
  const waiting = await enterPassword(server, person.email);
  const otp = await askForChange(person, 'new.address@example.in');
  expect(await listMail(server, 'new.address@example.in')).toMatchObject([
    { subject: 'Confirm your new email address' },
  ]);
  expect(await readEmail(person.token)).toBe(person.email);

  server.enqueued.length = 0;
  const response = await confirm(person.token, 'New.Address@example.in', otp);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    status: 'success',
    message: 'Email verified successfully',
    data: { user: { _id: person.userId, primaryEmail: 'new.address@example.in' } },
  });
  expect(response.json().data).not.toHaveProperty('token');
  expect(await readEmail(person.token)).toBe('new.address@example.in');

  const [notice, ...others] = server.enqueued;
  expect(others).toEqual([]);
  await createMailDelivery(server.services.mailer).run(notice?.data);
  const told = (await listMail(server, person.email)).at(-1);
  expect(told?.subject).toBe('Your email address was changed');
  expect(told?.text).toContain('new.address@example.in');
  expect(told?.text).toContain(server.services.config.supportEmail);

  const old = await post(server, '/auth/verify-login', { email: person.email, otp: waiting.otp });
  expect(failureOf(old), 'a code that was mailed to the old address').toEqual(EXPIRED);
  const signIn = await post(server, '/auth/login', { email: 'new.address@example.in', password: PASSWORD });
  expect(signIn.statusCode).toBe(200);
});

test('without a session nothing is confirmed', async () => {
  const person = await addAccount(server);
  const otp = await askForChange(person, 'anonymous@example.in');
  const form = { email: 'anonymous@example.in', otp, purpose: 'email-change' };
  expect(failureOf(await post(server, '/auth/verify-otp', form))).toEqual([401, 'Please sign in to continue']);
  expect((await confirm(person.token, 'anonymous@example.in', otp)).statusCode).toBe(200);
});

test('wrong codes, other addresses and other people confirm nothing', async () => {
  const [person, other] = [await addAccount(server), await addAccount(server)];
  const otp = await askForChange(person, 'wished@example.in');
  const tries = [
    await confirm(person.token, 'wished@example.in', mistype(otp)),
    await confirm(person.token, 'unproven@example.in', otp),
    await confirm(other.token, 'wished@example.in', otp),
  ];
  expect(tries.map(failureOf)).toEqual([[401, 'Invalid OTP. Please try again.'], EXPIRED, EXPIRED]);
  expect([await readEmail(person.token), await readEmail(other.token)]).toEqual([person.email, other.email]);
});

test('asking for another address voids the code for the first', async () => {
  const person = await addAccount(server);
  const otp = await askForChange(person, 'first.wish@example.in');
  await askForChange(person, 'second.wish@example.in');
  expect(failureOf(await confirm(person.token, 'first.wish@example.in', otp))).toEqual(EXPIRED);
});

test('an address that somebody has is not even asked', async () => {
  const [person, other] = [await addAccount(server), await addAccount(server)];
  const response = await putEmail(person, other.email);
  expect(failureOf(response)).toEqual([409, 'This email is already registered']);
  expect(response.json().errors).toEqual({ primaryEmail: 'This email is already registered' });
  expect(await listMail(server, other.email)).toEqual([]);
});

test('an address that was taken meanwhile is told', async () => {
  const person = await addAccount(server);
  const form = fillRegistration();
  const otp = await askForChange(person, form.primaryEmail);
  const winner = await signUp(server, form);
  await post(server, '/auth/verify-otp', { ...winner, purpose: 'registration' }, { cookies: winner.cookies });
  server.enqueued.length = 0;
  const response = await confirm(person.token, form.primaryEmail, otp);
  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({
    status: 'error',
    message: 'This email is already registered',
    errors: { primaryEmail: 'This email is already registered' },
  });
  expect(await readEmail(person.token)).toBe(person.email);
  expect(server.enqueued).toEqual([]);
});

test('an administrator who acts for somebody cannot change their address', async () => {
  const [admin, person] = [await addAccount(server, { role: 'admin' }), await addAccount(server)];
  const otp = await askForChange(person, 'impersonated@example.in');
  const token = await beginSession(server.services.database.db, {
    userId: person.userId,
    device: 'test',
    impersonatorId: admin.userId,
  });
  const response = await confirm(token, 'impersonated@example.in', otp);
  expect(failureOf(response)).toEqual([403, 'The email address cannot be changed while impersonating']);
  expect(await readEmail(person.token)).toBe(person.email);
});

test('who has to choose another password first confirms no address', async () => {
  const person = await addAccount(server);
  const otp = await askForChange(person, 'held.back@example.in');
  const owner = server.services.database.db.updateTable('users').where('id', '=', person.userId);
  await owner.set({ password_change: 'required' }).execute();
  const response = await confirm(person.token, 'held.back@example.in', otp);
  expect(failureOf(response)).toEqual([403, 'Choose a new password to go on']);
  expect(response.json().errors).toEqual({ passwordChange: 'Choose a new password to go on' });
  expect(await readEmail(person.token)).toBe(person.email);
  await owner.set({ password_change: null }).execute();
  expect((await confirm(person.token, 'held.back@example.in', otp)).statusCode).toBe(200);
});

async function askForChange(person: Account, newEmail: string): Promise<string> {
  await putEmail(person, newEmail);
  return await readCode(server, newEmail);
}

function putEmail({ token }: Account, primaryEmail: string) {
  return server.call({ method: 'PUT', url: '/api/users/profile', token, payload: { primaryEmail } });
}

function confirm(token: string, email: string, otp: string) {
  return post(server, '/auth/verify-otp', { email, otp, purpose: 'email-change' }, { token });
}

async function readEmail(token: string): Promise<string> {
  return (await server.call({ url: '/api/users/profile', token })).json().data.user.primaryEmail;
}
