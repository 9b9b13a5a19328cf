import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { addPerson, companyOf, join, type Person, removePerson } from '../../test/people.ts';
import { type Database, openDatabase } from '../platform/postgres/database.ts';
import { readSession } from './read-session.ts';

const COMPANY = { employeeCount: 20, state: 'Goa' } as const;

let server: TestApp;
/** Two instances that know of each other by nothing but the database. */
let instances: { app: FastifyInstance; database: Database }[];
let owner: Person;
let person: Person;
let company: string;

beforeAll(async () => {
  server = await startTestApp();
  const url = String(server.services.database.pool.options.connectionString);
  instances = [0, 1].map(() => {
    const database = openDatabase(url, () => {});
    const app = Fastify().decorateRequest('versions', null);
    app.get('/', async (request) => (await readSession(database, request)) ?? { signedOut: true });
    return { app, database };
  });
});

beforeEach(async () => {
  const { services } = server;
  owner = await addPerson(services, { company: COMPANY, role: 'premium' });
  person = await addPerson(services);
  company = await companyOf(services, owner);
  await join(services, person, owner);
});

afterAll(async () => {
  for (const { app, database } of instances) {
    await app.close();
    await database.close();
  }
  await server.close();
});

interface Asked {
  token?: string;
  /** The company that the call names; null for none. */
  named?: string | null;
  instance?: number;
}

async function seen({ token = person.token, named = company, instance = 0 }: Asked = {}) {
  const headers = { authorization: `Bearer ${token}`, ...(named && { 'x-company': named }) };
  return (await instances[instance]?.app.inject({ url: '/', headers }))?.json();
}

const change = (text: string, values: unknown[] = []) => server.owner.query(text, values);
const addPasskey = (userId: string) =>
  change(
    `insert into passkeys (id, user_id, name, credential_id, public_key, counter)
     values (gen_random_uuid(), $1, 'Key', $1::uuid::text, '', 0)`,
    [userId],
  );
const ofPerson = () => [owner.workspaceId, person.userId];
const MEMBER = 'workspace_id = $1 and user_id = $2';

/** Changes roles in the owner's company, all in one transaction. */
async function changeAll(...statements: readonly string[]): Promise<void> {
  const client = await server.owner.connect();
  await client.query('begin');
  for (const statement of statements) {
    await client.query(statement, statement.includes('$2') ? ofPerson() : [owner.workspaceId]);
  }
  await client.query('commit');
  client.release();
}

const OUT = { signedOut: true };
const NOT_THERE = { companyId: null };

type Case = readonly [name: string, change: () => Promise<unknown>, before: object, after: object];

const setMember = (set: string) => () => change(`update memberships set ${set} where ${MEMBER}`, ofPerson());
const setUser =
  (set: string, whose: () => Person = () => person) =>
  () =>
    change(`update users set ${set} where id = $1`, [whose().userId]);
const setSession = (set: string) => () => change(`update sessions set ${set} where user_id = $1`, [person.userId]);
const leave = () => change(`delete from memberships where ${MEMBER}`, ofPerson());
const deleteCompany = () => change('delete from workspaces where id = $1', [owner.workspaceId]);
const endSession = () => change('delete from sessions where user_id = $1', [person.userId]);
const handOver = () =>
  changeAll(
    `update memberships set role = 'manager' where workspace_id = $1 and role = 'owner'`,
    `update memberships set role = 'owner' where ${MEMBER}`,
  );
const freeze = () =>
  changeAll(
    `update workspaces set frozen_from = now() where id = $1`,
    `delete from memberships where workspace_id = $1 and role = 'owner'`,
  );

const MANAGER = { member: { role: 'manager', scope: null } };
const SCOPE = { acts: null, from: '2026-01-01', to: null };
const IN = { userId: expect.any(String), role: 'user', mustChangePassword: false };

