import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { ComplianceFields, DB } from '../../platform/postgres/database-schema.ts';

const COLUMNS = ['name', 'description', 'access_level', 'position'] as const satisfies (keyof ComplianceFields)[];

/** The columns of a field that editions of the catalogue decide. */
export type LoadedField = Pick<Selectable<ComplianceFields>, (typeof COLUMNS)[number]>;

/** The fields that came from the catalogue, locked until the transaction is over (R-catalogue-4). */
export function lockLoadedFields(trx: Transaction<DB>) {
  return trx
    .selectFrom('compliance_fields')
    .select(['id', 'catalogue_key', 'edited_at', ...COLUMNS])
    .where('catalogue_key', 'is not', null)
    .forUpdate()
    .execute();
}

/** Inserts a field of the catalogue under its key (R-catalogue-4). */
export async function insertLoadedField(trx: Transaction<DB>, key: string, field: LoadedField): Promise<void> {
  await trx
    .insertInto('compliance_fields')
    .values({ id: randomUUIDv7(), catalogue_key: key, ...field })
    .execute();
}

/** Updates a field of the catalogue that no administrator has edited (R-catalogue-4). */
export async function updateLoadedField(trx: Transaction<DB>, id: string, field: LoadedField): Promise<void> {
  await trx
    .updateTable('compliance_fields')
    .set({ ...field, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
