import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from './database.ts';
import { DatabaseListener } from './database-listener.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let listener: DatabaseListener;
const lost = vi.fn();

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  listener = new DatabaseListener(copy.url, lost);
  await listener.open();
});

afterAll(async () => {
  await listener.close();
  await database.close();
  await copy.drop();
});

test('subscribers hear what is announced, until they leave', async () => {
  const heard = vi.fn();
  const leave = listener.subscribe('news', heard);
  await announce('news', 'one');
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([['one']]));
  leave();
  const other = vi.fn();
  listener.subscribe('news', other);
  await announce('news', 'two');
  await vi.waitFor(() => expect(other).toHaveBeenCalledWith('two'));
  expect(heard).toHaveBeenCalledOnce();
});

test('what is announced here is heard at once', () => {
  const heard = vi.fn();
  listener.subscribe('local', heard);
  listener.announceHere('local');
  expect(heard.mock.calls).toEqual([['']]);
});

test('a broken connection comes back, and subscribers are told that they may have missed something', async () => {
  const heard = vi.fn();
  listener.subscribe('resumed', heard);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anupalan-listener' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), { timeout: 5_000 });
  expect(lost).toHaveBeenCalled();
  await announce('resumed', 'again');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('again'));
});

async function announce(channel: string, payload: string): Promise<void> {
  await database.pool.query('select pg_notify($1, $2)', [channel, payload]);
}
