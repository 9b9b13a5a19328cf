import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../platform/postgres/database.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import { isCatalogueEmpty, loadCatalogue } from './commands-load.ts';
import { type Edition, readEdition } from './edition.ts';

const NOTHING = { added: 0, updated: 0, unchanged: 0, edited: 0, deleted: 0 };

const NOTHING_RETIRED = { merged: 0, ended: 0, edited: [] };

const shipped = await readEdition();
let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
});

beforeEach(() => database.pool.query('truncate acts, compliance_fields, compliance_items, catalogue_keys cascade'));

afterAll(async () => {
  await database.close();
  await copy.drop();
});

const load = (edition: Edition) => loadCatalogue(database.db, edition);

/** The whole catalogue with its moments, to see whether anything at all changed. */
async function takeSnapshot(): Promise<unknown> {
  const tables = [
    ...['acts', 'compliance_fields', 'compliance_items', 'compliance_values'],
    ...['catalogue_keys', 'conditions', 'merged_items'],
  ];
  const lists = tables.map((table) => `(select json_agg(t order by t::text) from ${table} t) as ${table}`);
  const { rows } = await database.pool.query(`select ${lists.join(', ')}`);
  return rows[0];
}

/** The shipped edition with two items changed, and a new act with a new item. */
function makeNewerEdition(): Edition {
  const [first, second, third, ...rest] = shipped.items;
  const [act] = shipped.acts;
  if (!first || !second || !third || !act) throw new Error('The shipped edition is empty');
  return {
    ...shipped,
    acts: [...shipped.acts, { ...act, key: 'new-act', state: 'Goa' }],
    items: [
      { ...first, title: 'A new title' },
      { ...second, columns: { ...second.columns, Authority: 'A new authority', Portal: '' } },
      third,
      ...rest,
      { ...third, key: 'new-item', act: 'new-act' },
    ],
  };
}

test('what a load changed is on record, and nothing where it changed nothing', async () => {
  const report = await load(shipped);
  await load(shipped);
  const { rows } = await database.pool.query(
    `select actor_id, details from audit_log where action = 'compliance-items.load-edition'`,
  );
  expect(rows).toEqual([{ actor_id: null, details: { edition: shipped.edition, ...report } }]);
});

test('what moves due days is stored: TDS is one monthly obligation, and wages have a latest day', async () => {
  await load(shipped);
  const { rows } = await database.pool.query(
    `select catalogue_key as key, frequency, exceptions, latest_after from compliance_items
     where catalogue_key in ('tds-deposit', 'tds-form138', 'esi-half-year', 'pt-kl-half-year', 'wages-monthly')
       or catalogue_key like 'tds-deposit-%' order by 1`,
  );
  expect(rows).toEqual([
    { key: 'esi-half-year', frequency: 'half-yearly', exceptions: [{ of: '11-12', on: '11-11' }], latest_after: null },
    { key: 'pt-kl-half-year', frequency: 'half-yearly', exceptions: [], latest_after: null },
    { key: 'tds-deposit', frequency: 'monthly', exceptions: [{ of: '04-07', on: '04-30' }], latest_after: null },
    { key: 'tds-form138', frequency: 'quarterly', exceptions: [{ of: '04-30', on: '05-31' }], latest_after: null },
    { key: 'wages-monthly', frequency: 'monthly', exceptions: [], latest_after: 0 },
  ]);
});

test('the shipped edition fills an empty database, whole', async () => {
  expect(await isCatalogueEmpty(database.db)).toBe(true);
  expect(await load(shipped)).toEqual({
    fields: { ...NOTHING, added: 5 },
    acts: { ...NOTHING, added: 86 },
    items: { ...NOTHING, added: 181 },
    retired: NOTHING_RETIRED,
  });
  expect(await isCatalogueEmpty(database.db)).toBe(false);
  const item = await database.db
    .selectFrom('compliance_items')
    .innerJoin('acts', 'acts.id', 'act_id')
    .selectAll('compliance_items')
    .select('acts.catalogue_key as act')
    .where('compliance_items.catalogue_key', '=', 'epf-ecr')
    .executeTakeFirstOrThrow();
  expect(item).toMatchObject({
    act: 'epf-schemes',
    sr_no: 36,
    title: 'EPF: file ECR and pay contributions',
    state: '-',
    min_employees: 20,
    max_employees: 0,
    access_level: 'free',
    due_date: '2026-04-15',
    frequency: 'monthly',
    level: 'company',
    basis: 'statutory',
    period: 'previous-month',
    period_lag: 1,
    registration: 'epf',
    conditions: [],
    below_limit: {
      ...{ key: 'covered-voluntarily', is: ['yes'] },
      ...{ answeredFor: 'company', assumed: 'no', assumeYesFrom: null },
    },
    reminder_days: [7, 3, 1],
    confidence: 'high',
    checked_on: '2026-11-20',
    edited_at: null,
  });
  const values = await database.db
    .selectFrom('compliance_values')
    .innerJoin('compliance_fields', 'compliance_fields.id', 'compliance_field_id')
    .select(['name', 'access_level', 'is_link'])
    .where('compliance_item_id', '=', item.id)
    .orderBy('position')
    .execute();
  expect(values).toEqual([
    { name: 'Form / Return', access_level: 'free', is_link: false },
    { name: 'Authority', access_level: 'premium', is_link: false },
    { name: 'Applicability', access_level: 'free', is_link: false },
    { name: 'Penalty for default', access_level: 'premium', is_link: false },
    { name: 'Portal', access_level: 'free', is_link: true },
  ]);
});

