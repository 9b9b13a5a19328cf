import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Account,
  addAccount,
  askForAddress,
  confirmAddress,
  enterPassword,
  failureOf,
  fillRegistration,
  letAddressesAge,
  listMail,
  post,
  signUp,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { callWhileHeld } from '../../../test/locks.ts';
import { createAuthJobs } from './jobs.ts';

const TAKEN = [409, 'This email is already registered'];

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

/** Changes a person's address. */
async function move(person: Account): Promise<void> {
  const email = newAddress();
  await askForAddress(server, person, email);
  expect((await confirmAddress(server, person, email)).statusCode).toBe(200);
}

describe('the old address', () => {
  test('is nobody else’s for 7 days, and everybody’s afterwards', async () => {
    const [person, other] = [await addAccount(server), await addAccount(server)];
    await move(person);
    expect(failureOf(await askForAddress(server, other, person.email))).toEqual(TAKEN);
    const form = fillRegistration({ primaryEmail: person.email });
    const response = await post(server, '/auth/register', form);
    expect(failureOf(response)).toEqual(TAKEN);
    expect(response.json().errors).toEqual({ primaryEmail: 'This email is already registered' });
    await letAddressesAge(server, person.userId, '7 days');
    expect((await post(server, '/auth/register', form)).statusCode).toBe(201);
  });

  test('is its account’s own: it may be changed back to', async () => {
    const person = await addAccount(server);
    await move(person);
    await askForAddress(server, person, person.email);
    expect((await confirmAddress(server, person, person.email)).statusCode).toBe(200);
  });

  test('is not taken by a sign-up that was asked for before', async () => {
    const person = await addAccount(server);
    const { userId, email } = person;
    const { db } = server.services.database;
    await db.updateTable('users').set({ primary_email: 'parked@example.in' }).where('id', '=', userId).execute();
    const waiting = await signUp(server, fillRegistration({ primaryEmail: email }));
    await db.updateTable('users').set({ primary_email: email }).where('id', '=', userId).execute();
    await move(person);
    const response = await post(
      server,
      '/auth/verify-otp',
      { email, otp: waiting.otp, purpose: 'registration' },
      { cookies: waiting.cookies },
    );
    expect(failureOf(response)).toEqual(TAKEN);
  });

  test('is not taken at the very moment at which it is given up', async () => {
    const [person, other] = [await addAccount(server), await addAccount(server)];
    const [answer] = await callWhileHeld(
      server,
      [
        `with made as (
           insert into email_changes (id, user_id, status, old_email, new_email, undo_hash, password_hash, expires_at)
           values (gen_random_uuid(), $1, 'done', $2, 'moved@example.in', '\\x01', 'x', now() + interval '7 days'))
         update users set primary_email = 'moved@example.in' where id = $1`,
        person.userId,
        person.email,
      ],
      () => [
        server.services.database.db
          .updateTable('users')
          .set({ primary_email: person.email })
          .where('id', '=', other.userId)
          .execute()
          .then(
            () => 'taken',
            (error: Error) => error.message,
          ),
      ],
    );
    expect(answer).toBe('the address is reserved');
  });

  test('is free once its account is deleted, and its mail is gone', async () => {
    const [person, admin] = [await addAccount(server), await addAccount(server, { role: 'admin' })];
    await enterPassword(server, person.email);
    await move(person);
    await server.call({ method: 'DELETE', url: `/api/users/${person.userId}`, token: admin.token });
    expect(await listMail(server, person.email)).toEqual([]);
    const form = fillRegistration({ primaryEmail: person.email });
    expect((await post(server, '/auth/register', form)).statusCode).toBe(201);
  });
});

test('what is past is deleted, with the passwords that were kept', async () => {
  const [past, present] = [await addAccount(server), await addAccount(server)];
  for (const person of [past, present]) await move(person);
  await letAddressesAge(server, past.userId, '7 days');
  const job = createAuthJobs(server.services).find(({ queue }) => queue === 'delete-past-email-changes');
  await job?.run({});
  const kept = await server.services.database.db
    .selectFrom('email_changes')
    .select('user_id')
    .where('user_id', 'in', [past.userId, present.userId])
    .execute();
  expect(kept).toEqual([{ user_id: present.userId }]);
});

test('the calls count as others of signing in', async () => {
  const slow = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '2' } });
  const paths = ['/auth/stop-email-change', '/auth/undo-email-change', '/auth/reauthenticate'];
  for (const path of paths.slice(0, 2)) await post(slow, path, { token: 'none', password: 'x' });
  for (const path of paths) expect((await post(slow, path, {})).statusCode, path).toBe(429);
  await slow.close();
});
