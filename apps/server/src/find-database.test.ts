import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../test/copy-database.ts';
import { readConfig } from './config.ts';
import { findDatabaseUrls } from './find-database.ts';
import { TransactionPooler } from './platform/postgres/transaction-pooler.fixture.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let pooler: TransactionPooler;
const warn = vi.fn();

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  pooler = await TransactionPooler.open(copy.url);
});

beforeEach(() => warn.mockClear());

afterAll(async () => {
  await pooler.close();
  await copy.drop();
});

const find = (env: Record<string, string>) => findDatabaseUrls(readConfig(env), { warn });

test('without an address there is the embedded database', async () => {
  expect(await find({})).toBeNull();
});

test('one address does everything, with a warning', async () => {
  expect(await find({ DATABASE_URL: copy.url })).toMatchObject({
    url: copy.url,
    directUrl: copy.url,
    ownerUrl: copy.url,
  });
  expect(warn.mock.calls).toEqual([['DATABASE_OWNER_URL is missing: the server works as the owner of its tables']]);
});

test.each([
  ['DATABASE_URL', 'DATABASE_DIRECT_URL', () => ({ DATABASE_URL: pooler.url })],
  ['DATABASE_DIRECT_URL', 'DATABASE_DIRECT_URL', () => ({ DATABASE_URL: copy.url, DATABASE_DIRECT_URL: pooler.url })],
  ['DATABASE_OWNER_URL', 'DATABASE_OWNER_URL', () => ({ DATABASE_URL: copy.url, DATABASE_OWNER_URL: pooler.url })],
])('%s by a pooler in transaction mode: one line that names %s', async (name, example, env) => {
  await expect(find(env())).rejects.toThrow(
    `${name} leads to a pooler in transaction mode, by which announcements and locks are lost: name PostgreSQL itself, for example ${example}=postgres://user:password@host:5432/anupalan`,
  );
});

test('a pooler beside a direct address is what they are for, when its sessions are set up', async () => {
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: `${copy.url}&application_name=direct`,
    DATABASE_OWNER_URL: copy.url,
  };
  await expect(find(env)).rejects.toThrow(/^DATABASE_URL leads to a pooler whose sessions have other settings/);
  const name = new URL(copy.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: copy.url });
  await client.connect();
  for (const setting of [`statement_timeout = '10s'`, `idle_in_transaction_session_timeout = '30s'`]) {
    await client.query(`alter database ${pg.escapeIdentifier(decodeURIComponent(name))} set ${setting}`);
  }
  await client.end();
  await pooler.close();
  pooler = await TransactionPooler.open(copy.url);
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_OWNER_URL: ownerUrl,
  } = { ...env, DATABASE_URL: pooler.url };
  expect(await find({ ...env, DATABASE_URL: url })).toMatchObject({ url, directUrl, ownerUrl });
  expect(warn).not.toHaveBeenCalled();
});

test('a database that is away: one line', async () => {
  await expect(find({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
    /^DATABASE_URL can't be used \(.*\), for example /,
  );
});
