import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { listenTo, type TestListener } from '../../../test/live.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { leaveOwnWorkspaces } from '../members/commands.ts';

const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;

let server: TestApp;
let item: string;
/** The owners of two companies, and somebody who is in both. */
let one: Person;
let other: Person;
let both: Person;
let ids: Record<'one' | 'other' | 'own', string>;
let day = Temporal.PlainDate.from('2026-01-01');
const listeners: TestListener[] = [];

beforeAll(async () => {
  server = await startTestApp();
  item = await addItem(server.services, { act_id: await addAct(server.services) });
});

afterAll(() => server.close());

beforeEach(async () => {
  const { services } = server;
  one = await addPerson(services, { company: COMPANY });
  other = await addPerson(services, { company: COMPANY });
  both = await addPerson(services, { company: COMPANY });
  await join(services, both, one);
  await join(services, both, other, { role: 'viewer' });
  ids = {
    one: await companyOf(services, one),
    other: await companyOf(services, other),
    own: await companyOf(services, both),
  };
});

afterEach(async () => {
  for (const { leave } of listeners) leave();
  await Promise.allSettled(listeners.splice(0).map(({ ended }) => ended));
});

/** Begins to listen, once everything announced so far was heard. */
async function listen({ token }: Pick<Person, 'token'>): Promise<TestListener> {
  const heard = vi.fn();
  const leave = server.services.listener.subscribe('so far', heard);
  await vi.waitFor(async () => {
    await server.services.database.pool.query('notify "so far"');
    expect(heard).toHaveBeenCalled();
  });
  leave();
  const listener = await listenTo(server, token);
  listeners.push(listener);
  return listener;
}

/** Records another day in the company of somebody. */
async function record(of: Person): Promise<void> {
  day = day.add({ days: 1 });
  await addStatusEntry(server.services, of, { item, day: `${day}`, records: [] });
}

const expectHeard = ({ heard }: TestListener, ...events: object[]) =>
  vi.waitFor(() => expect(heard).toEqual(events), { timeout: 5_000 });

const ofMembers = (company: string) => ({ kind: 'members', company });
const ofTracker = (company: string) => ({ kind: 'tracker', company });

test('one stream hears of all companies that its listener is in, each by its id', async () => {
  const stream = await listen(both);
  const owner = await listen(one);
  await record(one);
  await record(other);
  await record(both);
  await expectHeard(stream, ofTracker(ids.one), ofTracker(ids.other), ofTracker(ids.own));
  await record(one);
  await expectHeard(owner, ofTracker(ids.one), ofTracker(ids.one));
});

test('what is announced while the stream begins is heard', async () => {
  const [stream] = await Promise.all([listen(both), record(one), record(other)]);
  await record(both);
  await vi.waitFor(() => expect(stream.heard.at(-1)).toEqual(ofTracker(ids.own)));
});

test('whoever joins hears of it, and of the company from then on', async () => {
  const newcomer = await addPerson(server.services);
  const stream = await listen(newcomer);
  await record(one);
  await join(server.services, newcomer, one, { role: 'member' });
  await vi.waitFor(async () => {
    await record(one);
    expect(stream.heard).toContainEqual(ofTracker(ids.one));
  });
});

test('whoever is removed hears that, and nothing of the company after it; the others hear it too', async () => {
  const stream = await listen(both);
  const owner = await listen(one);
  await record(one);
  await expectHeard(stream, ofTracker(ids.one));
  const { db } = server.services.database;
  await db.transaction().execute(async (trx) => {
    const membership = trx.deleteFrom('memberships').where('workspace_id', '=', one.workspaceId);
    await membership.where('user_id', '=', both.userId).execute();
  });
  // The announcement of the removal comes first, and nothing waits for the database: this one is not heard.
  await record(one);
  await record(other);
  await expectHeard(stream, ofTracker(ids.one), ofMembers(ids.one), ofTracker(ids.other));
  await expectHeard(owner, ofTracker(ids.one), ofMembers(ids.one), ofTracker(ids.one));
});

test('a company that is deleted under an open tab is told to everybody in it', async () => {
  const stream = await listen(both);
  const owner = await listen(one);
  const remove = { method: 'DELETE', url: `/api/companies/${ids.one}`, token: one.token } as const;
  expect((await server.call(remove)).statusCode).toBe(200);
  await record(other);
  await vi.waitFor(() => expect(stream.heard).toContainEqual(ofTracker(ids.other)));
  expect(stream.heard).toContainEqual(ofMembers(ids.one));
  expect(owner.heard).toContainEqual(ofMembers(ids.one));
});

test('a company that is frozen, or that another member pays for, is told to its people', async () => {
  const { pool, db } = server.services.database;
  const stream = await listen(both);
  await pool.query('update workspaces set payer_id = $1 where id = $2', [both.userId, one.workspaceId]);
  await expectHeard(stream, ofMembers(ids.one));
  await db.transaction().execute(async (trx) => {
    await leaveOwnWorkspaces(trx, [one.userId], { ownerlessFor: '0 days' });
    await trx.deleteFrom('users').where('id', '=', one.userId).execute();
  });
  // Of the freezing and of the owner's going, which is two announcements.
  const told = () => stream.heard.filter((event) => JSON.stringify(event) === JSON.stringify(ofMembers(ids.one)));
  await vi.waitFor(() => expect(told()).toHaveLength(3));
});

test('a viewer hears nothing any more after their last day, from the next beat on', async () => {
  const change = server.services.database.db.updateTable('memberships').set({ until: '2020-01-01' });
  await change.where('workspace_id', '=', other.workspaceId).where('user_id', '=', both.userId).execute();
  const stream = await listen(both);
  await record(other);
  await record(both);
  await expectHeard(stream, ofTracker(ids.own));
});

test('a stream that names a company of others is refused', async () => {
  const url = '/api/live';
  const stranger = await addPerson(server.services);
  const response = await server.call({ url, token: stranger.token, headers: { 'x-company': ids.one } });
  expect([response.statusCode, response.json().message]).toEqual([403, 'You are not a member of this company']);
});
