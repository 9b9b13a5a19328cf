import { impersonateUser } from '@anupalan/contract/people/user-management';
import { getOwnProfile } from '@anupalan/contract/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { post } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { callWhileHeld } from '../../../test/locks.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import { cleanUp, endLapsedImpersonations } from '../auth/commands-clean-up.ts';

let server: TestApp;
let admin: Person;

beforeAll(async () => {
  server = await startTestApp();
});

beforeEach(async () => {
  admin = await addPerson(server.services, { role: 'admin' });
});

afterAll(() => server.close());

async function impersonate({ userId }: Person): Promise<string> {
  const response = await server.call({ method: 'POST', url: `/api/users/impersonate/${userId}`, token: admin.token });
  expect(response.statusCode).toBe(200);
  return impersonateUser.answers[200].parse(response.json()).data.token;
}

function change({ token }: Person, userId: string, payload: { role: string } | { status: string }) {
  const [part = ''] = Object.keys(payload);
  return server.call({ method: 'PATCH', url: `/api/users/${userId}/${part}`, token, payload });
}

function remove(token: string, what: string) {
  return server.call({ method: 'DELETE', url: `/api/users/${what}`, token });
}

async function readProfile(token: string) {
  const response = await server.call({ url: '/api/users/profile', token });
  return response.statusCode === 200 ? getOwnProfile.answers[200].parse(response.json()).data : response.statusCode;
}

test('the token is the user’s view, and says who is really acting', async () => {
  const person = await addPerson(server.services, { role: 'premium' });
  const token = await impersonate(person);
  expect(await readProfile(token)).toMatchObject({
    user: { _id: person.userId, role: 'premium' },
    impersonatedBy: { _id: admin.userId, firstName: 'Asha', lastName: 'Rao' },
  });
  expect(await readProfile(admin.token)).not.toHaveProperty('impersonatedBy');
});

test.each(['pending', 'suspended'] as const)('a %s user cannot be impersonated', async (status) => {
  const { userId } = await addPerson(server.services);
  await server.services.database.db.updateTable('users').set({ status }).where('id', '=', userId).execute();
  const response = await post(server, `/users/impersonate/${userId}`, {}, { token: admin.token });
  expectFailure(response, 403, 'Only active users can be impersonated');
  expect(await readAuditOf(server, userId)).toEqual([]);
});

test('an administrator cannot be impersonated, nor can whoever becomes one', async () => {
  const other = await addPerson(server.services, { role: 'admin' });
  const response = await post(server, `/users/impersonate/${other.userId}`, {}, { token: admin.token });
  expectFailure(response, 403, 'Administrators cannot be impersonated');
  const person = await addPerson(server.services);
  const token = await impersonate(person);
  const url = `/api/users/${person.userId}/role`;
  await server.call({ method: 'PATCH', url, token: other.token, payload: { role: 'admin' } });
  expect(await readProfile(token)).toBe(401);
  expect(await readProfile(person.token)).toMatchObject({ user: { role: 'admin' } });
});

test('beginning and signing out are on record; the administrator and the user stay signed in', async () => {
  const person = await addPerson(server.services);
  const token = await impersonate(person);
  expect((await post(server, '/auth/logout', {}, { token })).statusCode).toBe(200);
  expect(await readProfile(token)).toBe(401);
  for (const other of [admin.token, person.token]) expect(await readProfile(other)).toBeTypeOf('object');
  const act = { actor_id: admin.userId, impersonator_id: null, subject_id: person.userId, details: {} };
  expect(await readAuditOf(server, person.userId)).toEqual([
    { ...act, action: 'users.impersonate' },
    { ...act, action: 'users.end-impersonation' },
  ]);
});

test('ending it twice at the same moment is on record once', async () => {
  const person = await addPerson(server.services);
  const token = await impersonate(person);
  const end = () => post(server, '/auth/logout', {}, { token });
  const held = ['select from sessions where impersonator_id = $1 for update', admin.userId] as const;
  await callWhileHeld(server, held, () => [end(), end()]);
  const actions = (await readAuditOf(server, person.userId)).map(({ action }) => action);
  expect(actions).toEqual(['users.impersonate', 'users.end-impersonation']);
});

test('somebody who is suspended at the same moment is not impersonated', async () => {
  const person = await addPerson(server.services);
  const [answer] = await callWhileHeld(
    server,
    [`update users set status = 'suspended' where id = $1`, person.userId],
    () => [post(server, `/users/impersonate/${person.userId}`, {}, { token: admin.token })],
  );
  expect(answer?.json().message).toBe('Only active users can be impersonated');
});

test.each<[string, (person: Person, by: Person) => Promise<{ statusCode: number }>]>([
  ['the user is suspended', ({ userId }, by) => change(by, userId, { status: 'suspended' })],
  ['the user becomes an administrator', ({ userId }, by) => change(by, userId, { role: 'admin' })],
  ['the user signs out everywhere', ({ token }) => remove(token, 'profile/sessions')],
  ['the user is deleted', ({ userId }, { token }) => remove(token, userId)],
  ['the administrator is suspended', (_, by) => change(by, admin.userId, { status: 'suspended' })],
  ['the administrator is one no more', (_, by) => change(by, admin.userId, { role: 'user' })],
  ['the administrator signs out everywhere', () => remove(admin.token, 'profile/sessions')],
  ['the administrator signs out', () => post(server, '/auth/logout', {}, { token: admin.token })],
  ['the administrator is signed out by another', (_, { token }) => remove(token, `${admin.userId}/sessions`)],
  ['the administrator is deleted', (_, { token }) => remove(token, admin.userId)],
])('when %s, that it ended is on record', async (_, end) => {
  const [person, other] = [await addPerson(server.services), await addPerson(server.services, { role: 'admin' })];
  const token = await impersonate(person);
  expect((await end(person, other)).statusCode).toBe(200);
  expect(await readProfile(token)).toBe(401);
  const act = { actor_id: admin.userId, impersonator_id: null, subject_id: person.userId, details: {} };
  const log = await readAuditOf(server, person.userId);
  expect(log.filter(({ actor_id }) => actor_id === admin.userId)).toEqual([
    { ...act, action: 'users.impersonate' },
    { ...act, action: 'users.end-impersonation' },
  ]);
});

test('an impersonation that its hour ended is on record within minutes, once', async () => {
  const person = await addPerson(server.services);
  await impersonate(person);
  const { db } = server.services.database;
  const { expires_at } = await db
    .updateTable('sessions')
    .set({ expires_at: sql<Date>`now() - interval '1 minute'` })
    .where('user_id', '=', person.userId)
    .where('impersonator_id', 'is not', null)
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  for (const run of [endLapsedImpersonations, endLapsedImpersonations, cleanUp]) await run(db);
  expect((await readAuditOf(server, person.userId)).slice(1)).toEqual([
    {
      action: 'users.end-impersonation',
      actor_id: admin.userId,
      impersonator_id: null,
      subject_id: person.userId,
      details: { endedAt: expires_at.toISOString() },
    },
  ]);
});

test('the impersonation of a former administrator has ended, also when they are one again', async () => {
  const [other, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
  const begun = await post(server, `/users/impersonate/${person.userId}`, {}, { token: other.token });
  const { token } = begun.json().data;
  for (const role of ['user', 'admin']) {
    const url = `/api/users/${other.userId}/role`;
    await server.call({ method: 'PATCH', url, token: admin.token, payload: { role } });
    expect(await readProfile(token)).toBe(401);
  }
});
