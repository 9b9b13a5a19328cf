import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cookiesOf, failureOf, fillRegistration, listMail, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import * as fixture from '../members/company.fixture.ts';
import { deleteOldInvitations } from './commands-retention.ts';

const { ask } = fixture;

let server: TestApp;
let owner: fixture.Colleague;
let email: string;
let token: string;

let people = 0;

beforeAll(async () => {
  server = await startTestApp({ env: { ...UNHURRIED, PASSWORD_POLICY: 'strict' } });
});

afterAll(() => server.close());

beforeEach(async () => {
  people += 1;
  owner = await fixture.openCompany(server);
  email = `kavya${people}@example.in`;
  token = await fixture.inviteByMail(server, owner, email);
});

function fill(changes: object = {}) {
  const personalPhone = `97${String(people).padStart(8, '0')}`;
  const password = 'Wren-Otter-93-lake';
  return {
    token,
    firstName: 'Kavya',
    lastName: 'Nair',
    personalPhone,
    password,
    confirmPassword: password,
    ...changes,
  };
}

function post(path: string, payload: object, cookies: Record<string, string> = {}) {
  return server.call({ method: 'POST', url: `/api${path}`, payload, cookies });
}

/** Sends the short sign-up and its code. */
async function signUp(form = fill()) {
  const cookies = cookiesOf(await post('/invitations/register', form));
  return await confirm(cookies);
}

async function confirm(cookies: Record<string, string>) {
  const otp = await readCode(server, email);
  return await post('/auth/verify-otp', { email, otp, purpose: 'registration' }, cookies);
}

async function countUsers(): Promise<number> {
  const { rows } = await server.owner.query('select count(*)::int as users from users where primary_email = $1', [
    email,
  ]);
  return rows[0].users;
}

test('the short sign-up mails a code, which makes the account and accepts the invitation', async () => {
  const response = await post('/invitations/register', fill());
  expect([response.statusCode, response.json()]).toEqual([
    201,
    {
      status: 'success',
      message: 'Registration successful! Please verify your email with OTP',
      data: { email },
    },
  ]);
  expect((await listMail(server, email)).map(({ subject }) => subject)).toEqual(['Confirm your email address']);
  expect(await fixture.listRoles(server, owner)).toEqual({ [owner.userId]: 'owner' });
  const confirmed = await confirm(cookiesOf(response));
  const { message, data } = confirmed.json();
  expect(message).toBe('Email verified successfully');
  expect(data.invitation).toEqual({
    joined: { companyId: owner.companyId, companyName: 'Rao & Sons', role: 'member' },
    message: 'You have joined Rao & Sons',
  });
  expect(await fixture.listRoles(server, owner)).toEqual({ [owner.userId]: 'owner', [data.user._id]: 'member' });
  // The company of calls that name none is the one they joined; their own workspace is empty.
  const members = await server.call({ url: '/api/members', token: data.token });
  expect(members.json().data).toHaveLength(2);
  const { rows } = await server.owner.query(
    `select company_id from memberships where user_id = $1 and role = 'owner'`,
    [data.user._id],
  );
  expect(rows).toEqual([{ company_id: null }]);
  expect(fixture.mailsTo(server, owner.email).map(({ subject }) => subject)).toEqual(['Your invitation was accepted']);
});

test('who signs up without an invitation is answered nothing about one', async () => {
  const form = fillRegistration({ password: 'Wren-Otter-93-lake' });
  await post('/auth/register', { ...form, confirmPassword: form.password });
  const otp = await readCode(server, form.primaryEmail);
  const response = await post('/auth/verify-otp', { email: form.primaryEmail, otp, purpose: 'registration' });
  expect(response.statusCode).toBe(200);
  expect(response.json().data).not.toHaveProperty('invitation');
});

test('the code can be asked for again', async () => {
  const cookies = cookiesOf(await post('/invitations/register', fill()));
  await server.owner.query(`update one_time_codes set created_at = now() - interval '1 minute' where email = $1`, [
    email,
  ]);
  expect((await post('/auth/register', { primaryEmail: email, password: '' }, cookies)).statusCode).toBe(201);
  expect(await listMail(server, email)).toHaveLength(2);
  expect((await confirm(cookies)).json().data.invitation.joined).not.toBeNull();
});

test('every fault is told at once, and nothing is kept', async () => {
  const response = await post('/invitations/register', {
    token,
    firstName: 'K',
    password: 'short',
    confirmPassword: 'x',
  });
  expect([response.statusCode, response.json().errors]).toEqual([
    400,
    {
      firstName: 'First name must be at least 2 characters',
      personalPhone: 'Phone number must be at least 10 digits',
      password: 'Password must be at least 8 characters',
      confirmPassword: "Passwords don't match",
    },
  ]);
  expect(await countUsers()).toBe(0);
});

