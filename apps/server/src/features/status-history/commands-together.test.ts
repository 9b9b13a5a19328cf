import type { StatusEntry } from '@anupalan/contract/status-history';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callWhileHeld } from '../../../test/locks.ts';
import type { Person } from '../../../test/people.ts';
import { expectFailure, forget, startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';

const DAY = '2026-12-15';

let world: TrackedWorld;
let people: TrackedWorld['people'];

beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people } = world);
});

beforeEach(() => forget(world, 'status_entries'));

afterAll(() => world.server.close());

function send(person: Person, body: object = {}) {
  const url = `/api/compliance/data/${world.items.one}/status`;
  const payload = { userId: person.userId, status: 'done', forDate: DAY, note: 'Filed', ...body };
  return world.server.call({ method: 'PATCH', url, token: person.token, payload });
}

describe('what a colleague records for the same day at the same moment', () => {
  const begin = `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
    values ($1, $2, '${DAY}', uuidv7(), null, 'on-hold') returning *`;
  const change = `update status_entries set current_status = 'on-hold', updated_at = now() + interval '1 second'
    where workspace_id = $1 and compliance_item_id = $2 returning *`;

  test.each([
    ['begins the entry', begin, ['theirs', 'mine']],
    ['changes it', change, ['before', 'theirs', 'mine']],
  ])('%s: is in the answer too', async (_, write, expected) => {
    if (write === change) await send(people.premium, { note: 'before' });
    const theirs = `with entry as (${write})
      insert into status_records (workspace_id, compliance_item_id, day, id, status, note, created_at)
      select workspace_id, compliance_item_id, day, uuidv7(), 'on-hold', 'theirs', updated_at from entry`;
    const held = [theirs, people.premium.workspaceId, world.items.one] as const;
    const [answer] = await callWhileHeld(world.server, held, () => [send(people.premium, { note: 'mine' })]);
    if (!answer) throw new Error('The call has no answer');
    const [entry, ...others]: StatusEntry[] = answer.json().data.statusHistory;
    expect(others).toEqual([]);
    expect(entry?.current).toBe('done');
    expect(entry?.history.map(({ note }) => note)).toEqual(expected);
  });

  test('and fills the day: it takes no more', async () => {
    await send(people.premium);
    const fill = `with entry as (${change})
      insert into status_records (workspace_id, compliance_item_id, day, id, status)
      select workspace_id, compliance_item_id, day, uuidv7(), 'done' from entry, generate_series(2, 200)`;
    const held = [fill, people.premium.workspaceId, world.items.one] as const;
    const [answer] = await callWhileHeld(world.server, held, () => [send(people.premium)]);
    if (!answer) throw new Error('The call has no answer');
    expectFailure(answer, 409, 'This day already has 200 records');
  });
});

test('an update says one moment of the entry and its record', async () => {
  const [entry]: StatusEntry[] = (await send(people.premium)).json().data.statusHistory;
  expect(new Set([entry?.createdAt, entry?.updatedAt, entry?.history[0]?.updatedAt]).size).toBe(1);
});
