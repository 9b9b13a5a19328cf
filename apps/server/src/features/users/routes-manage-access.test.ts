import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Account,
  addAccount,
  enterPassword,
  failureOf,
  PASSWORD,
  post,
  signUp,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { UNKNOWN_ID } from '../../../test/tracked.ts';
import { beginSession } from '../../identity/sessions.ts';

let server: TestApp;
let admin: Account;
let person: Account;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
  admin = await addAccount(server, { role: 'admin' });
});

beforeEach(async () => {
  person = await addAccount(server);
  server.enqueued.length = 0;
});

afterAll(() => server.close());

const QueuedMail = z.object({ to: z.string(), subject: z.string(), text: z.string() });

function giveEmail(by: Account | undefined, id: string, primaryEmail: string) {
  const url = `/api/users/${id}/email`;
  return server.call({ method: 'PATCH', url, payload: { primaryEmail }, ...(by && { token: by.token }) });
}

function signOut(by: Account | undefined, id: string) {
  return server.call({ method: 'DELETE', url: `/api/users/${id}/sessions`, ...(by && { token: by.token }) });
}

async function isOpen(token: string): Promise<boolean> {
  return (await server.call({ url: '/api/users/profile', token })).statusCode === 200;
}

/** What was done to a user, without their own sign-ins. */
async function readAuditOfUsers({ userId }: Account) {
  return (await readAuditOf(server, userId)).filter(({ action }) => action.startsWith('users.'));
}

describe.each([
  ['PATCH /users/{id}/email', (by: Account | undefined, id: string) => giveEmail(by, id, 'somebody@example.in')],
  ['DELETE /users/{id}/sessions', signOut],
] as const)('%s', (_, call) => {
  test('is for administrators, and not for their own account', async () => {
    expect(failureOf(await call(undefined, person.userId))).toEqual([401, 'Please sign in to continue']);
    expect(failureOf(await call(person, admin.userId))).toEqual([403, 'Only administrators can do this']);
    expect(failureOf(await call(admin, admin.userId))).toEqual([403, 'You cannot do this to your own account']);
    const token = await beginSession(server.services.database.db, {
      userId: person.userId,
      device: '',
      impersonatorId: admin.userId,
    });
    expect(failureOf(await call({ ...admin, token }, person.userId))).toEqual([403, 'Only administrators can do this']);
    expect(failureOf(await call(admin, UNKNOWN_ID))).toEqual([404, 'User not found']);
    expect(failureOf(await call(admin, 'nobody'))).toEqual([404, 'Not found']);
  });
});

test('somebody who lost their mailbox gets a new address; both are told, and sessions and codes end', async () => {
  const waiting = await enterPassword(server, person.email);
  const response = await giveEmail(admin, person.userId, ' Found@Example.in ');
  expect(response.json()).toMatchObject({
    status: 'success',
    message: 'User email updated successfully',
    data: { _id: person.userId, primaryEmail: 'found@example.in' },
  });
  expect(await isOpen(person.token)).toBe(false);
  expect((await post(server, '/auth/verify-login', waiting)).statusCode).toBe(401);
  expect((await post(server, '/auth/login', { email: 'found@example.in', password: PASSWORD })).statusCode).toBe(200);
  const mails = server.enqueued.map(({ data }) => QueuedMail.parse(data));
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [person.email, 'Your email address was changed'],
    ['found@example.in', 'This is now the email address of your account'],
  ]);
  expect(await readAuditOfUsers(person)).toMatchObject([{ action: 'users.change-email', actor_id: admin.userId }]);

  const token = /undo#([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1];
  const undone = await post(server, '/auth/undo-email-change', { token, password: PASSWORD });
  expect(undone.json()).toMatchObject({ data: { email: person.email } });
});

test('a taken, wrong or unconfirmed address is refused, the same one changes nothing', async () => {
  const taken = await giveEmail(admin, person.userId, admin.email);
  expect(failureOf(taken)).toEqual([409, 'This email is already registered']);
  expect(taken.json().errors).toEqual({ primaryEmail: 'This email is already registered' });
  expect(failureOf(await giveEmail(admin, person.userId, 'nonsense'))).toEqual([400, 'Invalid email address']);
  expect((await giveEmail(admin, person.userId, person.email)).statusCode).toBe(200);
  expect(await isOpen(person.token)).toBe(true);
  expect(server.enqueued).toEqual([]);
  const { email } = await signUp(server);
  const { id } = await server.services.database.db
    .selectFrom('users')
    .select('id')
    .where('primary_email', '=', email)
    .executeTakeFirstOrThrow();
  expect(failureOf(await giveEmail(admin, id, 'pending@example.in'))).toEqual([
    409,
    'This user has not confirmed their sign-up yet',
  ]);
});

test('a user is signed out everywhere without being suspended', async () => {
  const telephone = await beginSession(server.services.database.db, { userId: person.userId, device: 'telephone' });
  const response = await signOut(admin, person.userId);
  expect(response.json()).toEqual({ status: 'success', message: 'User signed out everywhere' });
  expect([await isOpen(person.token), await isOpen(telephone), await isOpen(admin.token)]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await post(server, '/auth/login', { email: person.email, password: PASSWORD })).statusCode).toBe(200);
  expect(await readAuditOfUsers(person)).toMatchObject([
    { action: 'users.end-sessions', actor_id: admin.userId, details: { sessions: 2 } },
  ]);
});
