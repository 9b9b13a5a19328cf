import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endInstances, type Instance, query, startInstance } from '../../../test/postgres-instance.ts';
import { findRunningPostgres } from './start.ts';

let home: string;
let dataDir: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'anupalan-roles-'));
  dataDir = join(home, 'data');
});

afterEach(endInstances);

afterAll(() => rm(home, { recursive: true }));

const start = () => startInstance(dataDir, { throwaway: true });

async function as(role: 'superuser' | 'owner' | 'server', text: string) {
  return (await query((await findRunningPostgres(dataDir, role)) ?? '', text)).rows;
}

test('neither the server nor the owner of the tables is a superuser, or may make roles or databases', async () => {
  const instance = await start();
  const roles = await as(
    'superuser',
    `select rolname, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powers
     from pg_roles where rolcanlogin order by 1`,
  );
  expect(roles).toEqual([
    { rolname: 'anupalan', powers: true },
    { rolname: 'anupalan_app', powers: false },
    { rolname: 'anupalan_owner', powers: false },
  ]);
  expect(await as('server', 'select current_user::text as name')).toEqual([{ name: 'anupalan_app' }]);
  for (const forbidden of ['create table mine ()', 'create temp table mine ()', 'create schema mine']) {
    await expect(as('server', forbidden), forbidden).rejects.toThrow('permission denied');
  }
  await expect(as('server', 'set role anupalan_owner')).rejects.toThrow('permission denied');
  await instance.stop();
});

test('every start has other passwords, also after one that was killed between telling and keeping them', async () => {
  const file = join(dataDir, 'postgres/anupalan.password');
  const before = await readFile(file, 'utf8');
  const killed = await start();
  const kept = await readFile(file, 'utf8');
  expect(kept).not.toBe(before);
  const old = new URL(killed.url);
  await as('superuser', `alter role anupalan password 'told, not kept'`);
  await killed.end('SIGKILL');
  await writeFile(`${file}.next`, 'told, not kept');
  const next = await start();
  expect(existsSync(`${file}.next`)).toBe(false);
  expect(await as('owner', 'select 1 as one')).toEqual([{ one: 1 }]);
  old.port = new URL(next.url).port;
  await expect(query(old.href, 'select')).rejects.toMatchObject({ code: '28P01' });
  await next.stop();
});

test('data that an older version made as superuser become the owner of the tables, killed half-way too', async () => {
  const first = await start();
  await as(
    'superuser',
    `create schema queue; create type queue.state as enum ('a', 'b'); create domain queue.word as text;
     create table queue.jobs (id int generated always as identity, state queue.state) partition by list (state);
     create table queue.jobs_a partition of queue.jobs for values in ('a');
     create sequence loose; create view seen as select * from queue.jobs;
     create extension pg_trgm;
     create function touch() returns trigger language plpgsql as $$ begin return new; end $$;
     create table "Old Table" (id bigserial primary key, word queue.word);
     create trigger touch before insert on "Old Table" for each row execute function touch();
     insert into "Old Table" (word) values ('kept');
     alter database anupalan owner to anupalan`,
  );
  await first.end('SIGKILL');
  const next = await start();
  expect(await listForeign()).toEqual([]);
  expect(await as('owner', 'select word from "Old Table"')).toEqual([{ word: 'kept' }]);
  await as('owner', `alter table "Old Table" add column more text; drop table "Old Table"; drop schema queue cascade`);
  await next.stop();
});

/** What is the superuser's own, parts of extensions aside. */
function listForeign(): Promise<Instance['url'][]> {
  return as(
    'superuser',
    `select pg_describe_object(s.classid, s.objid, 0) as what from pg_shdepend s
     where s.dbid = (select oid from pg_database where datname = current_database()) and s.refobjid = current_user::regrole
     union all
     select 'table ' || relname from pg_class
     where relowner = current_user::regrole and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
     union all
     select 'database' from pg_database where datname = current_database() and datdba = current_user::regrole`,
  );
}
