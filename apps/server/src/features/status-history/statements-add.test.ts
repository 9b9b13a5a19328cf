import type { StatusEntry } from '@anupalan/contract/status-history';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { callWhileHeld } from '../../../test/locks.ts';
import type { Person } from '../../../test/people.ts';
import { expectFailure, forget, startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';
import { ADD_AND_READ } from './statements-add.ts';

const DAY = '2026-12-15';

let world: TrackedWorld;
let people: TrackedWorld['people'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people } = world);
});

beforeEach(() => forget(world, 'status_entries'));

afterAll(() => world.server.close());

function send(person: Person, what: 'status' | 'note', body: object = {}) {
  const url = `/api/compliance/data/${world.items.one}/${what}`;
  const payload = { userId: person.userId, status: 'done', forDate: DAY, note: 'Filed', ...body };
  return world.server.call({ method: 'PATCH', url, token: person.token, payload });
}

/** The names of the statements that a call runs, each of which is a round trip to the database. */
async function countStatements(call: () => Promise<{ statusCode: number }>): Promise<unknown[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await call()).statusCode).toBe(200);
    return query.mock.calls.map(([config]) => (typeof config === 'object' ? Reflect.get(config, 'name') : config));
  } finally {
    query.mockRestore();
  }
}

describe('the round trips of a call', () => {
  const SESSION = 'session-by-token';

  test.each([
    ['premium', 'status', 'add-and-read-premium'],
    ['premium', 'note', 'add-and-read-premium'],
    ['free', 'status', 'add-and-read-free'],
  ] as const)('%s, %s: the session with the versions, and the write with what is answered', async (who, what, name) => {
    await send(people[who], what);
    expect(await countStatements(() => send(people[who], what))).toEqual([SESSION, name]);
    expect(await countStatements(() => send(people[who], what))).toEqual([SESSION, name]);
  });

  test('an administrator, whose answer has everybody’s entries: one more', async () => {
    await send(people.admin, 'status');
    expect(await countStatements(() => send(people.admin, 'status'))).toEqual([
      SESSION,
      'add-record',
      'status-history-administrator-every',
    ]);
  });

  test('after the settings or the catalogue were changed: what was changed, once', async () => {
    const { owner } = world.server;
    const ask = () => countStatements(() => send(people.premium, 'status'));
    await ask();
    await owner.query('update companies set city = city where workspace_id = $1', [people.premium.workspaceId]);
    expect(await ask()).toEqual([SESSION, 'settings', 'add-and-read-premium']);
    await owner.query('update compliance_items set title = title');
    expect(await ask()).toEqual([SESSION, 'settings', 'rules-of-catalogue', 'add-and-read-premium']);
    expect(await ask()).toEqual([SESSION, 'add-and-read-premium']);
  });
});

describe('what a colleague records for the same day at the same moment', () => {
  const begin = `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
    values ($1, $2, '${DAY}', uuidv7(), null, 'on-hold') returning *`;
  const change = `update status_entries set current_status = 'on-hold', updated_at = now() + interval '1 second'
    where workspace_id = $1 and compliance_item_id = $2 returning *`;

  test.each([
    ['begins the entry', begin, ['theirs', 'mine']],
    ['changes it', change, ['before', 'theirs', 'mine']],
  ])('%s: is in the answer too', async (_, write, expected) => {
    if (write === change) await send(people.premium, 'status', { note: 'before' });
    const theirs = `with entry as (${write})
      insert into status_records (workspace_id, compliance_item_id, day, id, status, note, created_at)
      select workspace_id, compliance_item_id, day, uuidv7(), 'on-hold', 'theirs', updated_at from entry`;
    const held = [theirs, people.premium.workspaceId, world.items.one] as const;
    const [answer] = await callWhileHeld(world.server, held, () => [send(people.premium, 'status', { note: 'mine' })]);
    if (!answer) throw new Error('The call has no answer');
    const [entry, ...others]: StatusEntry[] = answer.json().data.statusHistory;
    expect(others).toEqual([]);
    expect(entry?.current).toBe('done');
    expect(entry?.history.map(({ note }) => note)).toEqual(expected);
  });

  test('and fills the day: it takes no more', async () => {
    await send(people.premium, 'status');
    const fill = `with entry as (${change})
      insert into status_records (workspace_id, compliance_item_id, day, id, status)
      select workspace_id, compliance_item_id, day, uuidv7(), 'done' from entry, generate_series(2, 200)`;
    const held = [fill, people.premium.workspaceId, world.items.one] as const;
    const [answer] = await callWhileHeld(world.server, held, () => [send(people.premium, 'status')]);
    if (!answer) throw new Error('The call has no answer');
    expectFailure(answer, 409, 'This day already has 200 records');
  });
});

test('an update says one moment of the entry and its record', async () => {
  const [entry]: StatusEntry[] = (await send(people.premium, 'status')).json().data.statusHistory;
  expect(new Set([entry?.createdAt, entry?.updatedAt, entry?.history[0]?.updatedAt]).size).toBe(1);
});

test.each(Object.values(ADD_AND_READ))('$name finds everything by the keys of item and day', async ({ text }) => {
  const client = await world.server.owner.connect();
  try {
    // In tables as small as these, reading all of one is cheaper than any index.
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query({ text: `explain (generic_plan) ${text}`, rowMode: 'array' });
    const plan = rows.flat().join('\n');
    expect(plan).not.toContain('Seq Scan');
    const own = /Index Cond: \(\(workspace_id = \$1\) AND \(compliance_item_id = \$2\)/g;
    expect(plan.match(own)?.length).toBeGreaterThanOrEqual(2);
  } finally {
    client.release(true);
  }
});