describe('nobody signs up', () => {
  test('with a password that is common, or made of their names and the company’s', async () => {
    for (const password of ['Password1!', 'Kavya-Rao-Sons-1!']) {
      const response = await post('/invitations/register', fill({ password, confirmPassword: password }));
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ['password']]);
    }
    expect(await countUsers()).toBe(0);
  });

  test('with an address or a phone that has an account', async () => {
    const other = await fixture.addSomebody(server);
    await server.owner.query('update users set personal_phone = $1 where id = $2', [
      fill().personalPhone,
      other.userId,
    ]);
    const response = await post('/invitations/register', fill());
    const taken = 'This phone number is already registered';
    expect([response.statusCode, response.json().errors]).toEqual([409, { personalPhone: taken }]);
    await fixture.letInvitationsAge(server, email, '1 minute');
    const link = await fixture.inviteByMail(server, owner, other.email);
    const registered = await post('/invitations/register', fill({ token: link, personalPhone: '9700000000' }));
    expect(failureOf(registered)).toEqual([409, 'This email is already registered']);
  });

  test('by a link that was withdrawn, used, or whose time is over', async () => {
    await fixture.letInvitationsAge(server, email, '8 days');
    expect(failureOf(await post('/invitations/register', fill()))).toEqual([
      409,
      'The time of this invitation is over. Please ask for a new link.',
    ]);
    await server.owner.query(`update invitations set status = 'revoked', closed_at = now() where email = $1`, [email]);
    expect(failureOf(await post('/invitations/register', fill()))).toEqual([409, 'This invitation was withdrawn.']);
    const unknown = await post('/invitations/register', fill({ token: 'x'.repeat(43) }));
    expect(unknown.statusCode).toBe(404);
    expect(await countUsers()).toBe(0);
  });
});

describe('the account is made, whatever became of the invitation between the form and the code', () => {
  test('when it was withdrawn', async () => {
    const cookies = cookiesOf(await post('/invitations/register', fill()));
    await server.owner.query(`update invitations set status = 'revoked', closed_at = now() where email = $1`, [email]);
    const { data } = (await confirm(cookies)).json();
    expect(data.invitation).toEqual({ joined: null, message: 'This invitation was withdrawn.' });
    expect(data.user.company).toBeNull();
    expect(await fixture.listRoles(server, owner)).toEqual({ [owner.userId]: 'owner' });
  });

  test('when the company has no room: there may be some later', async () => {
    for (let at = 0; at < 2; at += 1) await fixture.addColleague(server, owner, 'member');
    const { data } = (await signUp()).json();
    expect(data.invitation.joined).toBeNull();
    expect(data.invitation.message).toContain('has 3 people already, and the Free plan covers 3');
    await server.owner.query(`update users set role = 'premium' where id = $1`, [owner.userId]);
    const again = { method: 'POST', url: '/api/invitations/accept', token: data.token, payload: { token } } as const;
    expect((await server.call(again)).statusCode).toBe(200);
  });

  test('when the company was deleted', async () => {
    const cookies = cookiesOf(await post('/invitations/register', fill()));
    await server.owner.query('delete from workspaces where id = $1', [owner.workspaceId]);
    const response = await confirm(cookies);
    expect(response.statusCode).toBe(200);
    expect(response.json().data).not.toHaveProperty('invitation');
  });
});

test('of two sign-ups by one link the first that is confirmed counts', async () => {
  const first = cookiesOf(await post('/invitations/register', fill()));
  const code = await readCode(server, email);
  const second = cookiesOf(await post('/invitations/register', fill({ personalPhone: '9600000000' })));
  expect((await confirm(second)).statusCode).toBe(200);
  const late = await post('/auth/verify-otp', { email, otp: code, purpose: 'registration' }, first);
  expect(failureOf(late)).toEqual([409, 'This email is already registered']);
  expect(Object.keys(await fixture.listRoles(server, owner))).toHaveLength(2);
});

test('a new account signs in like any other', async () => {
  await signUp();
  const response = await post('/auth/login', { email, password: fill().password });
  expect(response.json().message).toBe('OTP sent to your email');
});

test('calls by mailed links are counted as those of signing in', async () => {
  const hurried = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '2' } });
  try {
    const payload = { token: 'x'.repeat(43) };
    const url = '/api/invitations/preview';
    const codes = [];
    for (let call = 0; call < 3; call += 1)
      codes.push((await hurried.call({ method: 'POST', url, payload })).statusCode);
    expect(codes).toEqual([404, 404, 429]);
  } finally {
    await hurried.close();
  }
});

test('an invitation is kept for 30 days after it ended, and goes with who was invited', async () => {
  const { db } = server.services.database;
  const count = async () => (await server.owner.query('select from invitations where email = $1', [email])).rowCount;
  await fixture.letInvitationsAge(server, email, '36 days');
  await deleteOldInvitations(db, 30);
  expect(await count()).toBe(1);
  await fixture.letInvitationsAge(server, email, '2 days');
  await deleteOldInvitations(db, 30);
  expect(await count()).toBe(0);
  token = await fixture.inviteByMail(server, owner, email);
  const { data } = (await signUp()).json();
  expect(await count()).toBe(1);
  await fixture.eraseUser(server, { userId: data.user._id });
  expect(await count()).toBe(0);
  expect((await ask(server, owner, 'GET', '/members')).json().data).toHaveLength(1);
});
