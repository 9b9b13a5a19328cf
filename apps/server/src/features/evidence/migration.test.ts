import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../platform/postgres/database.ts';
import { createMigrator, migrate } from '../../platform/postgres/migrate.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
/** The transaction that wrote each file. */
let written: unknown[];

const WRITTEN = 'select id, verdict, xmin::text from files';

/** Files by name, what each replaces, and which were removed, as the release before kept them. */
const SEED = `
  insert into workspaces (id, frozen_from) select md5(name)::uuid, now() from unnest(array['one', 'two']) name;
  insert into files (id, workspace_id, purpose, media_type, size, sha256, place, verdict, whole_at)
    values (md5('bytes')::uuid, md5('one')::uuid, 'evidence', 'application/pdf', 1, sha256('x'), 'postgres', 'clean', now());
  insert into evidence (workspace_id, id, subject_kind, subject_id, replaces, name, type, media_type, size, sha256, by,
      attached_at, removed_at, removed_by, removed_reason)
    select md5(company)::uuid, md5(name)::uuid, 'registration', md5('subject')::uuid, md5(replaces)::uuid, name, 'pdf',
      'application/pdf', 1, sha256(name::bytea), md5('asha')::uuid, now(),
      case when removed then now() end, case when removed then md5('asha')::uuid end, case when removed then '' end
    from (values
      ('one', 'alone', null, false),
      ('one', 'first', null, false), ('one', 'revision', 'first', false),
      ('one', 'a', null, false), ('one', 'b', 'a', true), ('one', 'c', 'b', true), ('one', 'd', 'c', false),
      ('one', 'back', null, false), ('one', 'withdrawn', 'back', true),
      ('one', 'twice', null, false), ('one', 'wrong', 'twice', true), ('one', 'right', 'twice', false),
      ('two', 'elsewhere', 'alone', false)) file (company, name, replaces, removed)`;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  const { db, pool } = database;
  await pool.query('drop schema public cascade; create schema public');
  expect((await createMigrator(db).migrateTo('0062-mail-log')).error).toBeUndefined();
  await pool.query(SEED);
  written = (await pool.query(WRITTEN)).rows;
  await migrate(db);
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test('what took the place of a file before is known, through revisions that were removed', async () => {
  const { rows } = await database.pool.query(`
    select file.name, later.name as later from evidence file
      join evidence later on (later.workspace_id, later.id) = (file.workspace_id, file.replaced_by)
    order by file.name`);
  expect(rows).toEqual([
    { name: 'a', later: 'd' },
    { name: 'b', later: 'd' },
    { name: 'c', later: 'd' },
    { name: 'first', later: 'revision' },
    { name: 'twice', later: 'right' },
  ]);
  // Nothing names what isn't there.
  const linked = await database.pool.query('select from evidence where replaced_by is not null');
  expect(linked.rowCount).toBe(rows.length);
});

test('of the files of the release before no row is written or looked at, and a scanner finds them', async () => {
  const { pool } = database;
  expect((await pool.query(WRITTEN)).rows).toEqual(written);
  const rule = `select convalidated as "isProven" from pg_constraint where conname = 'files_verdict_check'`;
  expect((await pool.query(rule)).rows).toEqual([{ isProven: false }]);
  await expect(pool.query(`update files set verdict = 'unknown'`)).rejects.toThrow('files_verdict_check');
  const found = await pool.query(`
    select id from files where verdict = 'clean' and purpose in ('evidence', 'hr-document', 'job-posting')`);
  expect(found.rowCount).toBe(1);
});
