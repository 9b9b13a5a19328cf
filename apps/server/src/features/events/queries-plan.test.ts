import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { type EventWorld, JOINS, startEventWorld } from './event-world.fixture.ts';

/** Events of other companies, each with its duties: with so many, reading all costs more than an index. */
const OTHERS = 5_000;

let world: EventWorld;
let owner: Person;

beforeAll(async () => {
  world = await startEventWorld();
  owner = await world.addOffice();
  await world.record(owner, JOINS);
  const client = await world.server.owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, recorded_by)
     select gen_random_uuid(), gen_random_uuid(), kind, edition, definition, visibility, state, label, happened_at, id
     from events, generate_series(1, $1)`,
    [OTHERS],
  );
  await client.query(
    `insert into event_duties (workspace_id, id, event_id, position, title, definition, standing, due_day)
     select event.workspace_id, gen_random_uuid(), event.id, position, title, duty.definition, standing, due_day
     from event_duties duty, events event where event.workspace_id <> duty.workspace_id`,
  );
  await client.query(
    `insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, created_at)
     select workspace_id, gen_random_uuid(), id, 'pending', '', id, now() from event_duties where workspace_id <> $1`,
    [owner.workspaceId],
  );
  await client.query(
    `insert into checks (workspace_id, id, duty_id, status, note, made_at, author_id, in_name_of, waits_for)
     select workspace_id, gen_random_uuid(), id, 'done', '', now(), id, id, event_id
     from event_duties where workspace_id <> $1`,
    [owner.workspaceId],
  );
  client.release(true);
  await world.server.owner.query('vacuum analyze events, event_duties, event_duty_records, checks');
});

afterAll(() => world.server.close());

/** The statements about events that a call runs. */
async function listStatements(path: string): Promise<{ text: string; values: unknown[] }[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await world.call(owner, 'GET', path)).statusCode).toBe(200);
    return spy.mock.calls.flatMap(([query, values]: readonly unknown[]) => {
      const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
      return /\b(events|event_duties|checks)\b/.test(String(text))
        ? [{ text: String(text), values: valuesOf(query) ?? valuesOf({ values }) ?? [] }]
        : [];
    });
  } finally {
    spy.mockRestore();
  }
}

function valuesOf(query: unknown): unknown[] | undefined {
  const { values } = typeof query === 'object' && query !== null && 'values' in query ? query : { values: undefined };
  return Array.isArray(values) ? values : undefined;
}

test.each([
  ...['/events', '/events?closed=false', '/events/duties', '/checks', '/notifications'],
  ...['/companies', '/companies/agenda', '/companies/report'],
])('%s reads its own company alone', async (path) => {
  const statements = await listStatements(path);
  expect(statements.length).toBeGreaterThan(0);
  for (const { text, values } of statements) {
    const { rows } = await world.server.owner.query(`explain ${text}`, values);
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(plan, text).not.toMatch(/Seq Scan on (events|event_duties|event_duty_records|checks)/);
  }
});
