import { changeUserRole, changeUserStatus } from '@anupalan/contract/people/user-management';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, failureOf, PASSWORD, post, signUp, UNHURRIED } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { callWhileHeld } from '../../../test/locks.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { expectFailure, UNKNOWN_ID } from '../../../test/tracked.ts';
import { beginSession } from '../../identity/sessions.ts';

let server: TestApp;
let admin: Person;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
  admin = await addPerson(server.services, { role: 'admin' });
});

afterAll(() => server.close());

type Change = (id: string, token: string | undefined) => ReturnType<TestApp['call']>;

const setRole =
  (role: unknown): Change =>
  (id, token) =>
    server.call({ method: 'PATCH', url: `/api/users/${id}/role`, payload: { role }, ...(token && { token }) });

const setStatus =
  (status: unknown): Change =>
  (id, token) =>
    server.call({ method: 'PATCH', url: `/api/users/${id}/status`, payload: { status }, ...(token && { token }) });

const remove: Change = (id, token) =>
  server.call({ method: 'DELETE', url: `/api/users/${id}`, ...(token && { token }) });

const impersonate: Change = (id, token) =>
  server.call({ method: 'POST', url: `/api/users/impersonate/${id}`, ...(token && { token }) });

describe.each<[string, Change]>([
  ['changing a role', setRole('premium')],
  ['changing a status', setStatus('suspended')],
  ['deleting', remove],
  ['impersonating', impersonate],
])('%s', (_, change) => {
  test('is for administrators in person', async () => {
    const [user, premium, target] = [
      await addPerson(server.services),
      await addPerson(server.services, { role: 'premium' }),
      await addPerson(server.services),
    ];
    const { db } = server.services.database;
    const acting = await beginSession(db, { userId: user.userId, device: '', impersonatorId: admin.userId });
    expectFailure(await change(target.userId, undefined), 401, 'Please sign in to continue');
    for (const token of [user.token, premium.token, acting]) {
      expectFailure(await change(target.userId, token), 403, 'Only administrators can do this');
    }
    expect(await readAuditOf(server, target.userId)).toEqual([]);
  });

  test('is never done to oneself', async () => {
    expectFailure(await change(admin.userId, admin.token), 403, 'You cannot do this to your own account');
  });

  test('of nobody is 404', async () => {
    expectFailure(await change(UNKNOWN_ID, admin.token), 404, 'User not found');
    expectFailure(await change('nobody', admin.token), 404, 'Not found');
  });
});

test.each([undefined, '', 'boss', 7])('%j is no role', async (role) => {
  const { userId } = await addPerson(server.services);
  const response = await setRole(role)(userId, admin.token);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual({ role: 'Role must be user, premium or admin' });
});

test.each([undefined, 'pending', 'gone'])('%j is no status to set', async (status) => {
  const { userId } = await addPerson(server.services);
  const response = await setStatus(status)(userId, admin.token);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual({ status: 'Status must be active or suspended' });
});

test('a role counts for the very next call, and is on record once, in the ledger too', async () => {
  const { userId, token } = await addPerson(server.services);
  const response = await setRole('premium')(userId, admin.token);
  const { data } = changeUserRole.answers[200].parse(response.json());
  expect(response.json()).toEqual({ status: 'success', message: 'User role updated successfully', data });
  expect(data).toMatchObject({ _id: userId, role: 'premium' });
  expect((await server.call({ url: '/api/users/profile', token })).json().data.user.role).toBe('premium');
  expect((await setRole('premium')(userId, admin.token)).statusCode).toBe(200);
  const change = { from: 'user', to: 'premium' };
  expect(await readAuditOf(server, userId)).toMatchObject([
    { action: 'users.change-role', actor_id: admin.userId, details: change },
  ]);
  const { db } = server.services.database;
  expect(await db.selectFrom('ledger').selectAll().where('user_id', '=', userId).execute()).toMatchObject([
    { kind: 'role-changed', actor_id: admin.userId, plan: 'premium', amount_paise: 0, details: change },
  ]);
});

test('a role given by an administrator replaces the periods that were bought, so it has no end', async () => {
  const { userId, workspaceId } = await addPerson(server.services, { role: 'premium' });
  const { pool, db } = server.services.database;
  await pool.query(
    `with bought as (
       insert into orders (id, order_id, workspace_id, user_id, plan, amount_paise, provider)
       values (gen_random_uuid(), 'bought', $2, $1::uuid, 'premium', 399900, 'local') returning id)
     insert into subscriptions (id, user_id, order_id, plan, starts_at, ends_at)
     select gen_random_uuid(), $1::uuid, id, 'premium', now() - interval '1 day', now() + interval '29 days' from bought`,
    [userId, workspaceId],
  );
  await setRole('user')(userId, admin.token);
  await setRole('premium')(userId, admin.token);
  const left = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_early_at', 'is', null)
    .execute();
  expect(left).toEqual([]);
});

test('a suspension ends every session and lets nobody in; lifting it lets them sign in again', async () => {
  const person = await addAccount(server, { role: 'admin' });
  const target = await addPerson(server.services);
  const acting = (await impersonate(target.userId, person.token)).json().data.token;
  const response = await setStatus('suspended')(person.userId, admin.token);
  const { data } = changeUserStatus.answers[200].parse(response.json());
  expect(response.json()).toEqual({ status: 'success', message: 'User status updated successfully', data });
  expect(data.status).toBe('suspended');
  const signIn = () => post(server, '/auth/login', { email: person.email, password: PASSWORD });
  expect(failureOf(await signIn())).toEqual([401, 'Account is not active']);
  expect((await setStatus('active')(person.userId, admin.token)).statusCode).toBe(200);
  for (const token of [person.token, acting]) {
    expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(401);
  }
  expect((await signIn()).statusCode).toBe(200);
  expect(await readAuditOf(server, person.userId)).toMatchObject([
    { action: 'users.change-status', details: { from: 'active', to: 'suspended' } },
    { action: 'auth.fail-sign-in', actor_id: null, details: { reason: 'suspended' } },
    { action: 'users.change-status', details: { from: 'suspended', to: 'active' } },
    { action: 'auth.enter-password', actor_id: null },
    { action: 'auth.ask-sign-in-code', actor_id: null },
  ]);
});

test('a sign-up that nobody confirmed is neither suspended nor made active', async () => {
  const { email } = await signUp(server);
  const { db } = server.services.database;
  const { id } = await db.selectFrom('users').select('id').where('primary_email', '=', email).executeTakeFirstOrThrow();
  for (const status of ['active', 'suspended']) {
    const response = await setStatus(status)(id, admin.token);
    expectFailure(response, 409, 'This user has not confirmed their sign-up yet');
  }
});

describe.each<[string, Change]>([
  ['take the role from', setRole('user')],
  ['suspend', setStatus('suspended')],
  ['delete', remove],
])('of two administrators who %s each other at the same moment', (_, change) => {
  test('one remains', async () => {
    const [one, other] = [
      await addPerson(server.services, { role: 'admin' }),
      await addPerson(server.services, { role: 'admin' }),
    ];
    const queue = `select pg_advisory_xact_lock(hashtext('administrators'))`;
    const answers = await callWhileHeld(server, [queue], () => [
      change(other.userId, one.token),
      change(one.userId, other.token),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    const left = await server.services.database.db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [one.userId, other.userId])
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .execute();
    expect(left).toHaveLength(1);
  });
});
