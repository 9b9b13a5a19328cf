import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { ComplianceItems, DB } from '../../platform/database-schema.ts';
import { planLoad, readLoadedKeys, rememberKey, type Stored, type Tally } from './commands-plan-load.ts';
import type { Edition } from './queries-edition.ts';

const COLUMNS = [
  'act_id',
  'title',
  'description',
  'state',
  'min_employees',
  'max_employees',
  'due_date',
  'frequency',
  'due_date_description',
  'reminder_days',
  'source',
  'confidence',
  'notes',
  'checked_on',
] as const satisfies (keyof ComplianceItems)[];

/** What an edition says of an item, as the tables have it. */
type ItemValues = Pick<Selectable<ComplianceItems>, (typeof COLUMNS)[number]> & {
  /** By field id; of the catalogue's own fields only. */
  values: Record<string, { text: string; is_link: boolean }>;
};

/** Fields and acts must be loaded already: items of deleted acts and values of deleted fields are left out. */
export async function loadItems(trx: Transaction<DB>, edition: Edition): Promise<Tally> {
  const wanted = await listWanted(trx, edition);
  const plan = planLoad(wanted, await readStored(trx), await readLoadedKeys(trx, 'item'));
  for (const { key, values } of plan.additions) {
    await rememberKey(trx, 'item', key);
    await addItem(trx, key, values);
  }
  for (const { id, values } of plan.changes) await changeItem(trx, id, values);
  return { ...plan.tally, deleted: plan.tally.deleted + edition.items.length - wanted.length };
}

async function listWanted(trx: Transaction<DB>, edition: Edition): Promise<[key: string, values: ItemValues][]> {
  const actIds = await readIds(trx, 'acts');
  const fieldIds = await readIds(trx, 'compliance_fields');
  const fields = edition.fields.map(({ key, name, isLink }) => ({ id: fieldIds.get(key), name, isLink }));
  return edition.items.flatMap((item): [string, ItemValues][] => {
    const actId = actIds.get(item.act);
    if (actId === undefined) return [];
    const values = fields.flatMap(({ id, name, isLink }) => {
      const text = item.columns[name];
      return id && text ? [[id, { text, is_link: isLink }]] : [];
    });
    const columns = {
      act_id: actId,
      title: item.title,
      description: item.description,
      state: item.state,
      min_employees: item.minEmployees,
      max_employees: item.maxEmployees,
      due_date: item.firstDueDate,
      frequency: item.frequency,
      due_date_description: item.dueDateDescription,
      reminder_days: item.reminderDays,
      source: item.source,
      confidence: item.confidence,
      notes: item.notes,
      checked_on: item.checkedOn ?? edition.checkedOn,
    };
    return [[item.key, { ...columns, values: Object.fromEntries(values) }]];
  });
}

/** The ids of what came from the catalogue, by its keys there. */
async function readIds(trx: Transaction<DB>, table: 'acts' | 'compliance_fields'): Promise<Map<string, string>> {
  const rows = await trx.selectFrom(table).select(['catalogue_key', 'id']).execute();
  return new Map(rows.flatMap(({ catalogue_key, id }) => (catalogue_key === null ? [] : [[catalogue_key, id]])));
}

async function readStored(trx: Transaction<DB>): Promise<Stored<ItemValues>[]> {
  const rows = await trx
    .selectFrom('compliance_items')
    .select(['id', 'catalogue_key', 'edited_at', ...COLUMNS])
    .where('catalogue_key', 'is not', null)
    .forUpdate()
    .execute();
  const values = await trx
    .selectFrom('compliance_values')
    .innerJoin('compliance_fields', 'compliance_fields.id', 'compliance_field_id')
    .where('catalogue_key', 'is not', null)
    .select(['compliance_item_id', 'compliance_field_id', 'text', 'is_link'])
    .execute();
  const valuesOf = Map.groupBy(values, (value) => value.compliance_item_id);
  return rows.map((row) => ({
    ...row,
    values: Object.fromEntries(
      (valuesOf.get(row.id) ?? []).map(({ compliance_field_id, text, is_link }) => [
        compliance_field_id,
        { text, is_link },
      ]),
    ),
  }));
}

/** New items come last: a number that people know an item by never changes. */
async function addItem(trx: Transaction<DB>, key: string, { values, ...columns }: ItemValues): Promise<void> {
  const id = randomUUIDv7();
  await trx
    .insertInto('compliance_items')
    .values({
      id,
      catalogue_key: key,
      sr_no: sql`(select coalesce(max(sr_no), 0) + 1 from compliance_items)`,
      ...columns,
    })
    .execute();
  await insertValues(trx, id, values);
}

async function changeItem(trx: Transaction<DB>, id: string, { values, ...columns }: ItemValues): Promise<void> {
  await trx
    .updateTable('compliance_items')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  await trx
    .deleteFrom('compliance_values')
    .where('compliance_item_id', '=', id)
    .where('compliance_field_id', 'in', (of) =>
      of.selectFrom('compliance_fields').select('id').where('catalogue_key', 'is not', null),
    )
    .execute();
  await insertValues(trx, id, values);
}

async function insertValues(trx: Transaction<DB>, itemId: string, values: ItemValues['values']): Promise<void> {
  const rows = Object.entries(values).map(([fieldId, value]) => ({
    compliance_item_id: itemId,
    compliance_field_id: fieldId,
    ...value,
  }));
  if (rows.length > 0) await trx.insertInto('compliance_values').values(rows).execute();
}
