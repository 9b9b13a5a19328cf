import { listActs } from '@anupalan/contract/acts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf, post } from '../../../test/accounts.ts';
import { addAct } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
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
