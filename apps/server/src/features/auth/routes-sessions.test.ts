import { listActs } from '@anupalan/contract/acts';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, enterPassword, failureOf, PASSWORD, post, signUp } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { addAct } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { digestToken } from '../../identity/secrets.ts';
import { beginSession } from '../../identity/sessions.ts';

const REFUSED = [401, 'Please sign in to continue'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  await addAct(server.services, { description: '<p>The secret of wages</p>' });
});

afterAll(() => server.close());

test.each([
  ['no token', {}],
  ['an unknown token', { authorization: `Bearer ${'a'.repeat(43)}` }],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['an empty token', { authorization: 'Bearer ' }],
])('%s is refused', async (_, headers) => {
  expect(failureOf(await server.call({ url: '/api/users/profile', headers }))).toEqual(REFUSED);
});

test('signing out ends this session and no other', async () => {
  const { userId, token } = await addPerson(server.services);
  const elsewhere = await beginSession(server.services.database.db, { userId, device: 'telephone' });
  const response = await server.call({ method: 'POST', url: '/api/auth/logout', token });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ status: 'success', message: 'Signed out' });
  expect(await readProfile(token)).toBe(401);
  expect(await readProfile(elsewhere)).toBe(200);
  expect(failureOf(await post(server, '/auth/logout', {}, { token }))).toEqual(REFUSED);
});

test.each([
  ['used 29 days ago', { last_used_at: sql<Date>`now() - interval '29 days 23 hours'` }, 200],
  ['unused for 30 days', { last_used_at: sql<Date>`now() - interval '30 days'` }, 401],
  ['almost 90 days old', { expires_at: sql<Date>`expires_at - interval '89 days 23 hours'` }, 200],
  ['90 days old', { expires_at: sql<Date>`expires_at - interval '90 days'` }, 401],
])('a session %s', async (_, times, expected) => {
  const { userId, token } = await addPerson(server.services);
  await server.services.database.db.updateTable('sessions').set(times).where('user_id', '=', userId).execute();
  expect(await readProfile(token)).toBe(expected);
});

