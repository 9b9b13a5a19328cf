import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAct } from '../../../test/catalogue.ts';
import { startTestApp } from '../../../test/harness.ts';
import { listenTo, type TestListener } from '../../../test/live.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { impersonate, startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';
import { beginSession } from '../../identity/sessions.ts';

let world: TrackedWorld;
const listeners: TestListener[] = [];

beforeAll(async () => {
  world = await startTrackedWorld();
  await world.server.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => world.server.close());

afterEach(async () => {
  for (const { leave } of listeners) leave();
  await Promise.allSettled(listeners.splice(0).map(({ ended }) => ended));
});

describe('the stream', () => {
  test('is for who is signed in', async () => {
    const { response } = await listenTo(world.server, 'nobody');
    expect(response.status).toBe(401);
  });

  test('is never kept, compressed or held back on its way', async () => {
    const { response } = await listen(world.people.free);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.has('content-encoding')).toBe(false);
  });

  test('is described', async () => {
    const document = (await world.server.call({ url: '/api/openapi.json' })).json();
    const { content } = document.paths['/api/live'].get.responses[200];
    expect(content['text/event-stream'].schema.properties.kind.enum).toContain('tracker');
  });

  test('is not opened by asking for its headers', async () => {
    const response = await world.server.call({ method: 'HEAD', url: '/api/live', token: world.people.free.token });
    expect(response.statusCode).toBe(404);
  });

  test('is one of ten of its session at most: the oldest ends', async () => {
    const person = await addPerson(world.server.services);
    const oldest = await listen(person);
    for (let count = 1; count <= 10; count += 1) await listen(person);
    await oldest.ended;
    await change('update users set first_name = $1 where id = $2', 'Uma', person.userId);
    for (const { heard } of listeners.slice(1)) await expectHeard({ heard }, 'users');
    expect(oldest.heard).toEqual([]);
  });
});

describe('tells', () => {
  test('colleagues what was recorded, once a call, and no other workspace', async () => {
    const { premium, colleague, free } = world.people;
    const near = await listen(colleague);
    const far = await listen(free);
    const response = await world.server.call({
      method: 'PATCH',
      url: `/api/compliance/data/${world.items.one}/status`,
      token: premium.token,
      payload: { status: 'done', userId: premium.userId, forDate: '2026-12-15' },
    });
    expect(response.statusCode).toBe(200);
    await expectHeard(near, 'tracker');
    await addAct(world.server.services);
    await expectHeard(near, 'tracker', 'catalogue');
    await expectHeard(far, 'catalogue');
  });

  test.each([
    ['custom_reminders', 'user_id, reminder_at', `, $4::uuid, '2027-01-01'`],
    ['payment_dates', 'user_id, day, amount_paise', `, $4::uuid, '2027-01-01', 100`],
    ['submission_dates', 'user_id, day, description', `, $4::uuid, '2027-01-01', 'Challan'`],
  ])('whatever way it was written: %s', async (table, columns, values) => {
    const { premium, colleague } = world.people;
    const near = await listen(colleague);
    const id = randomUUIDv7();
    await change(
      `insert into ${table} (workspace_id, id, compliance_item_id, ${columns}) values ($1, $2, $3 ${values})`,
      premium.workspaceId,
      id,
      world.items.one,
      premium.userId,
    );
    await expectHeard(near, 'tracker');
    await change(`delete from ${table} where id = $1`, id);
    await expectHeard(near, 'tracker', 'tracker');
  });

  test('of a write of many rows once', async () => {
    const { premium, colleague } = world.people;
    const near = await listen(colleague);
    for (const day of ['2026-01-15', '2026-02-15', '2026-03-15']) {
      await addStatusEntry(world.server.services, premium, { item: world.items.other, day });
    }
    await vi.waitFor(() => expect(near.heard).toHaveLength(6));
    await change('delete from status_entries where compliance_item_id = $1', world.items.other);
    await change('update users set first_name = first_name where id = $1', premium.userId);
    await expectHeard(near, ...Array<string>(7).fill('tracker'), 'users');
  });

  test('the company and its states', async () => {
    const { premium, colleague } = world.people;
    const near = await listen(colleague);
    await change('update companies set employee_count = 21 where workspace_id = $1', premium.workspaceId);
    await expectHeard(near, 'companies');
    await change(`insert into company_states (workspace_id, state) values ($1, 'Goa')`, premium.workspaceId);
    await expectHeard(near, 'companies', 'companies');
  });

  test('a user who was given another role', async () => {
    const person = await addPerson(world.server.services);
    const listener = await listen(person);
    await change(`update users set role = 'premium' where id = $1`, person.userId);
    await expectHeard(listener, 'users');
  });

  test('administrators what anybody records', async () => {
    const listener = await listen(world.people.admin);
    await addStatusEntry(world.server.services, world.people.free, { item: world.items.one, day: '2025-01-15' });
    await vi.waitFor(() => expect(listener.heard).toContainEqual({ kind: 'tracker' }));
  });
});

