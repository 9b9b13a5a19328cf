import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { openDatabase } from './database.ts';

const PAGE = path.join(import.meta.dirname, '../../../../../docs/topics/shards.md');

/** Every unique key, foreign key and trigger of the schema, beside its table; a table without any has its name alone. */
const OBJECTS = `
  select c.relname as "table", coalesce(array_agg(o.name order by o.name) filter (where o.name is not null), '{}') as names
  from pg_class c left join lateral (
    select indexrelid::regclass::text as name from pg_index where indrelid = c.oid and indisunique
    union select conname from pg_constraint where conrelid = c.oid and contype = 'f'
    union select tgname from pg_trigger where tgrelid = c.oid and not tgisinternal
  ) o on true
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  group by 1 order by 1`;

test('the page about shards says what becomes of every table, unique key, foreign key and trigger', async () => {
  const database = openDatabase(inject('postgresUrl'), () => {});
  const { rows } = await database.pool.query<{ table: string; names: string[] }>(OBJECTS);
  await database.close();
  const lines = (await readFile(PAGE, 'utf8')).split('\n');
  const forgotten = rows.flatMap(({ table, names }) => {
    const line = lines.find((each) => each.startsWith(`| \`${table}\` |`));
    if (!line) return [table];
    return names.filter((name) => !line.includes(`\`${name}\``)).map((name) => `${table}: ${name}`);
  });
  expect(forgotten).toEqual([]);
});
