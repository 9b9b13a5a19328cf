import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutyOf, type EventWorld, JOINS, pathOf, startEventWorld } from '../../events/event-world.fixture.ts';
import { sealRound } from './commands-rounds.ts';

let world: EventWorld;

beforeAll(async () => {
  world = await startEventWorld();
});

afterAll(() => world.server.close());

test('a free company’s file has the newest status of a duty alone, as of an obligation', async () => {
  const owner = await world.addOffice();
  const event = await world.record(owner, JOINS);
  for (const status of ['not-done', 'done']) {
    const address = `${pathOf(event, dutyOf(event, 'join-epf-return'))}/status`;
    expect((await world.call(owner, 'PATCH', address, { status })).statusCode).toBe(200);
  }
  await sealRound(world.server.services.database.db);
  const statuses = async () => {
    const { body } = await world.call(owner, 'GET', '/activity/file');
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const duties = lines.filter(({ event }) => event?.source === 'duty');
    return duties.map(({ contents }) => contents.status.value);
  };
  expect(await statuses()).toEqual(['not-done', 'done']);
  await world.server.owner.query(`update users set role = 'user' where id = $1`, [owner.userId]);
  expect(await statuses()).toEqual(['done']);
});
