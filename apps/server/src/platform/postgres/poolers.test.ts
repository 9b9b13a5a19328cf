import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { openDatabase, POOLED, POOLED_WITH_NAMES } from './database.ts';
import { checkPooler, findBetween } from './poolers.ts';
import { readAsText } from './prepared-statement.ts';
import { TransactionPooler } from './transaction-pooler.fixture.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let pooler: TransactionPooler;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  pooler = await TransactionPooler.open(copy.url);
});

afterAll(async () => {
  await pooler.close();
  await copy.drop();
});

test('a pooler that shares sessions is told from PostgreSQL itself', async () => {
  expect(await findBetween(copy.url)).toBe('nothing');
  expect(await findBetween(pooler.url)).toBe('shared');
});

test('a pooler refuses the settings of a direct connection', async () => {
  const database = openDatabase(pooler.url, () => {});
  await expect(database.pool.query('select 1')).rejects.toThrow('unsupported startup parameter: options');
  await database.close();
});

describe('statements with names, which another session may have heard', () => {
  const statement = { name: 'greeting', text: 'select $1::text as said' };

  test('are sent without them by a pooler, from the pool and in transactions', async () => {
    const database = openDatabase(pooler.url, () => {}, POOLED);
    const all = Array.from({ length: 20 }, (_, turn) => readAsText(database.pool, statement, [`${turn}`]));
    expect((await Promise.all(all)).flat()).toEqual(Array.from({ length: 20 }, (_, turn) => ({ said: `${turn}` })));
    expect(database.pool.totalCount).toBeGreaterThan(1);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query({ ...statement, values: ['hello'] });
    expect((await client.query('select name from pg_prepared_statements')).rows).toEqual([]);
    await client.query('commit');
    client.release();
    await database.close();
  });

  test('keep them on connections of their own, where each is planned once', async () => {
    const database = openDatabase(copy.url, () => {});
    await readAsText(database.pool, statement, ['hello']);
    const { rows } = await database.pool.query('select name from pg_prepared_statements');
    expect(rows).toEqual([{ name: 'greeting' }]);
    await database.close();
  });
});

describe('what the sessions of a pooler must be set to', () => {
  const configure = async (settings: Record<string, string>) => {
    const owner = openDatabase(copy.url, () => {});
    const name = sql.id(decodeURIComponent(new URL(copy.url).pathname.slice(1)));
    for (const [setting, value] of Object.entries(settings)) {
      const change = sql`alter database ${name} set ${sql.id(setting)} to ${sql.lit(value)}`;
      await change.execute(owner.db);
    }
    await owner.close();
    await pooler.close();
    pooler = await TransactionPooler.open(copy.url);
  };

  test.each([
    [{}, 'statement_timeout, idle_in_transaction_session_timeout'],
    [{ statement_timeout: '10s', idle_in_transaction_session_timeout: '30s', timezone: 'Asia/Kolkata' }, 'timezone'],
    [{ timezone: 'Europe/London' }, 'timezone'],
    [{ timezone: 'UTC', datestyle: 'German' }, 'timezone, datestyle'],
  ])('%j is refused, and the line says what to do', async (settings, wrong) => {
    await configure(settings);
    const refused = checkPooler(pooler.url, copy.url);
    await expect(refused).rejects.toThrow(`than the server needs (${wrong}`);
    await expect(refused).rejects.toThrow(
      wrong.startsWith('timezone')
        ? `alter role "anupalan_owner" set timezone = 'UTC'; alter role "anupalan_owner" set datestyle = 'ISO'`
        : `alter role "anupalan_owner" set statement_timeout = '10s'`,
    );
  });

  test('another database past the pooler is refused', async () => {
    const other = inject('postgresUrl');
    await expect(checkPooler(pooler.url, other)).rejects.toThrow(
      /^DATABASE_DIRECT_URL connects as anupalan_owner to \w+, and DATABASE_URL as anupalan_owner to \w+: name the same/,
    );
  });

  test('all of it is accepted', async () => {
    await configure({ timezone: 'UTC', datestyle: 'ISO' });
    expect(await checkPooler(pooler.url, copy.url)).toBe(POOLED);
    const database = openDatabase(copy.url, () => {});
    expect((await database.pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
    await database.close();
  });

  test('names are kept where the pooler has each session hear what is meant for it', async () => {
    const knowing = await TransactionPooler.open(copy.url, { knowsNames: true });
    expect(await checkPooler(knowing.url, copy.url)).toBe(POOLED_WITH_NAMES);
    const database = openDatabase(knowing.url, () => {}, POOLED_WITH_NAMES);
    const statement = { name: 'greeting', text: 'select $1::text as said' };
    const all = Array.from({ length: 20 }, (_, turn) => readAsText(database.pool, statement, [`${turn}`]));
    expect((await Promise.all(all)).flat()).toHaveLength(20);
    const { rows } = await database.pool.query(
      `select count(*) from pg_prepared_statements where statement like '%said'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
    await database.close();
    await knowing.close();
  });
});

/** What a session keeps beyond a transaction, and a pooler therefore loses or gives to somebody else. */
const KEPT_BY_A_SESSION =
  /\bpg_(try_)?advisory_(lock|unlock)\w*\(|\bcreate temp|\bwith hold\b|\bset session\b|set_config\([^)]*false\)|`LISTEN /i;

test('nothing of the server counts on a session, save what has one of its own', async () => {
  const source = path.join(import.meta.dirname, '../..');
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })) {
    if (KEPT_BY_A_SESSION.test(await readFile(path.join(source, file), 'utf8'))) found.push(file);
  }
  // A command that moves files has a connection of its own, too.
  expect(found.sort()).toEqual(['files.ts', 'platform/postgres/database-listener.ts']);
});