test('loading it again changes nothing, not even a moment', async () => {
  await load(shipped);
  const before = await takeSnapshot();
  expect(await load(shipped)).toEqual({
    fields: { ...NOTHING, unchanged: 5 },
    acts: { ...NOTHING, unchanged: 86 },
    items: { ...NOTHING, unchanged: 181 },
    retired: NOTHING_RETIRED,
  });
  expect(await takeSnapshot()).toEqual(before);
});

test('two instances that load at once load it once', async () => {
  const reports = await Promise.all([load(shipped), load(shipped)]);
  expect(reports.map(({ items }) => items.added).toSorted()).toEqual([0, 181]);
});

test('a load waits for the edit of an administrator that is under way, and leaves it alone', async () => {
  await load(shipped);
  let loading: ReturnType<typeof load> | undefined;
  await database.db.transaction().execute(async (trx) => {
    await queueForChange(trx, 'catalogue');
    loading = load(makeNewerEdition());
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(`
        select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`);
      expect(rows).toHaveLength(1);
    });
    await trx.updateTable('compliance_items').set({ edited_at: '2026-11-21' }).where('sr_no', '=', 1).execute();
  });
  expect((await loading)?.items).toMatchObject({ added: 1, updated: 1, edited: 1 });
});

test('a newer edition adds what is new and updates what differs, values too', async () => {
  await load(shipped);
  expect(await load(makeNewerEdition())).toEqual({
    fields: { ...NOTHING, unchanged: 5 },
    acts: { ...NOTHING, added: 1, unchanged: 86 },
    items: { ...NOTHING, added: 1, updated: 2, unchanged: 179 },
    retired: NOTHING_RETIRED,
  });
  const { rows } = await database.pool.query(`
    select catalogue_key, sr_no, title, updated_at > created_at as touched, array(
      select text from compliance_values join compliance_fields f on f.id = compliance_field_id
      where compliance_item_id = i.id and f.name in ('Authority', 'Portal')) as values
    from compliance_items i where title = 'A new title' or catalogue_key in ('bonus-payment', 'new-item')
    order by sr_no`);
  expect(rows).toMatchObject([
    { catalogue_key: 'wages-monthly', sr_no: 1, title: 'A new title', touched: true },
    { catalogue_key: 'bonus-payment', sr_no: 2, touched: true, values: ['A new authority'] },
    { catalogue_key: 'new-item', sr_no: 182, touched: false },
  ]);
});

test('an older edition removes nothing', async () => {
  await load(makeNewerEdition());
  await load(shipped);
  const { rows } = await database.pool.query(
    'select (select count(*) from acts) as acts, count(*) as items from compliance_items',
  );
  expect(rows).toEqual([{ acts: 87, items: 182 }]);
});

test('what an administrator edited is left alone, its values too', async () => {
  await load(shipped);
  await database.pool.query(
    `update compliance_items set title = 'Ours', edited_at = now() where catalogue_key in ('wages-monthly', 'bonus-payment')`,
  );
  await database.pool.query(`update acts set name = 'Ours', edited_at = now() where catalogue_key = 'esi'`);
  await database.pool.query(
    `update compliance_fields set name = 'Ours', edited_at = now() where catalogue_key = 'form'`,
  );
  const before = await takeSnapshot();
  const newer = makeNewerEdition();
  expect(await load({ ...newer, acts: newer.acts.slice(0, -1), items: newer.items.slice(0, -1) })).toEqual({
    fields: { ...NOTHING, unchanged: 4, edited: 1 },
    acts: { ...NOTHING, unchanged: 85, edited: 1 },
    items: { ...NOTHING, unchanged: 179, edited: 2 },
    retired: NOTHING_RETIRED,
  });
  expect(await takeSnapshot()).toEqual(before);
});

test('what an administrator deleted does not come back, nor does anything that belongs to it', async () => {
  await load(shipped);
  await database.pool.query(`
    with gone as (delete from compliance_items where act_id = (select id from acts where catalogue_key = 'esi'))
    select`);
  await database.pool.query(`delete from acts where catalogue_key = 'esi'`);
  await database.pool.query(`delete from compliance_fields where catalogue_key = 'authority'`);
  const ofEsi = shipped.items.filter(({ act }) => act === 'esi');
  const later = { ...shipped, items: [...shipped.items, ...ofEsi.map((item) => ({ ...item, key: `${item.key}-2` }))] };
  expect(ofEsi.length).toBeGreaterThan(0);
  expect(await load(later)).toEqual({
    fields: { ...NOTHING, unchanged: 4, deleted: 1 },
    acts: { ...NOTHING, unchanged: 85, deleted: 1 },
    items: { ...NOTHING, unchanged: 181 - ofEsi.length, deleted: 2 * ofEsi.length },
    retired: NOTHING_RETIRED,
  });
  await database.pool.query('delete from compliance_items');
  await database.pool.query('delete from acts');
  await database.pool.query('delete from compliance_fields');
  expect(await isCatalogueEmpty(database.db)).toBe(false);
});

test('a load that breaks leaves nothing behind', async () => {
  const items = shipped.items.map((item, index) => (index === 100 ? { ...item, title: 'not\u0000storable' } : item));
  const before = await takeSnapshot();
  await expect(load({ ...shipped, items })).rejects.toThrow('invalid byte sequence');
  expect(await takeSnapshot()).toEqual(before);
});
