import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from './database.ts';
import { generateDatabaseSchema } from './schema/generate-database-schema.ts';
import { printSchema } from './schema/print-schema.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test('the types of the tables are those of the migrated schema (`npx vitest run -u` writes them anew)', async () => {
  await expect(await generateDatabaseSchema(database.db)).toMatchFileSnapshot('./database-schema.ts');
});

test('schema.sql is the migrated schema (`npx vitest run database-schema -u` writes it anew)', async () => {
  await expect(await printSchema(database.db)).toMatchFileSnapshot('../../../schema.sql');
});

describe('append-only tables refuse to forget', () => {
  const rows = {
    audit_log: `insert into audit_log (id, action, subject_kind) values (gen_random_uuid(), 'tested', 'nothing')`,
    ledger: `insert into ledger (id, kind, user_id) values (gen_random_uuid(), 'tested', gen_random_uuid())`,
  };

  test.each(Object.entries(rows))('%s', async (table, insert) => {
    await database.pool.query(insert);
    for (const change of [`update ${table} set details = '{}'`, `delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(database.pool.query(change), change).rejects.toThrow(`${table} is append-only`);
    }
  });
});

test('every foreign key is led by an index, so that deleting what it points to never scans a table', async () => {
  // An index may leave out the rows that point to nothing.
  const { rows } = await database.pool.query(`
    select c.conrelid::regclass || ' ' || c.conname as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid
          and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true)
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`);
  expect(rows).toEqual([]);
});

test('workspace_id leads the primary key of everything a workspace owns', async () => {
  const { rows } = await database.pool.query(`
    select a.attrelid::regclass::text as "table"
    from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attname = 'workspace_id' and not a.attisdropped and i.indkey[0] <> a.attnum
      and a.attrelid::regclass::text not in ('users', 'orders', 'messages', 'calendar_feeds', 'files')
      and not (a.attrelid::regclass::text in ('acts', 'compliance_items', 'compliance_values') and not a.attnotnull)`);
  expect(rows).toEqual([]);
});
