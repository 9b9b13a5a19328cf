import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../../platform/postgres/database.ts';
import { createMigrator, migrate } from '../../../platform/postgres/migrate.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

const SEED = `
  insert into acts (id, name, state, description) values (md5('act')::uuid, 'Provident Fund Act', '-', '');
  insert into compliance_items (id, act_id, title, state, sr_no, frequency)
    values (md5('item')::uuid, md5('act')::uuid, 'ECR', '-', 1, 'never');
  insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
    select md5(name)::uuid, name, 'Rao', name || '@example.in', '', '', 'premium', 'active'
    from unnest(array['asha', 'bala']) name;
  insert into workspaces (id, created_at) select md5(name)::uuid, '2026-01-01'
    from unnest(array['own', 'further', 'handed over']) name;
  insert into memberships (workspace_id, user_id, id, role)
    select md5(name)::uuid, md5('asha')::uuid, gen_random_uuid(), 'owner'
    from unnest(array['own', 'further', 'handed over']) name;
  insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed,
      company_email)
    select md5(name)::uuid, md5('company ' || name)::uuid, name, 20, 'HR', 'Pune', '-', 'India', true,
      replace(name, ' ', '-') || '@example.in'
    from unnest(array['own', 'further', 'handed over']) name;
  insert into audit_log (id, action, actor_id, subject_kind, subject_id)
    select gen_random_uuid(), 'companies.create', md5('asha')::uuid, 'companies', md5('company ' || name)::uuid
    from unnest(array['further', 'handed over']) name;
  insert into activity (workspace_id, id, at, by, what, about)
    values (md5('handed over')::uuid, gen_random_uuid(), now(), md5('asha')::uuid, 'handovers.accept', '{}');
  insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
    values (md5('own')::uuid, md5('item')::uuid, '2026-11-15', gen_random_uuid(), md5('bala')::uuid, 'done');
  insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of, waits_for,
      outcome, decided_at, decided_by, decision, filing)
    values (md5('own')::uuid, md5('record')::uuid, md5('item')::uuid, '2026-11-15', 'done', '', now(), md5('bala')::uuid,
      md5('bala')::uuid, md5('asha')::uuid, 'approved', now(), md5('asha')::uuid, '',
      '{"number": "7", "amount": 1500.5, "paidOn": "2026-11-14T00:00:00.000Z"}');
  insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by, checked_by, checked_at,
      check_note)
    values (md5('own')::uuid, md5('item')::uuid, '2026-11-15', md5('record')::uuid, 'done', '', md5('bala')::uuid,
      md5('asha')::uuid, now(), '');
  insert into payment_dates (workspace_id, compliance_item_id, id, user_id, day, amount_paise, description)
    select md5('own')::uuid, md5('item')::uuid, md5(amount::text)::uuid, md5('bala')::uuid, '2026-11-14', amount, ''
    from unnest(array[150050, 99]) amount`;

/** Of a duty that was done, undone and done again, and of one that is on hold since it was done. */
const DUTIES = `
  insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, recorded_by)
    values (md5('own')::uuid, md5('event')::uuid, 'joins', '1', '{}', 'company', '-', 'A-1', now(), md5('asha')::uuid);
  insert into event_duties (workspace_id, id, event_id, position, title, definition, standing, due_day, recorded)
    values (md5('own')::uuid, md5('again')::uuid, md5('event')::uuid, 1, 'Again', '{}', 'open', '2026-11-15', 'done'),
      (md5('own')::uuid, md5('held')::uuid, md5('event')::uuid, 2, 'Held', '{}', 'open', '2026-11-15', 'on-hold');
  insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, created_at)
    select md5('own')::uuid, ('0199f000-0000-7000-8000-00000000000' || n)::uuid, md5(duty)::uuid, status, '',
      md5('asha')::uuid, timestamptz '2026-11-10T00:00:00Z' + n * interval '1 day'
    from (values (1, 'again', 'done'), (2, 'again', 'pending'), (3, 'again', 'not-to-do'), (4, 'again', 'done'),
      (5, 'held', 'done'), (6, 'held', 'on-hold')) record (n, duty, status)`;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  const { db, pool } = database;
  await pool.query('drop schema public cascade; create schema public');
  expect((await createMigrator(db).migrateTo('0036-taking-back')).error).toBeUndefined();
  await pool.query(SEED);
  expect((await createMigrator(db).migrateTo('0045-formats')).error).toBeUndefined();
  await pool.query(DUTIES);
  await migrate(db);
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test('companies of the release before keep their addresses, but for those that somebody made for others', async () => {
  const { rows } = await database.pool.query('select company_name, contact from companies order by company_name');
  expect(rows).toEqual([
    { company_name: 'further', contact: 'further' },
    { company_name: 'handed over', contact: 'handed-over' },
    { company_name: 'own', contact: 'counts' },
  ]);
});

test('a record approved in a filing run stands on the payment that the run made', async () => {
  const { pool } = database;
  expect((await pool.query('select thing_id, record_id from approved_figures')).rows).toEqual([
    { thing_id: await idOf('150050'), record_id: await idOf('record') },
  ]);
  await expect(pool.query('delete from payment_dates where id = $1', [await idOf('150050')])).rejects.toThrow(
    /an approved record stands on row/,
  );
  await pool.query('delete from payment_dates where id = $1', [await idOf('99')]);
});

test('duties are done with since the first of the records that settled them last', async () => {
  const { rows } = await database.pool.query('select title, settled_at from event_duties order by title');
  expect(rows).toEqual([
    { title: 'Again', settled_at: new Date('2026-11-13T00:00:00Z') },
    { title: 'Held', settled_at: null },
  ]);
});

async function idOf(name: string): Promise<string> {
  return (await database.pool.query('select md5($1)::uuid as id', [name])).rows[0].id;
}
