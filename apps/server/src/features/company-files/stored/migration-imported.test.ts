import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../../platform/postgres/database.ts';
import { createMigrator, migrate } from '../../../platform/postgres/migrate.ts';

/*
 * What came with a company's file before rows said so is marked by the transaction that took the file in
 * (R-company-files-8).
 */

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

/** One company that was taken in, and one that says so without having been. */
const COMPANIES = `
  insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
    values (md5('owner')::uuid, 'Asha', 'Rao', 'asha@example.in', '', '', 'premium', 'active');
  insert into workspaces (id, created_at) select md5(name)::uuid, '2026-01-01' from unnest(array['taken', 'own']) name;
  insert into memberships (workspace_id, user_id, id, role)
    select md5(name)::uuid, md5('owner')::uuid, gen_random_uuid(), 'owner' from unnest(array['taken', 'own']) name;
  insert into acts (id, name, state, description) values (md5('law')::uuid, 'Law', '-', '');
  insert into compliance_items (id, act_id, title, state, sr_no, frequency)
    values (md5('item')::uuid, md5('law')::uuid, 'ECR', '-', 1, 'never');
  insert into imported_companies (workspace_id, company_name, fingerprint, imported_by, made_at, manifest)
    values (md5('taken')::uuid, 'Mills', 'x', md5('owner')::uuid, now(), sha256('x'));
  insert into status_entries (workspace_id, compliance_item_id, day, id, current_status)
    select md5(name)::uuid, md5('item')::uuid, '2026-11-15', gen_random_uuid(), 'done'
    from unnest(array['taken', 'own']) name`;

/** Rows of each kind, and the event that says that a file was taken in, as one transaction writes them. */
const rowsOf = (workspace: string, name: string, what: string) => `
  begin;
  insert into activity (workspace_id, id, what, about)
    values (md5('${workspace}')::uuid, md5('event ${name}')::uuid, 'status.record', '{}'),
      (md5('${workspace}')::uuid, md5('telling ${name}')::uuid, '${what}', '{}');
  insert into status_records (workspace_id, compliance_item_id, day, id, status, note)
    values (md5('${workspace}')::uuid, md5('item')::uuid, '2026-11-15', md5('record ${name}')::uuid, 'done', '');
  insert into payment_dates (workspace_id, compliance_item_id, id, day, amount_paise, description)
    values (md5('${workspace}')::uuid, md5('item')::uuid, md5('paid ${name}')::uuid, '2026-11-14', 100, '');
  insert into submission_dates (workspace_id, compliance_item_id, id, day, description)
    values (md5('${workspace}')::uuid, md5('item')::uuid, md5('sent ${name}')::uuid, '2026-11-14', 'By post');
  commit`;

const CHECKS = `
  insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of, reason, outcome)
    select md5(workspace)::uuid, md5('check ' || name)::uuid, md5('item')::uuid, '2026-11-15', 'done', '', made_at,
      md5('owner')::uuid, md5('owner')::uuid, 'gone', outcome
    from (values ('taken', 'of the file', '2019-01-01'::timestamptz, null), ('taken', 'made here', now(), 'replaced'),
      ('taken', 'of 2190', '2190-01-01', 'replaced'), ('own', 'of a liar', '2019-01-01', null))
      made (workspace, name, made_at, outcome)`;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  await database.pool.query('drop schema public cascade; create schema public');
  expect((await createMigrator(database.db).migrateTo('0075-day-of-last-use')).error).toBeUndefined();
  await database.pool.query(COMPANIES);
  await database.pool.query(rowsOf('taken', 'of the file', 'company-files.take-in'));
  await database.pool.query(rowsOf('taken', 'made here', 'company.edit'));
  await database.pool.query(rowsOf('own', 'of a liar', 'company-files.take-in'));
  await database.pool.query(CHECKS);
  await migrate(database.db);
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test.each([
  ['activity', 'event'],
  ['status_records', 'record'],
  ['payment_dates', 'paid'],
  ['submission_dates', 'sent'],
])('rows of %s that came with the file are marked, and no others', async (table, kind) => {
  const { rows } = await database.pool.query(
    `select name from ${table} row, unnest(array['of the file', 'made here', 'of a liar']) name
     where row.id = md5('${kind} ' || name)::uuid and row.imported`,
  );
  expect(rows).toEqual([{ name: 'of the file' }]);
});

test('checks that were made before the company came, or that say so of the future, are marked', async () => {
  const { rows } = await database.pool.query(
    `select name from checks made, unnest(array['of the file', 'made here', 'of 2190', 'of a liar']) name
     where made.id = md5('check ' || name)::uuid and made.imported order by name`,
  );
  expect(rows).toEqual([{ name: 'of 2190' }, { name: 'of the file' }]);
});

test('the event of taking it in happened here', async () => {
  const { rows } = await database.pool.query(
    `select imported from activity where id = md5('telling of the file')::uuid`,
  );
  expect(rows).toEqual([{ imported: false }]);
});
