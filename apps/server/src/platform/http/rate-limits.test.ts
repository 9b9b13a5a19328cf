import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { addressKey } from './callers/addresses.ts';
import { RateLimit } from './rate-limits.ts';

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

test('as many as allowed pass, also at once and on two instances; the rest hear when to come back', async () => {
  const instances = [1, 2].map(() => new RateLimit(database.pool, { name: 'at-once', points: 5, seconds: 60 }));
  const tries = await Promise.allSettled(
    instances.flatMap((limit) => Array.from({ length: 5 }, () => limit.spend('a'))),
  );
  const refused = tries.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(5);
  for (const error of refused) {
    expect(error).toMatchObject({ code: 'too-many' });
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(60);
  }
});

test('keys count apart, and what is refunded does not count', async () => {
  const limit = new RateLimit(database.pool, { name: 'apart', points: 1, seconds: 60 });
  await limit.spend('a');
  await limit.spend('b');
  await limit.refund('a');
  await limit.spend('a');
  await expect(limit.spend('b')).rejects.toMatchObject({ code: 'too-many' });
});

test('the table holds no addresses of people', async () => {
  const limit = new RateLimit(database.pool, { name: 'private', points: 1, seconds: 60 });
  await limit.spend(`${'long'.repeat(100)}@example.in`);
  const { rows } = await database.pool.query(`select key from rate_limits where key like 'private%'`);
  expect(rows).toEqual([{ key: expect.stringMatching(/^private:[\w-]{43}$/) }]);
});

test('an address counts under each of its networks, and what one refuses counts under none', async () => {
  const limit = new RateLimit(database.pool, { name: 'networks', points: 3, seconds: 60 });
  const spend = (customer: number) => limit.spendByAddress(addressKey(`2001:db8:1:${customer}::1`));
  for (const customer of [1, 2, 3]) await spend(customer);
  await expect(spend(4)).rejects.toMatchObject({ code: 'too-many' });
  await limit.spendByAddress(addressKey('2001:db8:2:4::1'));
  await limit.spendByAddress(addressKey('203.0.113.7'));
});
