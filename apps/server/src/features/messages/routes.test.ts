import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { queueMessages } from './commands.ts';
import { noteOutcomes } from './commands-note.ts';

const NOW = Temporal.Instant.from('2026-01-05T02:30:00Z');
const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;
const ALL_ON = { digest: true, monday: true, custom: true, escalation: true };
const PREFERENCES = '/api/notifications/preferences';
const DEFAULTS = '/api/notifications/company-defaults';

let server: TestApp;
let owner: Person;
let member: Person;
let company: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
});

beforeEach(async () => {
  owner = await addPerson(server.services, { company: COMPANY });
  member = await addPerson(server.services);
  company = await companyOf(server.services, owner);
  await join(server.services, member, owner, { role: 'member' });
  server.enqueued.length = 0;
});

afterAll(() => server.close());

const call = (person: Person, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  server.call({ method, url, token: person.token, headers: { 'x-company': company }, ...(payload && { payload }) });

async function read(person: Person, url: string) {
  const response = await call(person, 'GET', url);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

describe('preferences', () => {
  test('all kinds at 8, until the company or the person says otherwise', async () => {
    expect(await read(member, PREFERENCES)).toEqual({
      hour: 8,
      kinds: ALL_ON,
      chosen: [],
      offered: ['digest', 'custom'],
      email: `${member.userId}@example.in`,
      notReachableSince: null,
    });
    const defaults = { hour: 7, kinds: { ...ALL_ON, monday: false } };
    await call(owner, 'PUT', DEFAULTS, { ...defaults, hour: 22 });
    expect((await call(owner, 'PUT', DEFAULTS, defaults)).json()).toMatchObject({ message: 'Saved', data: defaults });
    expect(await read(owner, DEFAULTS)).toEqual(defaults);
    expect(await read(member, PREFERENCES)).toMatchObject({ ...defaults, chosen: [] });
    const all = ['hour', ...Object.keys(ALL_ON)];
    const chosen = { hour: 21, kinds: { ...ALL_ON, digest: false } };
    const saved = await call(member, 'PUT', PREFERENCES, chosen);
    expect(saved.json()).toMatchObject({ message: 'Saved', data: { ...chosen, chosen: all } });
    expect(await read(member, PREFERENCES)).toMatchObject({ ...chosen, chosen: all });
    await call(owner, 'PUT', DEFAULTS, { hour: 9, kinds: ALL_ON });
    expect(await read(member, PREFERENCES)).toMatchObject({ ...chosen, chosen: all });
    expect((await call(member, 'DELETE', PREFERENCES)).json()).toMatchObject({ data: { hour: 9, chosen: [] } });
  });

  test('what a person did not choose stays their company’s, and the kinds that their roles get are offered', async () => {
    const saved = await call(member, 'PUT', PREFERENCES, { kinds: { digest: false } });
    expect(saved.json()).toMatchObject({ data: { kinds: { ...ALL_ON, digest: false }, chosen: ['digest'] } });
    await call(owner, 'PUT', DEFAULTS, { hour: 9, kinds: { ...ALL_ON, digest: true, custom: false } });
    await call(member, 'PUT', PREFERENCES, {});
    expect(await read(member, PREFERENCES)).toMatchObject({
      hour: 9,
      kinds: { ...ALL_ON, digest: false, custom: false },
      chosen: ['digest'],
    });
    expect((await call(member, 'PUT', PREFERENCES, { hour: 5 })).statusCode).toBe(400);
    expect((await read(owner, PREFERENCES)).offered).toEqual(Object.keys(ALL_ON));
    const manager = await addPerson(server.services);
    await join(server.services, manager, owner, { role: 'manager' });
    expect((await read(manager, PREFERENCES)).offered).toEqual(['digest', 'monday', 'custom']);
  });

  test('the digest of several companies comes at the earliest of their hours', async () => {
    const other = await addPerson(server.services, { company: COMPANY });
    await join(server.services, member, other, { role: 'viewer' });
    await call(owner, 'PUT', DEFAULTS, { hour: 20, kinds: ALL_ON });
    expect(await read(member, PREFERENCES)).toMatchObject({ hour: 8 });
    await server.owner.query(
      `insert into message_defaults values ($1, 6, true, false, true, true), ($2, 10, true, true, true, true)`,
      [other.workspaceId, member.workspaceId],
    );
    // Kinds are those of the company that is asked about.
    expect(await read(member, PREFERENCES)).toMatchObject({ hour: 6, kinds: ALL_ON });
  });

  test("a company's defaults are its managers', and its activity tells of them", async () => {
    expect((await call(member, 'GET', DEFAULTS)).statusCode).toBe(403);
    expect((await call(member, 'PUT', DEFAULTS, { hour: 9, kinds: ALL_ON })).statusCode).toBe(403);
    const stranger = await addPerson(server.services, { company: COMPANY });
    expect((await call(stranger, 'GET', DEFAULTS)).statusCode).toBe(403);
    await call(owner, 'PUT', DEFAULTS, { hour: 9, kinds: ALL_ON });
    const { rows } = await server.owner.query('select what from activity where workspace_id = $1', [owner.workspaceId]);
    expect(rows).toEqual([{ what: 'messages.change-defaults' }]);
    expect((await server.call({ url: PREFERENCES })).statusCode).toBe(401);
  });

  test.each([
    [{ hour: 5, kinds: ALL_ON }, { hour: 'Choose an hour from 6 to 22' }],
    [{ hour: 23, kinds: ALL_ON }, { hour: 'Choose an hour from 6 to 22' }],
    [{ hour: 8.5, kinds: ALL_ON }, { hour: 'Choose an hour from 6 to 22' }],
    [{ hour: 8, kinds: { ...ALL_ON, digest: 'no' } }, { kinds: 'Choose whether this is sent' }],
  ])('%j is refused', async (body, errors) => {
    for (const [person, url] of [[member, PREFERENCES] as const, [owner, DEFAULTS] as const]) {
      const response = await call(person, 'PUT', url, body);
      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toEqual(errors);
    }
  });

  test('the company says all of it', async () => {
    const errors = async (body: object) => (await call(owner, 'PUT', DEFAULTS, body)).json().errors;
    expect(await errors({ kinds: ALL_ON })).toEqual({ hour: 'Choose an hour from 6 to 22' });
    expect(await errors({ hour: 8 })).toEqual({ kinds: 'Choose what is sent' });
  });
});

/** Makes a message to somebody. @returns its id */
async function add(person: Person, workspaceId: WorkspaceId | null = null): Promise<string> {
  const { db } = server.services.database;
  const key = `digest:${randomUUIDv7()}`;
  const what = { channel: 'mail', kind: 'digest', key, about: {}, sendAfter: NOW } as const;
  await db.transaction().execute((trx) => queueMessages(trx, [{ userId: person.userId, workspaceId, ...what }]));
  return (await db.selectFrom('messages').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
}

describe('an address that takes no mail', () => {
  const email = () => `${member.userId}@example.in`;

  async function refuse() {
    const id = await add(member);
    const outcome = { id, state: 'refused', subject: 'Due', address: email(), error: '550 No such user' } as const;
    await noteOutcomes(server.services.database.db, [outcome], NOW);
  }

  test('every screen says so, until it is tried again', async () => {
    expect(await read(member, '/api/users/profile')).not.toHaveProperty('mailComesBack');
    await refuse();
    expect(await read(member, '/api/users/profile')).toMatchObject({ mailComesBack: true });
    expect(await read(member, PREFERENCES)).toMatchObject({ notReachableSince: '2026-01-05T02:30:00.000Z' });
    const again = await call(member, 'POST', '/api/notifications/address/try-again');
    expect(again.json().message).toBe('A mail is on its way to your address');
    expect(server.enqueued).toEqual([{ queue: 'deliver-messages', data: {} }]);
    const { rows } = await server.owner.query(`select state from messages where user_id = $1 and kind = 'trial'`, [
      member.userId,
    ]);
    expect(rows).toEqual([{ state: 'waiting' }]);
    expect(await read(member, '/api/users/profile')).not.toHaveProperty('mailComesBack');
    const twice = await call(member, 'POST', '/api/notifications/address/try-again');
    expect(twice.json().message).toBe('Your address takes mail');
  });

  test('another e-mail takes mail', async () => {
    await refuse();
    await server.owner.query('update users set primary_email = $2 where id = $1', [member.userId, `new-${email()}`]);
    expect(await read(member, '/api/users/profile')).not.toHaveProperty('mailComesBack');
    expect(await read(member, PREFERENCES)).toMatchObject({ notReachableSince: null });
  });
});