test('using a session keeps it alive, but not beyond its 90 days', async () => {
  const { userId, token } = await addPerson(server.services);
  const { db } = server.services.database;
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now() - interval '29 days'` })
    .where('user_id', '=', userId)
    .execute();
  const before = await readTimes(userId);
  await readProfile(token);
  const after = await readTimes(userId);
  expect(before.unused).toBe(29);
  expect(after).toEqual({ unused: 0, left: before.left });
});

test('a session of an impersonation lives an hour', async () => {
  const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
  const { db } = server.services.database;
  const token = await beginSession(db, { userId: person.userId, device: 'test', impersonatorId: admin.userId });
  const letPass = (time: string) =>
    db
      .updateTable('sessions')
      .set({ expires_at: sql<Date>`expires_at - ${time}::interval` })
      .where('impersonator_id', '=', admin.userId)
      .execute();
  await letPass('59 minutes');
  expect(await readProfile(token)).toBe(200);
  await letPass('1 minute');
  expect(await readProfile(token)).toBe(401);
});

test.each([{ role: 'user' }, { status: 'suspended' }] as const)(
  'an impersonation ends with what allowed it: %j',
  async (change) => {
    const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
    const { db } = server.services.database;
    const token = await beginSession(db, { userId: person.userId, device: 'test', impersonatorId: admin.userId });
    expect(await readProfile(token)).toBe(200);
    await changeUser(admin.userId, change);
    expect(await readProfile(token)).toBe(401);
  },
);

test('a suspension counts for the very next call', async () => {
  const { userId, token } = await addPerson(server.services);
  expect(await readProfile(token)).toBe(200);
  await changeUser(userId, { status: 'suspended' });
  expect(await readProfile(token)).toBe(401);
});

test('a new role counts for the very next call', async () => {
  const { userId, token } = await addPerson(server.services);
  expect(await readSummary(token)).toBe('');
  await changeUser(userId, { role: 'premium' });
  expect(await readSummary(token)).toBe('<p>The secret of wages</p>');
  await changeUser(userId, { role: 'user' });
  expect(await readSummary(token)).toBe('');
});

test('signing in ends the session that the call still carries, of whoever it was', async () => {
  const [before, next] = [await addPerson(server.services), await addAccount(server)];
  const elsewhere = await beginSession(server.services.database.db, { userId: before.userId, device: 'telephone' });
  const { email, otp } = await enterPassword(server, next.email);
  const signedIn = await post(server, '/auth/verify-login', { email, otp }, { token: before.token });
  expect(await readProfile(before.token)).toBe(401);
  expect(await readProfile(elsewhere)).toBe(200);
  expect(await readProfile(signedIn.json().data.token)).toBe(200);
  expect((await readAuditOf(server, before.userId)).at(-1)).toMatchObject({ action: 'auth.sign-out' });
  const step = await signUp(server);
  await post(server, '/auth/verify-otp', { ...step, purpose: 'registration' }, { token: elsewhere });
  expect(await readProfile(elsewhere)).toBe(401);
});

test('a wrong code ends no session, nor does a token that is none', async () => {
  const person = await addAccount(server);
  const { email, otp } = await enterPassword(server, person.email);
  await post(server, '/auth/verify-login', { email, otp: '12345x' }, { token: person.token });
  expect(await readProfile(person.token)).toBe(200);
  const signedIn = await post(server, '/auth/verify-login', { email, otp }, { token: 'a'.repeat(43) });
  expect(signedIn.statusCode).toBe(200);
});

test('signing in anew while impersonating ends the impersonation, not the session of its administrator', async () => {
  const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addAccount(server)];
  const { db } = server.services.database;
  const token = await beginSession(db, { userId: person.userId, device: 'test', impersonatorId: admin.userId });
  const { email, otp } = await enterPassword(server, person.email);
  await post(server, '/auth/verify-login', { email, otp }, { token });
  expect([await readProfile(token), await readProfile(admin.token), await readProfile(person.token)]).toEqual([
    401, 200, 200,
  ]);
  expect(await readAuditOf(server, person.userId)).toContainEqual(
    expect.objectContaining({ action: 'users.end-impersonation', actor_id: admin.userId }),
  );
});

test('a person has fifty sessions; a further sign-in ends the one that was unused longest', async () => {
  const person = await addAccount(server);
  const { db } = server.services.database;
  const tokens: string[] = [];
  for (let others = 0; others < 49; others += 1) {
    tokens.push(await beginSession(db, { userId: person.userId, device: 'test' }));
  }
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now() - interval '1 day'` })
    .where('user_id', '=', person.userId)
    .where('token_hash', '=', digestToken(tokens[7] ?? ''))
    .execute();
  const { email, otp } = await enterPassword(server, person.email);
  expect((await post(server, '/auth/verify-login', { email, otp })).statusCode).toBe(200);
  expect(await readProfile(tokens[7] ?? '')).toBe(401);
  expect(await readProfile(person.token)).toBe(200);
  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', person.userId).execute();
  expect(sessions).toHaveLength(50);
});

test('a password hash made with weaker parameters is renewed when the password is entered', async () => {
  const { email, userId } = await addAccount(server);
  const { db } = server.services.database;
  const readHash = async () =>
    (await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow())
      .password_hash;
  const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await db.updateTable('users').set({ password_hash: weak }).where('id', '=', userId).execute();
  await post(server, '/auth/login', { email, password: 'Wrong-horse-9' });
  expect(await readHash(), 'a wrong password renews nothing').toBe(weak);
  await enterPassword(server, email);
  const renewed = await readHash();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await enterPassword(server, email);
  expect(await readHash()).toBe(renewed);
});

async function readProfile(token: string): Promise<number> {
  return (await server.call({ url: '/api/users/profile', token })).statusCode;
}

async function readSummary(token: string): Promise<string | undefined> {
  const response = await server.call({ url: '/api/acts', token });
  return listActs.answers[200].parse(response.json()).data[0]?.description;
}

function changeUser(userId: string, change: { status?: 'suspended'; role?: 'user' | 'premium' }) {
  return server.services.database.db.updateTable('users').set(change).where('id', '=', userId).execute();
}

/** The whole days that the session was unused, and its absolute end. */
async function readTimes(userId: string): Promise<{ unused: number; left: Date }> {
  return await server.services.database.db
    .selectFrom('sessions')
    .select([sql<number>`extract(day from now() - last_used_at)::int`.as('unused'), 'expires_at as left'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
