import { randomUUIDv7 } from 'node:crypto';
import { MAX_HR_DOCUMENTS } from '@anupalan/contract/hr-documents';
import { type Selectable, sql, type Transaction } from 'kysely';
import { StartupError } from '../../platform/errors/startup-error.ts';
import type { DB, HrDocuments } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import { countHrDocuments } from './queries.ts';

const COLUMNS = ['title', 'description', 'file_name', 'file_type', 'content'] as const satisfies (keyof HrDocuments)[];

/** The columns of a document that the shipped formats decide. */
export type LoadedDocument = Pick<Selectable<HrDocuments>, (typeof COLUMNS)[number]>;

/** The documents that came with the product, locked until the transaction is over; uploads and loads queue. */
export async function lockLoadedDocuments(trx: Transaction<DB>) {
  await queueForChange(trx, 'hr-documents');
  return trx
    .selectFrom('hr_documents')
    .select(['id', 'catalogue_key', 'edited_at', ...COLUMNS])
    .where('catalogue_key', 'is not', null)
    .forUpdate()
    .execute();
}

/**
 * Inserts documents under their keys, listed in this order (R-hr-documents-9).
 * @throws StartupError when the list can't carry them (R-hr-documents-7).
 */
export async function insertLoadedDocuments(
  trx: Transaction<DB>,
  additions: readonly { readonly key: string; readonly values: LoadedDocument }[],
): Promise<void> {
  const room = MAX_HR_DOCUMENTS - (await countHrDocuments(trx));
  if (additions.length > room) {
    throw new StartupError(
      `The formats were not loaded: there can be at most ${MAX_HR_DOCUMENTS} documents. Delete ${additions.length - room} first.`,
    );
  }
  // The list has the newest first, so each is a little older than the one before.
  const rows = additions.map(({ key, values }, at) => ({
    id: randomUUIDv7(),
    catalogue_key: key,
    created_at: sql<Date>`now() - ${at} * interval '1 millisecond'`,
    ...values,
  }));
  if (rows.length > 0) await trx.insertInto('hr_documents').values(rows).execute();
}

/** Updates a shipped document that no administrator has edited (R-hr-documents-9). */
export async function updateLoadedDocument(trx: Transaction<DB>, id: string, values: LoadedDocument): Promise<void> {
  await trx
    .updateTable('hr_documents')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
