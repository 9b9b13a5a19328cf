import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Account,
  addAccount,
  askForAddress,
  confirmAddress,
  cookiesOf,
  enterPassword,
  failureOf,
  letAddressesAge,
  PASSWORD,
  post,
  readChangeLink,
  readCode,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { beginSession } from '../../identity/sessions.ts';

const NO_LINK = [404, 'This link is not valid, or its time is over.'];
const UNDONE = [409, 'This change was undone already.'];
const STOPPED = [409, 'This change was stopped already.'];
const THIEF = 'Thief-horse-9';

let server: TestApp;
let wishes = 0;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

beforeEach(() => {
  server.enqueued.length = 0;
});

afterAll(() => server.close());

function newAddress(): string {
  wishes += 1;
  return `wish${wishes}@example.in`;
}

/** Changes a person's address. @returns the new one and the token of the link that undoes it. */
async function move(person: Account, from = person.email): Promise<{ email: string; undoToken: string }> {
  const email = newAddress();
  await askForAddress(server, person, email);
  expect((await confirmAddress(server, person, email)).statusCode).toBe(200);
  return { email, undoToken: readChangeLink(server, from, 'undo') };
}

const stop = (token: string) => post(server, '/auth/stop-email-change', { token });
const undo = (token: string, password = PASSWORD) => post(server, '/auth/undo-email-change', { token, password });

async function emailOf({ userId }: { userId: string }): Promise<string> {
  const query = server.services.database.db.selectFrom('users').select('primary_email').where('id', '=', userId);
  return (await query.executeTakeFirstOrThrow()).primary_email;
}

async function isOpen(token: string): Promise<boolean> {
  return (await server.call({ url: '/api/users/profile', token })).statusCode === 200;
}

