import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
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

/** The sessions of listeners in the database. */
async function countSessions(): Promise<number> {
  const { rows } = await database.pool.query(`
    select from pg_stat_activity where application_name = 'anupalan-listener' and datname = current_database()`);
  return rows.length;
}

test('a standby is no place to listen: it is left, and asked again until it is the primary', async () => {
  const name = pg.escapeIdentifier(decodeURIComponent(new URL(copy.url).pathname.slice(1)));
  const heard = vi.fn();
  listener.subscribe('moved', heard);
  lost.mockClear();
  await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anupalan-listener' and datname = current_database()`,
  );
  await vi.waitFor(
    () => expect(lost.mock.calls.flat().map(String)).toContainEqual(expect.stringContaining('read-only')),
    {
      timeout: 5_000,
    },
  );
  await vi.waitFor(async () => expect(await countSessions()).toBe(0));
  await database.pool.query(`alter database ${name} reset default_transaction_read_only`);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), { timeout: 5_000 });
  await announce('moved', 'here');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('here'));
  expect(await countSessions()).toBe(1);
});

test('a connection that says nothing any more is noticed, though nobody ended it', { timeout: 20_000 }, async () => {
  const { port } = new URL(copy.url);
  const roads: Socket[] = [];
  const server = createServer((from) => {
    const to = connect(Number(port), '127.0.0.1');
    for (const socket of [from, to]) socket.on('error', () => {});
    from.pipe(to).pipe(from);
    roads.push(from, to);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const detour = new URL(copy.url);
  detour.port = String(typeof address === 'object' ? address?.port : '');
  const noticed = vi.fn();
  const distant = new DatabaseListener(detour.href, noticed, 50);
  const heard = vi.fn();
  distant.subscribe('distant', heard);
  await distant.open();
  const [from, to] = roads;
  from?.unpipe(to);
  to?.unpipe(from);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), { timeout: 15_000 });
  expect(noticed.mock.calls.map(String)).toEqual(['Error: Query read timeout']);
  await announce('distant', 'again');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('again'));
  await distant.close();
  for (const road of roads) road.destroy();
  server.close();
});

async function announce(channel: string, payload: string): Promise<void> {
  await database.pool.query('select pg_notify($1, $2)', [channel, payload]);
}
