import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { listStatusHistory, updateStatus } from '@anupalan/contract/status-history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addManyDays } from '../../../test/status-entries.ts';
import { findListed, startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';

const TODAY = '2026-11-21';
const DAYS = 60;
const NOTE = 'Challan paid. '.repeat(36).trim();

let world: TrackedWorld;
let people: TrackedWorld['people'];
let item: string;

/** Sixty days of one item have two hundred records each, with long notes; of two people. */
beforeAll(async () => {
  world = await startTrackedWorld();
  ({ people } = world);
  item = world.items.one;
  const { services } = world.server;
  for (const person of [people.premium, people.free]) {
    await addManyDays(world.server, person, { items: [item], until: TODAY, count: DAYS, note: null });
  }
  await services.database.pool.query(
    `insert into status_records (workspace_id, compliance_item_id, day, id, status, note, created_at)
     select workspace_id, compliance_item_id, day, uuidv7(), 'done', $1 || ' ' || n, now() + n * interval '1 second'
     from status_entries, generate_series(1, 200) n`,
    [NOTE],
  );
});

afterAll(() => world.server.close());

test.each(['premium', 'free'] as const)('%s: the list has the newest record of each day', async (who) => {
  const listed: ComplianceItem = await findListed(world, people[who], item);
  expect(listed.statusHistoryCut).toBe('records');
  expect(listed.statusHistory).toHaveLength(DAYS);
  expect(listed.statusHistory.map(({ history }) => history.map(({ note }) => note))).toEqual(
    Array.from({ length: DAYS }, () => [`${NOTE} 200`]),
  );
});

test('an administrator gets the newest record of each day of everybody, named', async () => {
  const listed: ComplianceItem = await findListed(world, people.admin, item);
  expect(listed).toMatchObject({ statusHistoryCut: 'records', statusHistoryTotal: 2 * DAYS });
  expect(listed.statusHistory).toHaveLength(100);
  expect(listed.statusHistory.every(({ history }) => history.length === 1)).toBe(true);
  expect(listed.statusHistory[0]).toMatchObject({ isOwn: false, userName: 'Asha Rao' });
});

test('a status that is recorded answers with the newest record of each day, its own among them', async () => {
  const { userId, token } = people.premium;
  const payload = { userId, status: 'on-hold', forDate: '2031-01-01', note: 'Much later' };
  const response = await world.server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${item}/status`,
    token,
    payload,
  });
  const { statusHistory } = updateStatus.answers[200].parse(response.json()).data;
  expect(statusHistory).toHaveLength(DAYS + 1);
  expect(statusHistory.every(({ history }) => history.length === 1)).toBe(true);
  expect(statusHistory.at(-1)).toMatchObject({ current: 'on-hold', history: [{ note: 'Much later' }] });
});

test.each(['premium', 'admin'] as const)('%s: a page has every record, its later notes cut', async (who) => {
  const url = `/api/compliance/data/${item}/status-history`;
  const response = await world.server.call({ url, token: people[who].token });
  const records = listStatusHistory.answers[200]
    .parse(response.json())
    .data.statusHistory.flatMap(({ history }) => history);
  expect(records.length).toBeGreaterThanOrEqual(DAYS * 200);
  const notes = records.map(({ note }) => note).filter((note) => note !== 'Much later');
  expect(notes.slice(0, 2)).toEqual([`${NOTE} 1`, `${NOTE} 2`]);
  expect(notes.at(-1)).toBe(`${NOTE.slice(0, 100)}…`);
  expect(notes.reduce((sum, note) => sum + note.length, 0)).toBeLessThan(6_000_000);
});
