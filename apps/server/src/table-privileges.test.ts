import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { prepareDatabase } from './prepare-database.ts';
import { TABLE_PRIVILEGES } from './table-privileges.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

const asServer = (statement: string) => server.services.database.pool.query(statement);

test('every table has its privileges decided, and the server has exactly those', async () => {
  const { rows } = await asServer(`
    select c.relname as name, array_agg(p order by p) filter (where has_table_privilege(c.oid, p)) as held
    from pg_class c cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1`);
  const held = Object.fromEntries(rows.map(({ name, held }) => [name, held ?? []]));
  const { kysely_migration, kysely_migration_lock, ...tables } = held;
  expect([kysely_migration, kysely_migration_lock]).toEqual([[], []]);
  expect(tables).toEqual(
    Object.fromEntries(Object.entries(TABLE_PRIVILEGES).map(([name, privileges]) => [name, privileges.toSorted()])),
  );
});

test('the tables that refuse to forget by a trigger are those that the server may only add to', async () => {
  const { rows } = await asServer(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' order by 1`,
  );
  const appended = Object.entries(TABLE_PRIVILEGES).filter(([, privileges]) => !privileges.some(changes));
  expect(rows.map(({ name }) => name)).toEqual(appended.map(([name]) => name).sort());
});

function changes(privilege: string): boolean {
  return privilege === 'update' || privilege === 'delete';
}

describe('who takes the server over can not rewrite the books', () => {
  test.each([
    'alter table audit_log disable trigger append_only',
    'alter table audit_log disable trigger all',
    'drop trigger append_only on ledger',
    'drop table receipts',
    'delete from audit_log',
    'update ledger set amount_paise = 0',
    'update receipts set amount_paise = 1',
    'truncate audit_log',
    'truncate users cascade',
    'delete from orders',
    'create table mine ()',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'alter table users owner to current_user',
    "set session_replication_role = 'replica'",
    'select * from kysely_migration',
    "copy users to program 'cat'",
    "select pg_read_file('/etc/passwd')",
    'create extension file_fdw',
    'drop schema pgboss cascade',
  ])('%s', async (statement) => {
    await expect(asServer(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42P17)$/) });
  });
});

test('a role that owns the tables is no role for the server: one line', async () => {
  const url = server.services.config.databaseUrl ?? '';
  const urls = { url: `${server.ownerUrl}&application_name=other`, ownerUrl: server.ownerUrl };
  await expect(prepareDatabase(urls, server.services.log)).rejects.toThrow(
    /^DATABASE_URL connects as anupalan_owner, a superuser or an owner of the tables/,
  );
  await prepareDatabase({ url, ownerUrl: server.ownerUrl }, server.services.log);
});

test('instances that start at once give the same privileges, and take away what was given besides', async () => {
  await server.owner.query('grant delete on audit_log to anupalan_app');
  const urls = { url: server.services.config.databaseUrl ?? '', ownerUrl: server.ownerUrl };
  await Promise.all([1, 2, 3].map(() => prepareDatabase(urls, server.services.log)));
  await expect(asServer('delete from audit_log')).rejects.toMatchObject({ code: '42501' });
});
