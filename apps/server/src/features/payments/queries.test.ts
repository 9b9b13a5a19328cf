import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../platform/postgres/database.ts';
import { createMigrator, migrate } from '../../platform/postgres/migrate.ts';
import { listOrdersToCheck } from './queries.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  await database.pool.query('drop schema public cascade; create schema public');
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test('failed orders from before the migration are asked about when they are of the last day', async () => {
  const { db, pool } = database;
  expect((await createMigrator(db).migrateTo('0012-payment-guards')).error).toBeUndefined();
  await pool.query(`
    insert into orders (id, order_id, plan, amount_paise, provider, payment_session_id, status, checks, created_at)
    select gen_random_uuid(), name, 'premium', 399900, 'cashfree', 'session', 'failed', 3, now() - age
    from (values ('yesterday', interval '20 hours'), ('long ago', interval '30 days')) as orders (name, age)`);
  await migrate(db);
  const due = await listOrdersToCheck(db, 'cashfree', Temporal.Now.instant());
  expect(due.map(({ order_id }) => order_id)).toEqual(['yesterday']);
});
