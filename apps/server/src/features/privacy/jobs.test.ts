import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { listJobs } from '../../compose.ts';
import { deleteOldData } from './commands-delete-old.ts';
import { RETENTION, RETENTION_JOB } from './commands-retention.ts';
import { HELD, PARTS } from './queries-held.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../../../../docs/topics/retention.md');

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('what is older than we keep it goes, and what is a day younger stays', async () => {
  const { pool } = server.services.database;
  for (const days of [29, 31, 179, 181, 364, 366]) {
    await pool.query(
      `insert into contact_messages (id, name, email, subject, message, created_at)
       values (uuidv7(), $1::int::text, 'a@example.in', 'general', 'Hello there', now() - make_interval(days => $1::int))`,
      [days],
    );
    await pool.query(
      `insert into job_postings select (jsonb_populate_record(null::job_postings, jsonb_object_agg(column_name,
         case column_name when 'id' then uuidv7()::text when 'handled_at' then null
           when 'created_at' then (now() - make_interval(days => $1::int))::text else $1::int::text end))).*
       from information_schema.columns where table_name = 'job_postings'`,
      [days],
    );
    await pool.query(
      `insert into outgoing_mail (id, to_address, subject, text, html, sent_at)
       values (uuidv7(), $1::int::text, '', '', '', now() - make_interval(days => $1::int))`,
      [days],
    );
  }
  await listJobs(server.services)
    .find(({ queue }) => queue === RETENTION_JOB)
    ?.run(undefined);
  const { rows } = await pool.query(`select
    (select array_agg(name::int order by name::int) from contact_messages) as messages,
    (select array_agg(job_title::int order by job_title::int) from job_postings) as postings,
    (select array_agg(to_address::int order by to_address::int) from outgoing_mail) as mails`);
  expect(rows).toEqual([{ messages: [29, 31, 179, 181, 364], postings: [29, 31, 179], mails: [29] }]);
});

test('of what one night may end very much of, no statement deletes all', async () => {
  const { services } = server;
  const { userId, workspaceId } = await addPerson(services, { company: { employeeCount: 20, state: 'Kerala' } });
  const item = await addItem(services, { act_id: await addAct(services), title: 'Return' });
  const webhook = randomUUID();
  const add = (text: string, ...values: string[]) =>
    server.owner.query(
      `with days as (select n from (values (29)) kept (n) union select * from generate_series(401, 5401)) ${text}`,
      values,
    );
  await server.owner.query(
    `insert into webhooks (workspace_id, id, address, events, secret, made_by)
     values ($1, $2, 'https://example.in', '{note.added}', '', $3)`,
    [workspaceId, webhook, userId],
  );
  await add(
    `insert into webhook_calls (workspace_id, webhook_id, id, event_key, event, data, happened_at, made_at, state)
     select $1, $2, uuidv7(), n, 'note.added', '{}', now(), now() - make_interval(days => n), 'failed' from days`,
    workspaceId,
    webhook,
  );
  await add(
    `insert into filing_links (
       workspace_id, compliance_item_id, day, user_id, message_id, token_hash, standing, expires_at)
     select $1, $2, current_date, $3, gen_random_uuid(), n::text::bytea, '', now() - make_interval(days => n) from days`,
    workspaceId,
    item,
    userId,
  );
  await add(
    `insert into messages (id, user_id, channel, kind, key, send_after)
     select uuidv7(make_interval(days => -n)), $1, 'mail', 'digest', n, now() from days`,
    userId,
  );
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await deleteOldData(services.database.db, services.log);
  const statements = asked.mock.calls.map((sent) => JSON.stringify(sent));
  asked.mockRestore();
  for (const table of ['webhook_calls', 'filing_links', 'messages']) {
    const deletions = statements.filter((text) => text.includes(`delete from ${table} `));
    const { rowCount } = await server.owner.query(`select from ${table}`);
    expect([table, deletions.length, rowCount]).toEqual([table, 2, 1]);
  }
});

test('how long is decided for every table with personal data, and the jobs exist', () => {
  const decided = new Set(RETENTION.flatMap(({ tables }) => tables));
  expect(PARTS.map(({ table }) => table).filter((table) => !decided.has(table))).toEqual([]);
  expect([...decided].filter((table) => !(table in HELD))).toEqual([]);
  const jobs = new Set([...listJobs(server.services).map(({ queue }) => queue), 'pg-boss', null]);
  expect(RETENTION.filter(({ job }) => !jobs.has(job))).toEqual([]);
});

test('the document says what the jobs do', () => {
  const lines = RETENTION.map(
    ({ what, howLong, why, job }) => `| ${what} | ${howLong} | ${why} | ${job === null ? '' : `\`${job}\``} |`,
  );
  const table = ['| what | how long | why | ended by |', '|---|---|---|---|', ...lines].join('\n');
  expect(readFileSync(DOCUMENT, 'utf8')).toContain(`\n${table}\n`);
});