const CASES: readonly Case[] = [
  ['somebody is removed, or leaves', leave, MANAGER, NOT_THERE],
  ['a role is another one', setMember(`role = 'viewer'`), MANAGER, { member: { role: 'viewer' } }],
  [
    'a viewer sees a part',
    setMember(`role = 'viewer', from_day = '2026-01-01'`),
    MANAGER,
    { member: { scope: SCOPE } },
  ],
  ['a viewer’s last day is over', setMember(`role = 'viewer', until = current_date - 1`), MANAGER, NOT_THERE],
  ['a company is handed over', handOver, { ...MANAGER, plan: 'premium' }, { member: { role: 'owner' }, plan: 'free' }],
  ['a company is frozen', freeze, { frozen: false }, { frozen: true }],
  ['who pays has another plan', setUser(`role = 'user'`, () => owner), { plan: 'premium' }, { plan: 'free' }],
  ['a company is deleted', deleteCompany, MANAGER, NOT_THERE],
  ['somebody is suspended', setUser(`status = 'suspended'`), IN, OUT],
  ['somebody has another role on the platform', setUser(`role = 'premium'`), IN, { role: 'premium' }],
  ['another password has to be chosen', setUser(`password_change = 'required'`), IN, { mustChangePassword: true }],
  ['a session ends', endSession, IN, OUT],
  ['its time is over', setSession('expires_at = now()'), IN, OUT],
  ['it is unused for too long', setSession(`last_used_at = now() - interval '31 days'`), IN, OUT],
  [
    'it is fresh no more',
    setSession(`authenticated_at = now() - interval '1 hour'`),
    { fresh: true },
    { fresh: false },
  ],
  ['somebody is erased', () => removePerson(server.services, person.userId), IN, OUT],
];

describe('a session says something else, on every instance, once', () => {
  test.each(CASES)('%s', async (_, make, before, after) => {
    for (const instance of [0, 1]) expect(await seen({ instance })).toMatchObject(before);
    await make();
    for (const instance of [0, 1, 0, 1]) expect(await seen({ instance })).toMatchObject(after);
  });

  test('an administrator has a passkey, or none any more', async () => {
    const { token, userId } = await addPerson(server.services, { role: 'admin' });
    const lacks = async () => (await seen({ token, named: null })).lacksPasskey;
    expect([await lacks(), await lacks()]).toEqual([true, true]);
    await addPasskey(userId);
    expect([await lacks(), await lacks()]).toEqual([false, false]);
    await change('delete from passkeys where user_id = $1', [userId]);
    expect(await lacks()).toBe(true);
  });

  test('the company of calls that name none is another one', async () => {
    const newcomer = await addPerson(server.services);
    const { token } = newcomer;
    for (let n = 0; n < 2; n++) expect(await seen({ token, named: null })).toMatchObject({ companyId: null });
    await join(server.services, newcomer, owner);
    for (let n = 0; n < 2; n++) expect(await seen({ token, named: null })).toMatchObject({ companyId: company });
    const another = await addPerson(server.services, { company: COMPANY });
    await join(server.services, newcomer, another, { since: '2020-01-01' });
    expect(await seen({ token, named: null })).toMatchObject({ workspaceId: another.workspaceId });
  });

  test('a change is committed, and not before', async () => {
    const client = await server.owner.connect();
    await client.query('begin');
    await client.query(`update memberships set role = 'viewer' where ${MEMBER}`, ofPerson());
    for (const instance of [0, 1, 0, 1])
      expect(await seen({ instance })).toMatchObject({ member: { role: 'manager' } });
    await client.query('commit');
    client.release();
    for (const instance of [0, 1]) expect(await seen({ instance })).toMatchObject({ member: { role: 'viewer' } });
  });
});

test('two tabs work in two companies at once', async () => {
  const other = await addPerson(server.services, { company: COMPANY });
  await join(server.services, person, other, { role: 'member' });
  const both = [company, await companyOf(server.services, other)];
  const roles = async () => Promise.all(both.map(async (named) => (await seen({ named })).member.role));
  expect([await roles(), await roles()]).toEqual([
    ['manager', 'member'],
    ['manager', 'member'],
  ]);
});
