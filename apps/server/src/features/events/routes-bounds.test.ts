import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { DutyDefinition } from '../company-files/tables/definitions.ts';
import { type EventWorld, startEventWorld } from './event-world.fixture.ts';

let world: EventWorld;
let owner: Person;

beforeAll(async () => {
  world = await startEventWorld();
  owner = await world.addOffice();
});

afterAll(() => world.server.close());

test('each duty of the catalogue is one that a company’s file may have', async () => {
  const { rows } = await world.server.owner.query('select kind, definition from event_duty_rules');
  const faults = rows.filter(({ definition }) => !DutyDefinition.safeParse(definition).success);
  expect([rows.length > 100, faults]).toEqual([true, []]);
  const ofKinds = Map.groupBy(rows, ({ kind }) => kind);
  expect(Math.max(...[...ofKinds.values()].map(({ length }) => length))).toBeLessThanOrEqual(50);
});

test('a company with more duties than anybody has is answered with as many as a page has', async () => {
  const event = await world.record(owner);
  await world.server.owner.query(
    `insert into event_duties (workspace_id, id, event_id, position, title, definition, standing, due_day)
     select workspace_id, uuidv7(), event_id, position + copy, title,
       jsonb_set(definition, '{description}', to_jsonb(repeat('x', 2000))), 'open', due_day
     from event_duties, generate_series(100, 6000) copy
     where event_id = $1 and position = (select min(position) from event_duties where event_id = $1)`,
    [event._id],
  );
  const page = await world.call(owner, 'GET', '/events');
  expect(page.statusCode, page.body).toBe(200);
  const { data } = page.json();
  expect(data[0].duties.length + data[0].offered.length).toBe(5_000);
  const open = await world.call(owner, 'GET', '/events/duties');
  expect(open.json().data).toHaveLength(500);
  expect(open.body.length).toBeLessThan(1_000_000);
});