describe('a change that was asked for', () => {
  test('is told to the present address, whose link stops it and voids the code', async () => {
    const person = await addAccount(server);
    const wish = newAddress();
    await askForAddress(server, person, wish);
    const response = await stop(readChangeLink(server, person.email, 'stop'));
    const message = 'The change was stopped. Your email address stays as it is.';
    expect(response.json()).toEqual({ status: 'success', message });
    expect(failureOf(await confirmAddress(server, person, wish))).toEqual([
      401,
      'OTP has expired. Please request a new one.',
    ]);
    expect(await emailOf(person)).toBe(person.email);
    expect((await readAuditOf(server, person.userId)).map(({ action }) => action)).toContain('users.stop-email-change');
  });

  test('is told once, however often its code is asked for, and an older link stops a newer wish', async () => {
    const person = await addAccount(server);
    await askForAddress(server, person, newAddress());
    const older = readChangeLink(server, person.email, 'stop');
    const wish = newAddress();
    await askForAddress(server, person, wish);
    await askForAddress(server, person, wish);
    expect(server.enqueued).toHaveLength(2);
    expect((await stop(older)).statusCode).toBe(200);
    expect((await confirmAddress(server, person, wish)).statusCode).toBe(401);
  });

  test('is not stopped twice, late, or by a forged link', async () => {
    const [person, slow] = [await addAccount(server), await addAccount(server)];
    await askForAddress(server, person, newAddress());
    const token = readChangeLink(server, person.email, 'stop');
    await stop(token);
    expect(failureOf(await stop(token))).toEqual(STOPPED);
    expect(failureOf(await stop(`${token.slice(1)}x`))).toEqual(NO_LINK);
    expect(failureOf(await stop(''))).toEqual([400, 'Please open the link of the mail again']);
    await askForAddress(server, slow, newAddress());
    await letAddressesAge(server, slow.userId, '1 day');
    expect(failureOf(await stop(readChangeLink(server, slow.email, 'stop')))).toEqual(NO_LINK);
  });

  test('is not stopped once it was made', async () => {
    const person = await addAccount(server);
    await move(person);
    expect(failureOf(await stop(readChangeLink(server, person.email, 'stop')))).toEqual([
      409,
      'This change has been made already. The mail that says so has a link to undo it.',
    ]);
  });

  test('is either stopped or made when both happen at the same moment', async () => {
    const person = await addAccount(server);
    const wish = newAddress();
    await askForAddress(server, person, wish);
    const token = readChangeLink(server, person.email, 'stop');
    const answers = await Promise.all([
      confirmAddress(server, person, wish),
      stop(token),
      confirmAddress(server, person, wish),
      stop(token),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const made = answers.findIndex(({ statusCode }) => statusCode === 200) % 2 === 0;
    expect(await emailOf(person)).toBe(made ? wish : person.email);
  });
});

describe('a change that was made', () => {
  test('ends the other sessions and keeps the one that made it', async () => {
    const person = await addAccount(server);
    const thief = await beginSession(server.services.database.db, { userId: person.userId, device: 'stolen' });
    await move(person);
    expect([await isOpen(thief), await isOpen(person.token)]).toEqual([false, true]);
  });

  test('is undone by password and code together, which signs out everywhere', async () => {
    const person = await addAccount(server);
    const { email, undoToken } = await move(person);
    const waiting = await enterPassword(server, email);
    server.enqueued.length = 0;
    const response = await undo(undoToken);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { status: 'success', message: 'OTP sent to your email', data: { email: person.email } },
    ]);
    expect(await emailOf(person)).toBe(person.email);
    expect(await isOpen(person.token)).toBe(false);
    expect((await post(server, '/auth/verify-login', waiting)).statusCode, 'a code at the other address').toBe(401);
    const otp = await readCode(server, person.email);
    const signedIn = await post(
      server,
      '/auth/verify-login',
      { email: person.email, otp },
      { cookies: cookiesOf(response) },
    );
    expect(signedIn.json()).toMatchObject({
      message: 'Login successful!',
      data: { user: { primaryEmail: person.email } },
    });
    expect(server.enqueued).toMatchObject([
      { data: { to: email, subject: 'A change of your email address was undone' } },
    ]);
  });

  test('whoever took address and password loses both to the owner’s old mailbox and old password', async () => {
    const person = await addAccount(server);
    const { email, undoToken } = await move(person);
    const form = { currentPassword: PASSWORD, newPassword: THIEF, confirmPassword: THIEF };
    const url = '/api/users/profile/password';
    await server.call({ method: 'PUT', url, token: person.token, payload: form });
    const second = await move(person, email);
    expect((await undo(undoToken, PASSWORD)).statusCode).toBe(200);
    expect(await emailOf(person)).toBe(person.email);
    expect(await isOpen(person.token)).toBe(false);
    expect(failureOf(await undo(second.undoToken, THIEF)), 'the undoing is not undone').toEqual(UNDONE);
    const signIn = (password: string) => post(server, '/auth/login', { email: person.email, password });
    expect(failureOf(await signIn(THIEF))).toEqual([401, 'Incorrect password']);
    expect((await signIn(PASSWORD)).statusCode).toBe(200);
  });

  test('the present password does as well, and stays', async () => {
    const person = await addAccount(server);
    const { undoToken } = await move(person);
    const form = { currentPassword: PASSWORD, newPassword: THIEF, confirmPassword: THIEF };
    const url = '/api/users/profile/password';
    await server.call({ method: 'PUT', url, token: person.token, payload: form });
    expect((await undo(undoToken, THIEF)).statusCode).toBe(200);
    expect((await post(server, '/auth/login', { email: person.email, password: THIEF })).statusCode).toBe(200);
  });

  test('the old mailbox alone lets nobody in: a wrong password undoes nothing, and 20 an hour are tried', async () => {
    const person = await addAccount(server);
    const { email, undoToken } = await move(person);
    expect(failureOf(await undo(undoToken, 'Wrong-horse-9'))).toEqual([401, 'Incorrect password']);
    await Promise.all(Array.from({ length: 19 }, () => undo(undoToken, 'Wrong-horse-9')));
    expect(failureOf(await undo(undoToken))).toEqual([429, 'Too many attempts. Please try again later.']);
    expect(await emailOf(person)).toBe(email);
    expect(await isOpen(person.token)).toBe(true);
    expect((await readAuditOf(server, person.userId)).at(-1)).toMatchObject({
      action: 'users.fail-undo-email-change',
      actor_id: null,
      details: { reason: 'too-many-tries' },
    });
  });

  test('is not undone twice, also at the same moment, late, or by a forged link', async () => {
    const [person, slow] = [await addAccount(server), await addAccount(server)];
    const { undoToken } = await move(person);
    const answers = await Promise.all([undo(undoToken), undo(undoToken)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(failureOf(await undo(undoToken))).toEqual(UNDONE);
    expect(failureOf(await undo(`${undoToken.slice(1)}x`))).toEqual(NO_LINK);
    const late = await move(slow);
    await letAddressesAge(server, slow.userId, '7 days');
    expect(failureOf(await undo(late.undoToken))).toEqual(NO_LINK);
  });

  test('a suspended account stays as it is', async () => {
    const person = await addAccount(server);
    const { email, undoToken } = await move(person);
    await server.services.database.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', person.userId)
      .execute();
    expect(failureOf(await undo(undoToken))).toEqual([401, 'Account is not active']);
    expect(await emailOf(person)).toBe(email);
  });

  test('looking at a link changes nothing', async () => {
    const person = await addAccount(server);
    const { undoToken } = await move(person);
    for (const kind of ['stop', 'undo']) {
      const url = `/api/auth/${kind}-email-change?token=${undoToken}`;
      expect((await server.call({ url })).statusCode).toBe(404);
    }
    expect((await undo(undoToken)).statusCode).toBe(200);
  });
});
