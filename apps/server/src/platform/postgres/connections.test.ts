import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase, POOLED, UNLIMITED } from './database.ts';
import { isDatabaseAway } from './database-errors.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
});

beforeEach(async () => {
  database = openDatabase(copy.url, () => {});
});

afterEach(() => database.close());

afterAll(() => copy.drop());

const NEW_ROW = { key: sql<string>`gen_random_uuid()` };

const addRow = () => database.db.insertInto('rate_limits').values(NEW_ROW).execute();

describe('a primary that became a standby, as one session sees it', () => {
  const becomeReadOnly = sql`set default_transaction_read_only = on`;

  test.each([
    ['a statement', () => addRow()],
    [
      'a transaction',
      () =>
        database.db.transaction().execute(async (trx) => {
          await trx.insertInto('rate_limits').values(NEW_ROW).execute();
        }),
    ],
  ])('%s fails as with a database that is away, and the next one has another connection', async (_, write) => {
    await becomeReadOnly.execute(database.db);
    const failure = await write().then(
      () => null,
      (error: unknown) => error,
    );
    expect(isDatabaseAway(failure)).toBe(true);
    await write();
  });
});

test('a PostgreSQL that is read-only is refused at connecting, and by nobody kept', async () => {
  const name = sql.id(decodeURIComponent(new URL(copy.url).pathname.slice(1)));
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database.db);
  const later = openDatabase(copy.url, () => {});
  const failure = await later.pool.query('select 1').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: '25006', message: 'connected to a PostgreSQL that is read-only' });
  expect(isDatabaseAway(failure)).toBe(true);
  expect(later.pool.totalCount).toBe(0);
  await sql`alter database ${name} reset default_transaction_read_only`.execute(database.db);
  await later.pool.query('select 1');
  await later.close();
});

test('a connection that gave no answer in time is not handed to the next one', async () => {
  const impatient = openDatabase(copy.url, () => {}, { ...POOLED, query_timeout: 100 });
  await expect(sql`select pg_sleep(2)`.execute(impatient.db)).rejects.toThrow('Query read timeout');
  await sql`select 1`.execute(impatient.db);
  await vi.waitFor(() => expect(impatient.pool.totalCount).toBe(1));
  await impatient.close();
});

test('work without a limit has none, whatever limit the role or its database has', async () => {
  const name = sql.id(decodeURIComponent(new URL(copy.url).pathname.slice(1)));
  await sql`alter database ${name} set statement_timeout = '1ms'`.execute(database.db);
  const unlimited = openDatabase(copy.url, () => {}, UNLIMITED);
  await unlimited.pool.query('select pg_sleep(0.05)');
  await unlimited.close();
  await sql`alter database ${name} reset statement_timeout`.execute(database.db);
});
