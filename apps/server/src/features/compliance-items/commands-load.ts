import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { ComplianceItems, DB } from '../../platform/postgres/database-schema.ts';

const COLUMNS = [
  'act_id',
  'title',
  'description',
  'state',
  'min_employees',
  'max_employees',
  'conditions',
  'below_limit',
  'level',
  'basis',
  'period',
  'period_lag',
  'registration',
  'due_date',
  'frequency',
  'exceptions',
  'holiday_rule',
  'latest_after',
  'due_date_description',
  'reminder_days',
  'source',
  'confidence',
  'notes',
  'checked_on',
] as const satisfies (keyof ComplianceItems)[];

/** The columns of an item that editions of the catalogue decide, and its values. */
export type LoadedItem = Pick<Selectable<ComplianceItems>, (typeof COLUMNS)[number]> & {
  /** The values by field id, of the catalogue's own fields only. */
  values: Record<string, { text: string; is_link: boolean }>;
};

/** The items that came from the catalogue, locked until the transaction is over (R-catalogue-4). */
export async function lockLoadedItems(trx: Transaction<DB>) {
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

/**
 * Inserts an item of the catalogue as the last: a number that people know an item by never changes (R-catalogue-22).
 */
export async function insertLoadedItem(
  trx: Transaction<DB>,
  key: string,
  { values, ...columns }: LoadedItem,
): Promise<void> {
  const id = randomUUIDv7();
  await trx
    .insertInto('compliance_items')
    .values({
      id,
      catalogue_key: key,
      sr_no: sql`(select coalesce(max(sr_no), 0) + 1 from compliance_items where workspace_id is null)`,
      ...withJson(columns),
    })
    .execute();
  await insertValues(trx, id, values);
}

/** Updates an item of the catalogue; its values of fields that administrators added stay (R-catalogue-4). */
export async function updateLoadedItem(
  trx: Transaction<DB>,
  id: string,
  { values, ...columns }: LoadedItem,
): Promise<void> {
  await trx
    .updateTable('compliance_items')
    .set({ ...withJson(columns), updated_at: sql`now()` })
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

/** Ends an item: it falls due no more, and what was recorded about it stays (R-catalogue-27). */
export async function endLoadedItem(trx: Transaction<DB>, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('compliance_items')
    .set({ due_date: null, frequency: 'never', ended_reason: reason, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('ended_reason', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes an item that went into another, to which everything recorded was moved before. The other is there since the
 * earlier of both days, and what names the old one is about it (R-catalogue-26).
 */
export async function mergeLoadedItem(trx: Transaction<DB>, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update compliance_items target set created_at = least(target.created_at, old.created_at), updated_at = now()
    from compliance_items old where target.id = ${to} and old.id = ${from}`.execute(trx);
  await trx.updateTable('merged_items').set({ into_id: to }).where('into_id', '=', from).execute();
  await trx.insertInto('merged_items').values({ id: from, into_id: to }).execute();
  await trx.deleteFrom('compliance_items').where('id', '=', from).execute();
}

/** The columns as the database takes them: the driver would write a list as an array. */
function withJson<Columns extends Pick<LoadedItem, 'conditions' | 'below_limit' | 'exceptions'>>(columns: Columns) {
  const { conditions, below_limit, exceptions } = columns;
  return {
    ...columns,
    exceptions: JSON.stringify(exceptions),
    conditions: JSON.stringify(conditions),
    below_limit: below_limit && JSON.stringify(below_limit),
  };
}

async function insertValues(trx: Transaction<DB>, itemId: string, values: LoadedItem['values']): Promise<void> {
  const rows = Object.entries(values).map(([fieldId, value]) => ({
    compliance_item_id: itemId,
    compliance_field_id: fieldId,
    ...value,
  }));
  if (rows.length > 0) await trx.insertInto('compliance_values').values(rows).execute();
}
