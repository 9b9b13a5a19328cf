import { updateOwnProfile } from '@anupalan/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, addAccount, failureOf, listMail, post, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { beginSession } from '../../identity/sessions.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

function put(token: string | undefined, payload: object, expect5xx = false) {
  return server.call({ method: 'PUT', url: '/api/users/profile', payload, expect5xx, ...(token && { token }) });
}

test('a stranger is turned away', async () => {
  expect(failureOf(await put(undefined, {}))).toEqual([401, 'Please sign in to continue']);
});

test('what is given changes, what is left out does not, and which fields it was is on record', async () => {
  const person = await addAccount(server);
  const response = await put(person.token, { firstName: ' Meera ', personalPhone: '9800000001' });
  expect(response.statusCode).toBe(200);
  const { data } = updateOwnProfile.answers[200].parse(response.json());
  expect(response.json()).toEqual({ status: 'success', message: 'Profile updated successfully', data });
  expect(data).toEqual({
    user: expect.objectContaining({
      _id: person.userId,
      firstName: 'Meera',
      lastName: 'Rao',
      personalPhone: '9800000001',
      primaryEmail: person.email,
    }),
  });
  const again = await put(person.token, { firstName: 'Meera', primaryEmail: person.email.toUpperCase() });
  expect(again.json()).toEqual({ status: 'success', message: 'Profile updated successfully', data });
  expect(await readAuditOf(server, person.userId)).toEqual([
    {
      action: 'users.update',
      actor_id: person.userId,
      impersonator_id: null,
      subject_id: person.userId,
      details: { fields: ['firstName', 'personalPhone'] },
    },
  ]);
});

test('every faulty field is told at once, and nothing is changed', async () => {
  const person = await addAccount(server);
  const response = await put(person.token, {
    firstName: 'M',
    lastName: '',
    personalPhone: '98000',
    primaryEmail: 'meera',
  });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    status: 'error',
    message: 'First name must be at least 2 characters',
    errors: {
      firstName: 'First name must be at least 2 characters',
      lastName: 'Last name must be at least 2 characters',
      personalPhone: 'Phone number must be at least 10 digits',
      primaryEmail: 'Invalid email address',
    },
  });
  const letters = await put(person.token, { firstName: 'Changed', personalPhone: '98000abcde' });
  expect(letters.json().errors).toEqual({ personalPhone: 'Please enter only numbers' });
  expect((await readProfile(person)).firstName).toBe('Asha');
});

test('a new address waits for its code, everything else changes at once', async () => {
  const person = await addAccount(server);
  const response = await put(person.token, { lastName: 'Nair', primaryEmail: ' New.One@Example.in ' });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    status: 'success',
    message: 'Please verify your new email address',
    data: { user: { lastName: 'Nair', primaryEmail: person.email }, emailChangePending: true },
  });
  expect(await listMail(server, 'new.one@example.in')).toHaveLength(1);
  const otp = await readCode(server, 'new.one@example.in');
  const form = { email: 'new.one@example.in', otp, purpose: 'email-change' };
  expect((await post(server, '/auth/verify-otp', form, { token: person.token })).statusCode).toBe(200);
  expect(await readProfile(person)).toMatchObject({ lastName: 'Nair', primaryEmail: 'new.one@example.in' });
  const actions = (await readAuditOf(server, person.userId)).map(({ action }) => action);
  expect(actions).toEqual(['users.update', 'users.request-email-change', 'users.change-email']);
});

test('a phone number that was never given may be sent as empty; one that was may not be emptied', async () => {
  const person = await addAccount(server);
  const profile = { firstName: 'Meera', lastName: 'Rao', primaryEmail: person.email };
  expect((await put(person.token, { ...profile, personalPhone: '' })).statusCode).toBe(200);
  expect(await readProfile(person)).toMatchObject({ firstName: 'Meera', personalPhone: '' });
  await put(person.token, { personalPhone: '9800000004' });
  const refused = await put(person.token, { ...profile, personalPhone: '' });
  expect(failureOf(refused)).toEqual([400, 'Phone number must be at least 10 digits']);
  expect((await readProfile(person)).personalPhone).toBe('9800000004');
});

test('what somebody else has is refused, all of it at once, and nothing is changed or mailed', async () => {
  const [person, other] = [await addAccount(server), await addAccount(server)];
  await put(other.token, { personalPhone: '9800000002' });
  const response = await put(person.token, {
    firstName: 'Changed',
    personalPhone: '9800000002',
    primaryEmail: other.email,
  });
  expect(response.statusCode).toBe(409);
  expect(response.json().errors).toEqual({
    primaryEmail: 'This email is already registered',
    personalPhone: 'This phone number is already registered',
  });
  expect(await readProfile(person)).toMatchObject({ firstName: 'Asha', personalPhone: '' });
  expect(await listMail(server, other.email)).toEqual([]);
});

test('of two who take a phone number at the same moment one is told', async () => {
  const people = [await addAccount(server), await addAccount(server)];
  const answers = await Promise.all(people.map(({ token }) => put(token, { personalPhone: '9800000003' })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
    status: 'error',
    message: 'This phone number is already registered',
    errors: { personalPhone: 'This phone number is already registered' },
  });
});

describe('an administrator who acts for somebody', () => {
  test('may change the profile, under both names, but not the address', async () => {
    const [admin, person] = [await addAccount(server, { role: 'admin' }), await addAccount(server)];
    const { db } = server.services.database;
    const token = await beginSession(db, { userId: person.userId, device: 'test', impersonatorId: admin.userId });
    const refused = await put(token, { firstName: 'Changed', primaryEmail: 'other@example.in' });
    expect(failureOf(refused)).toEqual([403, 'The email address cannot be changed while impersonating']);
    expect((await readProfile(person)).firstName).toBe('Asha');
    expect((await put(token, { firstName: 'Changed', primaryEmail: person.email })).statusCode).toBe(200);
    expect(await readAuditOf(server, person.userId)).toMatchObject([
      { action: 'users.update', actor_id: person.userId, impersonator_id: admin.userId },
    ]);
  });
});

test('a mail that cannot be handed over leaves nothing changed', async () => {
  const mailer = { deliver: () => Promise.reject(new Error('mailbox full')), close: () => {} };
  const offline = await startTestApp({ mailer });
  try {
    const { token } = await addAccount(offline);
    const payload = { firstName: 'Changed', primaryEmail: 'unreachable@example.in' };
    const response = await offline.call({ method: 'PUT', url: '/api/users/profile', token, payload, expect5xx: true });
    expect(failureOf(response)).toEqual([502, 'Failed to generate and send OTP']);
    const profile = await offline.call({ url: '/api/users/profile', token });
    expect(profile.json().data.user.firstName).toBe('Asha');
  } finally {
    await offline.close();
  }
});

test('asking for codes counts with the other calls that mail them', async () => {
  const hurried = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '1' } });
  try {
    const { token } = await addAccount(hurried);
    const ask = (primaryEmail: string) =>
      hurried.call({ method: 'PUT', url: '/api/users/profile', token, payload: { primaryEmail } });
    expect((await ask('one@example.in')).statusCode).toBe(200);
    const refused = await ask('two@example.in');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await listMail(hurried, 'two@example.in')).toEqual([]);
  } finally {
    await hurried.close();
  }
});

async function readProfile({ token }: Account) {
  return (await server.call({ url: '/api/users/profile', token })).json().data.user;
}
