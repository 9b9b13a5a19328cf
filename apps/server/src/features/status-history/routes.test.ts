import { updateStatus } from '@anupalan/contract/status-history';
import { STATUSES } from '@anupalan/domain/statuses';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import type { Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import {
  callWhileDeleting,
  expectFailure,
  forget,
  impersonate,
  startTrackedWorld,
  type TrackedWorld,
  UNKNOWN_ID,
} from '../../../test/tracked.ts';

let world: TrackedWorld;
let people: TrackedWorld['people'];
let items: TrackedWorld['items'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people, items } = world);
});

beforeEach(() => forget(world, 'status_entries'));

afterAll(() => world.server.close());

interface Update {
  id?: string;
  query?: string;
  body?: object;
  token?: string;
  expect5xx?: boolean;
}

/** Records "done" on the day of an occurrence, unless told otherwise. */
function update(
  person: Person,
  { id = items.one, query = '', body = {}, token = person.token, expect5xx = false }: Update = {},
) {
  return world.server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${id}/status${query}`,
    token,
    expect5xx,
    payload: { userId: person.userId, status: 'done', forDate: '2026-12-15', ...body },
  });
}

async function updateWell(person: Person, options?: Update) {
  const response = await update(person, options);
  expect(response.statusCode, response.body).toBe(200);
  const answer = updateStatus.answers[200].parse(response.json());
  expect(answer.message).toBe('Status updated successfully');
  return answer.data.statusHistory;
}

async function readTables() {
  const { pool } = world.server.services.database;
  const entries = await pool.query('select * from status_entries order by day');
  const records = await pool.query('select * from status_records order by created_at');
  return { entries: entries.rows, records: records.rows };
}

test('a stranger is turned away before anything is said about the form', async () => {
  const response = await world.server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${items.one}/status`,
    payload: {},
  });
  expect(response.statusCode).toBe(401);
});

