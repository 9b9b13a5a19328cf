import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../../platform/postgres/database.ts';
import { createMigrator, migrate } from '../../../platform/postgres/migrate.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

/** A company whose rows reach into another one's, as a file could bring them in. */
const SEED = `
  insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
    select md5(name)::uuid, name, 'Rao', name || '@example.in', '', '', 'premium', 'active'
    from unnest(array['victim', 'attacker']) name;
  insert into workspaces (id, created_at) select md5('of ' || name)::uuid, '2026-01-01'
    from unnest(array['victim', 'attacker']) name;
  insert into memberships (workspace_id, user_id, id, role)
    select md5('of ' || name)::uuid, md5(name)::uuid, gen_random_uuid(), 'owner' from unnest(array['victim', 'attacker']) name;
  insert into acts (id, workspace_id, name, state, description)
    values (md5('act')::uuid, md5('of victim')::uuid, 'Secret act', '-', ''), (md5('law')::uuid, null, 'Law', '-', '');
  insert into compliance_items (id, workspace_id, act_id, title, state, sr_no, frequency)
    values (md5('item')::uuid, md5('of victim')::uuid, md5('act')::uuid, 'Secret', '-', 1, 'never'),
      (md5('holding')::uuid, md5('of attacker')::uuid, md5('act')::uuid, 'Holds it', '-', 1, 'never'),
      (md5('honest')::uuid, md5('of attacker')::uuid, md5('law')::uuid, 'Honest', '-', 2, 'never');
  insert into status_entries (workspace_id, compliance_item_id, day, id, current_status)
    select md5('of attacker')::uuid, md5(item)::uuid, '2026-11-15', gen_random_uuid(), 'done'
    from unnest(array['item', 'honest']) item;
  insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of, reason,
      outcome, decided_at, decided_by, decision, again_of)
    values (md5('of attacker')::uuid, md5('record')::uuid, md5('honest')::uuid, '2026-11-15', 'done', '', now(),
      md5('attacker')::uuid, md5('attacker')::uuid, 'gone', 'approved', now(), md5('victim')::uuid, '', md5('nothing')::uuid);
  insert into status_records (workspace_id, compliance_item_id, day, id, status, note)
    values (md5('of attacker')::uuid, md5('honest')::uuid, '2026-11-15', md5('record')::uuid, 'done', '');
  insert into payment_dates (workspace_id, compliance_item_id, id, day, amount_paise, description)
    values (md5('of attacker')::uuid, md5('item')::uuid, md5('paid')::uuid, '2026-11-14', 100, '');
  insert into approved_figures (workspace_id, thing_id, record_id, kind, figure)
    values (md5('of attacker')::uuid, md5('paid')::uuid, md5('record')::uuid, 'payment-date', 'x')`;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  await database.pool.query('drop schema public cascade; create schema public');
  expect((await createMigrator(database.db).migrateTo('0075-day-of-last-use')).error).toBeUndefined();
  await database.pool.query(SEED);
  await migrate(database.db);
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test('rows that reach into another company are taken out and kept; all others stay', async () => {
  const { rows } = await database.pool.query(
    `select "table", reason, content ->> 'title' as title from displaced_rows
     where workspace_id = md5('of attacker')::uuid order by 1`,
  );
  expect(rows).toEqual([
    { table: 'checks', reason: 'again_of names nothing of its company', title: null },
    { table: 'compliance_items', reason: 'act_id names a row of another company', title: 'Holds it' },
    { table: 'payment_dates', reason: 'compliance_item_id names a row of another company', title: null },
    { table: 'status_entries', reason: 'compliance_item_id names a row of another company', title: null },
  ]);
  const left = await database.pool.query(
    `select (select count(*)::int from status_records) as records, (select count(*)::int from checks) as checks,
       (select string_agg(title, ', ' order by title) from compliance_items) as items`,
  );
  expect(left.rows).toEqual([{ records: 1, checks: 1, items: 'Honest, Secret' }]);
});

test('whoever was reached into can delete what is theirs', async () => {
  await database.pool.query(`delete from workspaces where id = md5('of victim')::uuid`);
  const { rows } = await database.pool.query(`select name from acts`);
  expect(rows).toEqual([{ name: 'Law' }]);
});
