import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebhookWorld } from './webhook-calls.fixture.ts';

/** Rows of other companies: with so many, reading all costs more than an index. */
const OTHERS = 20_000;

let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
  await hooks.addWell(hooks.world.people.premium);
  const client = await hooks.world.server.owner.connect();
  await client.query('set session_replication_role = replica');
  const series = `from generate_series(1, ${OTHERS})`;
  for (const statement of [
    `insert into status_records (workspace_id, compliance_item_id, day, id, status)
     select gen_random_uuid(), gen_random_uuid(), '2026-11-20', gen_random_uuid(), 'done' ${series}`,
    `insert into activity (workspace_id, id, what, about)
     select gen_random_uuid(), gen_random_uuid(), 'facts.answer', '{}' ${series}`,
    `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, recorded_by)
     select gen_random_uuid(), gen_random_uuid(), 'x', 'x', '{}', 'company', '-', 'x', now(), gen_random_uuid() ${series}`,
    `insert into event_duties (workspace_id, id, event_id, position, title, definition, standing)
     select workspace_id, gen_random_uuid(), id, 1, 'x', '{}', 'open' from events`,
    `insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, created_at)
     select workspace_id, gen_random_uuid(), id, 'done', '', id, now() from event_duties`,
    `insert into checks (workspace_id, id, duty_id, status, note, made_at, author_id, in_name_of, waits_for)
     select workspace_id, gen_random_uuid(), id, 'done', '', now(), id, id, event_id from event_duties`,
  ]) {
    await client.query(statement);
  }
  client.release(true);
  await hooks.world.server.owner.query(
    'vacuum analyze status_records, activity, events, event_duties, event_duty_records, checks, webhooks',
  );
});

afterAll(() => hooks.close());

test('what happened is read of the company alone, by one statement', async () => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await hooks.find();
  const asked = spy.mock.calls.map(([text, values]: readonly unknown[]) => ({ text: String(text), values }));
  spy.mockRestore();
  const [statement, ...more] = asked.filter(({ text }) => text.includes('status_records'));
  expect(more).toEqual([]);
  const values = Array.isArray(statement?.values) ? statement.values : [];
  const { rows } = await hooks.world.server.owner.query(`explain ${statement?.text}`, values);
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(plan).not.toMatch(/Seq Scan on (status_records|activity|events|event_duties|event_duty_records|checks)/);
});
