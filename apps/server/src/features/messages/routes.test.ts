import { randomUUIDv7 } from 'node:crypto';
import { readSentQueues, type Sent } from '@anupalan/contract/telling/sent';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person, removePerson } from '../../../test/people.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { queueMessages } from './commands.ts';
import { noteOutcomes } from './commands-note.ts';
import { deleteOldMessages } from './commands-retention.ts';

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
  test('say that they begin tomorrow, where an hour that was to come is over by them', async () => {
    // It is 8 in India.
    const choose = async (hour: number) => (await call(member, 'PUT', PREFERENCES, { hour })).json().message;
    const later = ', from tomorrow: the hour of today is over';
    expect([await choose(21), await choose(9), await choose(8), await choose(7), await choose(21)]).toEqual([
      ...['Saved', 'Saved', `Saved${later}`, 'Saved', 'Saved'],
    ]);
    expect((await call(member, 'DELETE', PREFERENCES)).json().message).toBe(`Left to your company${later}`);
  });

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

describe('what went out', () => {
  test("is listed with its outcome: of this company, of several, and nobody else's", async () => {
    const { db } = server.services.database;
    const { workspaceId } = owner;
    const other = await addPerson(server.services, { company: COMPANY });
    await join(server.services, member, other, { role: 'member' });
    const [sent, refused, left, later] = [
      await add(member, workspaceId),
      await add(member),
      await add(member, workspaceId),
      await add(member),
    ];
    await add(member, other.workspaceId);
    await add(owner, workspaceId);
    const address = `${member.userId}@example.in`;
    await noteOutcomes(
      db,
      [
        { id: sent, state: 'sent', subject: '3 due today', address },
        { id: refused, state: 'refused', subject: 'Due', address, error: '550' },
        { id: left, state: 'skipped', error: 'nothing-left' },
        { id: later, state: 'waiting', error: '450 Later', sendAfter: NOW.add({ minutes: 1 }) },
      ],
      NOW,
    );
    const list = await read(member, '/api/sent');
    expect(list.map(({ _id, outcome, words }: Sent) => [_id, outcome, words])).toEqual([
      [later, 'waiting', 'Not taken yet, tried 0 times'],
      [left, 'skipped', 'Not sent: nothing was left to say'],
      [refused, 'refused', 'Your address takes no mail'],
      [sent, 'sent', 'Sent'],
    ]);
    expect(list[3]).toEqual({
      _id: sent,
      channel: 'mail',
      what: 'Daily digest',
      subject: '3 due today',
      to: address,
      at: '2026-01-05T02:30:00.000Z',
      outcome: 'sent',
      words: 'Sent',
      next: null,
    });
    expect(list[0].next).toBe('2026-01-05T02:31:00.000Z');
  });

  test('has a hundred entries at most', async () => {
    await server.owner.query(
      `insert into messages (id, user_id, channel, kind, key, send_after)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1::uuid, 'mail', 'digest', $1::text || ':' || n, now() from generate_series(1, 150) n`,
      [member.userId],
    );
    expect(await read(member, '/api/sent')).toHaveLength(100);
  });

  test('administrators see queues and failures, without addresses', async () => {
    const admin = await addPerson(server.services, { role: 'admin' });
    await server.owner.query('delete from messages');
    const { db } = server.services.database;
    await add(member);
    const [failed, refused] = [await add(member), await add(owner)];
    const address = `${owner.userId}@example.in`;
    await noteOutcomes(
      db,
      [
        { id: failed, state: 'failed', subject: 'Due', address: 'x@example.in', error: '554 Rejected' },
        { id: refused, state: 'refused', subject: 'Due', address, error: '550 No such user' },
      ],
      NOW,
    );
    await server.owner.query(`insert into file_faults values ('a-file', 'missing', '2026-11-20T00:00:00Z')`);
    const queues = '/api/sent/queues';
    const response = await server.call({ url: queues, token: admin.token });
    expect(response.statusCode).toBe(200);
    const { queues: all, failures, files } = readSentQueues.answers[200].parse(response.json()).data;
    const oldest = NOW.toString({ smallestUnit: 'millisecond' });
    expect(all.find(({ channel }) => channel === 'mail')).toEqual({
      channel: 'mail',
      waiting: 1,
      oldest,
      failing: 0,
      refused: 1,
      failed: 1,
    });
    expect(failures).toMatchObject([
      { _id: refused, outcome: 'refused', error: '550 No such user', userId: owner.userId },
      { _id: failed, outcome: 'failed', error: '554 Rejected', userId: member.userId },
    ]);
    expect(files).toEqual([{ file: 'a-file', fault: 'missing', at: '2026-11-20T00:00:00.000Z' }]);
    expect(response.body).not.toContain(address);
    expect((await server.call({ url: queues, token: owner.token })).statusCode).toBe(403);
    expect((await server.call({ url: queues })).statusCode).toBe(401);
  });

  test('goes with its person, and after 400 days', async () => {
    const { db } = server.services.database;
    const kept = await add(owner);
    await add(member);
    await removePerson(server.services, member.userId);
    const day = 24 * 3_600 * 1_000;
    const old = [399, 401].map((days) => {
      const time = (Date.now() - days * day).toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
    });
    await server.owner.query('delete from messages where id <> $1', [kept]);
    await server.owner.query(
      `insert into messages (id, user_id, channel, kind, key, send_after)
       select id, $2, 'mail', 'digest', id::text, now() from unnest($1::uuid[]) id`,
      [old, owner.userId],
    );
    await deleteOldMessages(db, 400);
    const { rows } = await server.owner.query('select id from messages order by id');
    expect(rows.map(({ id }) => id)).toEqual([old[0], kept]);
  });
});