describe('a rejected form', () => {
  test.each([
    [{ userId: undefined }, { userId: 'User ID is required' }],
    [{ userId: '' }, { userId: 'User ID is required' }],
    [{ userId: 7 }, { userId: 'User ID is required' }],
    [{ status: undefined }, { status: 'Invalid status' }],
    [{ status: 'NOTE' }, { status: 'Invalid status' }],
    [{ forDate: undefined }, { forDate: 'Please select a date' }],
    [{ forDate: '' }, { forDate: 'Please select a date' }],
    [{ forDate: '2026-02-30' }, { forDate: 'Invalid date format' }],
    [{ forDate: '31/12/2026' }, { forDate: 'Invalid date format' }],
    [{ forDate: '0000-01-01' }, { forDate: 'Invalid date format' }],
    [{ note: 'x'.repeat(2_001) }, { note: 'Please use at most 2000 characters' }],
    [
      { status: 'later', forDate: 'soon' },
      { status: 'Invalid status', forDate: 'Invalid date format' },
    ],
  ])('%j', async (body, errors) => {
    const response = await update(people.premium, { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
    expect((await readTables()).entries).toEqual([]);
  });

  test('a window of more than three years', async () => {
    const response = await update(people.premium, { query: '?from=2020-01-01&to=2026-01-01' });
    expectFailure(response, 400, 'Please choose at most 3 years');
    expect((await readTables()).entries).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each([
    ['an item that is not there', UNKNOWN_ID, 'Compliance item not found'],
    ['what is no id', 'item', 'Not found'],
  ])('%s', async (_, id, message) => {
    const response = await update(people.premium, { id });
    expectFailure(response, 404, message);
  });

  test('an item that does not apply to the company', async () => {
    const response = await update(people.premium, { id: items.goa });
    expectFailure(response, 404, 'Compliance item not found');
  });

  test("another's name", async () => {
    const response = await update(people.premium, { body: { userId: people.free.userId } });
    expectFailure(response, 403, 'You can only act for yourself');
  });

  test.each(['not-to-do', 'on-hold', 'not-applicable'])('%s to free users', async (status) => {
    const response = await update(people.free, { body: { status } });
    expectFailure(response, 403, 'Upgrade to Premium to use this status');
    expect((await readTables()).entries).toEqual([]);
  });
});

describe('what is recorded', () => {
  test.each(['done', 'not-done', 'pending'])('%s by free users, with a note', async (status) => {
    const [entry] = await updateWell(people.free, { body: { status, note: '  Filed  ' } });
    expect(entry).toMatchObject({
      complianceId: items.one,
      userId: people.free.userId,
      date: '2026-12-15T00:00:00.000Z',
      current: status,
      history: [{ status, note: 'Filed', updatedBy: people.free.userId }],
    });
  });

  test.each(STATUSES)('%s by premium and by administrators', async (status) => {
    expect(await updateWell(people.premium, { body: { status } })).toMatchObject([{ current: status }]);
    expect(await updateWell(people.admin, { id: items.goa, body: { status } })).toMatchObject([{ current: status }]);
  });

  test.each([
    ['2026-12-15T23:30:00.000Z', '2026-12-15'],
    ['2026-12-15T23:30:00-05:30', '2026-12-15'],
    ['2026-12-15T00:00:00+05:30', '2026-12-15'],
    ['1999-01-02', '1999-01-02'],
  ])('for %s on the day that is written, and the entry just written is in the answer', async (forDate, day) => {
    expect(await updateWell(people.premium, { body: { forDate } })).toMatchObject([{ date: `${day}T00:00:00.000Z` }]);
  });

  test('again: the entry stays one and keeps who began it, its history grows', async () => {
    const [first] = await updateWell(people.premium, { body: { status: 'not-done', note: 'Late' } });
    const [second, ...others] = await updateWell(people.premium);
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      _id: first?._id,
      current: 'done',
      createdAt: first?.createdAt,
      history: [
        { status: 'not-done', note: 'Late' },
        { status: 'done', note: '' },
      ],
    });
    expect(String(second?.updatedAt) > String(first?.updatedAt)).toBe(true);
  });

  test('again by free users: the answer has the newest record only, the table has both', async () => {
    await updateWell(people.free, { body: { status: 'not-done' } });
    expect(await updateWell(people.free)).toMatchObject([{ current: 'done', history: [{ status: 'done' }] }]);
    expect((await readTables()).records.map(({ status }) => status)).toEqual(['not-done', 'done']);
  });

  test("the answer has the window's entries of that item and of nobody else", async () => {
    const { services } = world.server;
    for (const day of ['2025-11-20', '2025-11-21', '2026-10-15'])
      await addStatusEntry(services, people.premium, { item: items.one, day });
    await addStatusEntry(services, people.premium, { item: items.goa, day: '2026-10-16' });
    await addStatusEntry(services, people.free, { item: items.one, day: '2026-10-17' });
    const days = async (query: string) =>
      (await updateWell(people.premium, { query })).map(({ date }) => date.slice(0, 10));
    expect(await days('')).toEqual(['2025-11-21', '2026-10-15', '2026-12-15']);
    expect(await days('?from=2025-11-20&to=2025-11-20')).toEqual(['2025-11-20', '2026-12-15']);
  });

  test('an administrator gets everybody’s entries of the item', async () => {
    await addStatusEntry(world.server.services, people.premium, { item: items.one, day: '2026-10-15' });
    const history = await updateWell(people.admin);
    const ofPremium = { userId: people.premium.userId, userName: 'Asha Rao', isOwn: false };
    const ofAdmin = { userId: people.admin.userId, userName: 'Asha Rao', isOwn: true };
    expect(history).toMatchObject([
      { ...ofPremium, history: [{ updatedByName: 'Asha Rao' }] },
      { ...ofAdmin, history: [{ updatedByName: 'Asha Rao' }] },
    ]);
  });

  test("by an administrator for somebody: in that user's workspace, under the administrator's name", async () => {
    const history = await updateWell(people.admin, { body: { userId: people.free.userId, status: 'on-hold' } });
    expect(history).toMatchObject([
      { userId: people.free.userId, current: 'on-hold', history: [{ updatedBy: people.admin.userId }] },
    ]);
    const refused = await update(people.admin, { id: items.goa, body: { userId: people.free.userId } });
    expect(refused.statusCode).toBe(404);
    expect((await readTables()).entries).toMatchObject([{ workspace_id: people.free.workspaceId }]);
  });

  test('while impersonating: under both names', async () => {
    await updateWell(people.premium, { token: await impersonate(world, people.premium) });
    expect((await readTables()).records).toMatchObject([
      { updated_by: people.premium.userId, impersonator_id: people.admin.userId },
    ]);
  });
});

describe('when things happen at once', () => {
  test('each update is recorded, and the entry stands for the newest', async () => {
    const statuses = Array.from({ length: 30 }, (_, n) => STATUSES[n % STATUSES.length] ?? 'done');
    await Promise.all(statuses.map((status, n) => updateWell(people.premium, { body: { status, note: `${n}` } })));
    const { entries, records } = await readTables();
    expect(entries).toHaveLength(1);
    expect(records.map(({ note }) => Number(note)).toSorted((a, b) => a - b)).toEqual(statuses.map((_, n) => n));
    expect(records.at(-1).status).toBe(entries[0].current_status);
    expect(new Set(records.map(({ created_at }) => created_at.toISOString())).size).toBeGreaterThan(1);
    const { rows } = await world.server.services.database.pool.query(
      `select count(distinct created_at) as moments, max(created_at) = (select updated_at from status_entries) as newest
       from status_records`,
    );
    expect(rows).toEqual([{ moments: 30, newest: true }]);
  });

  test('a clock that was set back does not put a newer record before an older one', async () => {
    await updateWell(people.premium, { body: { status: 'not-done' } });
    const { pool } = world.server.services.database;
    await pool.query(`update status_entries set updated_at = '2100-01-01'`);
    await pool.query(`update status_records set created_at = '2100-01-01'`);
    const [entry] = await updateWell(people.premium);
    expect(entry).toMatchObject({ current: 'done', history: [{ status: 'not-done' }, { status: 'done' }] });
  });

  test('an item that is deleted meanwhile is 404 and nothing is left', async () => {
    const { services } = world.server;
    const deletedItem = await addItem(services, { act_id: await addAct(services) });
    const response = await callWhileDeleting(world, deletedItem, () => update(people.premium, { id: deletedItem }));
    expectFailure(response, 404, 'Compliance item not found');
    expect((await readTables()).entries).toEqual([]);
  });

  test('a connection that is killed in the middle leaves nothing: neither entry nor record', async () => {
    const { pool } = world.server.services.database;
    const blocking = await pool.connect();
    await blocking.query('begin');
    await blocking.query('lock table status_records in share mode');
    const response = update(people.premium, { expect5xx: true });
    await blocking.query('select pg_terminate_backend($1)', [await waitForLock()]);
    expect((await response).statusCode).toBe(503);
    await blocking.query('rollback');
    blocking.release();
    expect(await readTables()).toEqual({ entries: [], records: [] });
    expect(await updateWell(people.premium)).toHaveLength(1);
  });

  /** Waits until one of this database's statements waits for a lock. @returns its process */
  function waitForLock(): Promise<number> {
    return vi.waitFor(
      async () => {
        const { rows } = await world.server.services.database.pool.query(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
        return rows[0].pid;
      },
      { interval: 5, timeout: 5_000 },
    );
  }
});
