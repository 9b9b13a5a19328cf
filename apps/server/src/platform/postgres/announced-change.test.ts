import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { changeAnnounced } from './announced-change.ts';
import { type Database, openDatabase } from './database.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  await database.pool.query('create table things (name text)');
});

beforeEach(() => database.pool.query('truncate things'));

afterAll(async () => {
  await database.close();
  await copy.drop();
});

async function countThings(): Promise<number> {
  return (await database.pool.query('select count(*) from things')).rows[0].count;
}

const change = (announceHere: (channel: string) => void, work: () => Promise<unknown>, channel = 'things') =>
  changeAnnounced({ database, listener: { announceHere } }, channel, work);

test('a change is announced here when it is committed, not before, and its result is handed on', async () => {
  const announced: string[] = [];
  const result = await change(
    (channel) => announced.push(channel),
    async () => [...announced, 'done'],
  );
  expect([result, announced]).toEqual([['done'], ['things']]);
});

test('a change that fails leaves nothing behind and announces nothing', async () => {
  const announceHere = vi.fn();
  const failing = changeAnnounced({ database, listener: { announceHere } }, 'things', async (trx) => {
    await trx.insertInto('workspaces').values({ id: '0199f000-0000-7000-8000-000000000000' }).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(announceHere).not.toHaveBeenCalled();
  expect(await database.db.selectFrom('workspaces').select('id').execute()).toEqual([]);
});

test('what a change checked still holds when it writes', async () => {
  const bothAreHere = Promise.withResolvers<void>();
  const addFirst = () =>
    change(
      () => {},
      async () => {
        const things = await countThings();
        await bothAreHere.promise;
        if (things === 0) await database.pool.query(`insert into things values ('first')`);
      },
    );
  const changes = Promise.all([addFirst(), addFirst()]);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(`
      select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`);
    expect(rows).toHaveLength(1);
  });
  bothAreHere.resolve();
  await changes;
  expect(await countThings()).toBe(1);
});

test('changes of something else go on meanwhile', async () => {
  const otherIsDone = Promise.withResolvers<void>();
  const waiting = change(
    () => {},
    () => otherIsDone.promise,
  );
  await change(
    () => {},
    async () => otherIsDone.resolve(),
    'something else',
  );
  await waiting;
});