describe('ends with the session:', () => {
  test('signing out, whatever instance was asked', async () => {
    const person = await addPerson(world.server.services);
    const elsewhere = await listen({ token: await begin(person) });
    const { databaseUrl } = world.server.services.config;
    const other = await startTestApp({ reroute: async () => databaseUrl ?? '' });
    const here = await listen(person);
    const there = await listenTo(other, person.token);
    const response = await other.call({ method: 'POST', url: '/api/auth/logout', token: person.token });
    expect(response.statusCode).toBe(200);
    await Promise.all([here.ended, there.ended]);
    await other.close();
    await change('update users set first_name = $1 where id = $2', 'Uma', person.userId);
    await expectHeard(elsewhere, 'users');
  });

  test.each([
    ['suspension', `update users set status = 'suspended' where id = $1`],
    [
      'deletion',
      `with workspace as (delete from workspaces where id in (select workspace_id from memberships where user_id = $1))
       delete from users where id = $1`,
    ],
    ['a new password', 'delete from sessions where user_id = $1'],
  ])('%s', async (_, statement) => {
    const person = await addPerson(world.server.services);
    const listener = await listen(person);
    await change(statement, person.userId);
    await listener.ended;
    expect((await listenTo(world.server, person.token)).response.status).toBe(401);
  });

  test('an administrator who is none any more hears no other workspace, and sees through nobody', async () => {
    const { services } = world.server;
    const admin = await addPerson(services, { role: 'admin' });
    const { free } = world.people;
    const own = await listen(admin);
    const impersonating = await listen({
      token: await impersonate({ ...world, people: { ...world.people, admin } }, free),
    });
    await change(`update users set role = 'user' where id = $1`, admin.userId);
    await impersonating.ended;
    await expectHeard(own, 'users');
    const witness = await listen(free);
    await addStatusEntry(services, free, { item: world.items.one, day: '2025-02-15' });
    await expectHeard(witness, 'tracker', 'tracker');
    await change('update users set first_name = $1 where id = $2', 'Uma', admin.userId);
    await expectHeard(own, 'users', 'users');
  });
});

test('does not keep the server from stopping', async () => {
  const other = await startTestApp();
  const person = await addPerson(other.services);
  const listener = await listenTo(other, person.token);
  await Promise.all([other.close(), listener.ended]);
});

/** Begins to listen to announcements. */
async function listen({ token }: Pick<Person, 'token'>): Promise<TestListener> {
  await hearWhatWasAnnounced();
  const listener = await listenTo(world.server, token);
  expect(listener.response.status).toBe(200);
  listeners.push(listener);
  return listener;
}

/** Waits until everything announced so far was heard: announcements come in order, so one of its own is enough. */
async function hearWhatWasAnnounced(): Promise<void> {
  const { database, listener } = world.server.services;
  const heard = vi.fn();
  const leave = listener.subscribe('so far', heard);
  await vi.waitFor(async () => {
    await database.pool.query('notify "so far"');
    expect(heard).toHaveBeenCalled();
  });
  leave();
}

function begin({ userId }: Person): Promise<string> {
  return beginSession(world.server.services.database.db, { userId, device: 'another browser' });
}

async function change(statement: string, ...values: string[]): Promise<void> {
  await world.server.services.database.pool.query(statement, values);
}

function expectHeard({ heard }: Pick<TestListener, 'heard'>, ...kinds: string[]): Promise<void> {
  return vi.waitFor(() => expect(heard).toEqual(kinds.map((kind) => expect.objectContaining({ kind }))));
}
