import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person, removePerson } from '../../../test/people.ts';
import { indianDay } from '../../platform/days/indian-day.ts';
import { type Database, openDatabase } from '../../platform/postgres/database.ts';
import { readSession } from '../read-session.ts';
import { sessionStatements } from './session-statements.ts';

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
    const app = Fastify().decorateRequest('besideSession', null);
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

/** The names of the statements of one more call. */
async function statementsOf(asked?: Asked): Promise<unknown[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await seen(asked);
  const names = spy.mock.calls.map(([query]: readonly unknown[]) => Reflect.get(Object(query), 'name'));
  spy.mockRestore();
  return names;
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

describe('what is kept of a session counts no more, on any instance, once', () => {
  test.each(CASES)('%s', async (_, make, before, after) => {
    for (const instance of [0, 1]) expect(await seen({ instance })).toMatchObject(before);
    for (const instance of [0, 1]) expect(await statementsOf({ instance })).toEqual(['known-session-by-token']);
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

  test('a table that it is read of is emptied', async () => {
    await seen();
    const client = await server.owner.connect();
    await client.query('begin');
    await client.query('truncate passkeys');
    const { rows } = await client.query('select from versions where subject_id = $1', [person.userId]);
    await client.query('rollback');
    client.release();
    expect(rows).toEqual([]);
  });
});

describe('what is kept', () => {
  const OWN = ['session-by-token'];

  test('is of one company: two tabs work in two at once', async () => {
    const other = await addPerson(server.services, { company: COMPANY });
    await join(server.services, person, other, { role: 'member' });
    const both = [company, await companyOf(server.services, other)];
    const roles = async () => Promise.all(both.map(async (named) => (await seen({ named })).member.role));
    expect([await roles(), await roles()]).toEqual([
      ['manager', 'member'],
      ['manager', 'member'],
    ]);
  });

  test('is nothing that a day ends, a foreign company, or an impersonation', async () => {
    await change(`update memberships set role = 'viewer', until = ${indianDay('now()')} where ${MEMBER}`, ofPerson());
    await seen();
    expect(await statementsOf()).toEqual(OWN);
    const named = await companyOf(server.services, await addPerson(server.services, { company: COMPANY }));
    await seen({ named });
    expect(await statementsOf({ named })).toEqual(OWN);
    const admin = await addPerson(server.services, { role: 'admin' });
    await change('update sessions set impersonator_id = $1 where user_id = $2', [admin.userId, owner.userId]);
    await seen({ token: owner.token });
    expect(await statementsOf({ token: owner.token })).toEqual([...OWN, 'any-session-by-token']);
  });

  test('is of people who have a version: who has none is read each time', async () => {
    await change('delete from versions where subject_id = $1', [person.userId]);
    await seen();
    expect(await statementsOf()).toEqual(OWN);
  });

  test('follows from columns whose change is another version of the person', async () => {
    await addPasskey(person.userId);
    const versionNow = async () => {
      const { rows } = await change('select sum(stamp)::text as version from versions where subject_id = $1', [
        person.userId,
      ]);
      return rows[0].version;
    };
    const text = sessionStatements(undefined).own.alone.text.replace('$1', `''`).replaceAll('$2', 'null');
    const client = await server.owner.connect();
    await client.query(`create temp view reading as ${text}`);
    const { rows } = await client.query<{ table: string; column: string }>(`
      select distinct refobjid::regclass::text as table, attname as column
      from pg_depend join pg_rewrite rule on rule.oid = objid
        join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where classid = 'pg_rewrite'::regclass and refclassid = 'pg_class'::regclass and refobjsubid > 0
        and rule.ev_class = 'reading'::regclass
        and refobjid::regclass::text in ('users', 'memberships', 'passkeys') order by 1, 2`);
    await client.query('drop view reading');
    client.release();
    expect(new Set(rows.map(({ table }) => table)).size).toBe(3);
    for (const { table, column } of rows) {
      // An id never changes.
      if (table === 'users' && column === 'id') continue;
      const before = await versionNow();
      const ofUser = table === 'users' ? 'id' : 'user_id';
      await change(`update ${table} set ${column} = ${column} where ${ofUser} = $1`, [person.userId]);
      expect([table, column, await versionNow()]).not.toEqual([table, column, before]);
    }
  });

  test('goes with its person, whose version goes too', async () => {
    await removePerson(server.services, person.userId);
    const { rows } = await change('select from versions where subject_id = $1', [person.userId]);
    expect(rows).toEqual([]);
  });
});
