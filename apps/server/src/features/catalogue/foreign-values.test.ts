import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { inCatalogue } from '../../../test/catalogue.ts';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../platform/postgres/database.ts';
import { loadCatalogue } from './commands-load.ts';
import { readEdition } from './edition.ts';
import { listForeignValues, tellForeignValues } from './foreign-values.ts';

const shipped = await readEdition();
let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
});

beforeEach(async () => {
  await database.pool.query('truncate acts, compliance_fields, compliance_items, catalogue_keys cascade');
  await loadCatalogue(database.db, shipped);
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

/** Gives an item, of which the edition says no portal, one. @returns its title */
async function putPortal(isEdited = false): Promise<string> {
  const { key, title } = shipped.items.find((item) => !item.columns.Portal) ?? { key: '', title: '' };
  await inCatalogue(database.db, async (trx) => {
    await sql`
      insert into compliance_values (compliance_item_id, compliance_field_id, text, is_link)
      select item.id, field.id, 'https://evil.example/', true from compliance_items item, compliance_fields field
      where item.catalogue_key = ${key} and field.name = 'Portal'`.execute(trx);
    if (isEdited) await sql`update compliance_items set edited_at = now() where catalogue_key = ${key}`.execute(trx);
  });
  return title;
}

async function tell(edition = shipped) {
  const warn = vi.fn();
  await tellForeignValues(database.db, { warn }, edition);
  return warn.mock.calls;
}

test('what the edition has is no stranger’s', async () => {
  expect(await listForeignValues(database.db, shipped)).toEqual([]);
  expect(await tell()).toEqual([]);
});

test('a value that no edition has is named, and told at a start', async () => {
  const title = await putPortal();
  expect(await listForeignValues(database.db, shipped)).toMatchObject([
    { title, field: 'Portal', text: 'https://evil.example/' },
  ]);
  expect(await tell()).toEqual([[{ values: 1 }, expect.stringContaining('npm run files -- check')]]);
});

test('what an administrator edited is not judged', async () => {
  await putPortal(true);
  expect(await listForeignValues(database.db, shipped)).toEqual([]);
});

test('what a newer edition drops or ended is not told before it is loaded, nor after', async () => {
  const [first, ...items] = shipped.items;
  const newer = { ...shipped, edition: '2099-01', items };
  expect(first).toBeDefined();
  expect(await tell(newer)).toEqual([]);
  expect(await listForeignValues(database.db, newer)).toEqual([]);
});
