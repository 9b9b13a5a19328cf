import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listenTo } from '../test/live.ts';
import { startTrackedWorld, type TrackedWorld } from '../test/tracked.ts';
import { TransactionPooler } from './platform/postgres/transaction-pooler.fixture.ts';

/*
 * The server with a pooler that gives each transaction another session (`DATABASE_DIRECT_URL`): what it does by sessions
 * goes past the pooler, and everything else counts on none.
 */

let world: TrackedWorld;
let pooler: TransactionPooler;

beforeAll(async () => {
  world = await startTrackedWorld({
    pooler: async (url) => {
      pooler = await TransactionPooler.open(url);
      return pooler.url;
    },
  });
});

afterAll(async () => {
  await world.server.close();
  await pooler.close();
});

test('many calls at once read and write, in sessions that they share', async () => {
  const { server, items } = world;
  const person = world.people.premium;
  const days = Array.from({ length: 12 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);
  const answers = await Promise.all(
    days.flatMap((forDate) => [
      server.call({
        method: 'PATCH',
        url: `/api/compliance/data/${items.one}/status`,
        token: person.token,
        payload: { userId: person.userId, forDate, status: 'done', note: forDate },
      }),
      server.call({ url: '/api/compliance/data', token: person.token }),
      server.call({ method: 'PUT', url: '/api/users/profile', token: person.token, payload: { firstName: 'Asha' } }),
    ]),
  );
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([]);
  const { rows } = await server.owner.query(
    `select to_char(day, 'YYYY-MM-DD') as day from status_records where note = to_char(day, 'YYYY-MM-DD') order by day`,
  );
  expect(rows.map(({ day }) => day)).toEqual(days);
});

test('who listens hears of a change', async () => {
  const { server, items } = world;
  const person = world.people.premium;
  const { heard, ended, leave } = await listenTo(server, person.token);
  await server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${items.one}/note`,
    token: person.token,
    payload: { userId: person.userId, forDate: '2026-10-20', note: 'heard' },
  });
  await vi.waitFor(() => expect(JSON.stringify(heard)).toContain('tracker'));
  leave();
  await ended.catch(() => {});
});
