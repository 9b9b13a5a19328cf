import { randomUUIDv7 } from 'node:crypto';
import { MAX_HR_DOCUMENTS } from '@anupalan/contract/hr-documents';
import { type Selectable, sql, type Transaction } from 'kysely';
import { StartupError } from '../../platform/errors/startup-error.ts';
import { fileOf, type StoredFile } from '../../platform/files/store/file-store.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB, HrDocuments } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import { countHrDocuments } from './queries.ts';

const COLUMNS = ['title', 'description', 'file_name', 'file_type'] as const satisfies (keyof HrDocuments)[];

/** What of a document the shipped formats decide. */
export interface LoadedDocument extends Pick<Selectable<HrDocuments>, (typeof COLUMNS)[number]> {
  /** The hash of its file, in hexadecimal digits. */
  readonly sha256: string;
}

/** The files that are stored for a load, by the keys of their documents. */
export type LoadedFiles = ReadonlyMap<string, StoredFile>;

/** The documents that came with the product, locked until the transaction is over; uploads and loads queue. */
export async function lockLoadedDocuments(trx: Transaction<DB>) {
  await queueForChange(trx, 'hr-documents');
  return selectLoaded(trx).forUpdate('hr_documents').execute();
}

/** The documents that came with the product. */
export function readLoadedDocuments(db: Db) {
  return selectLoaded(db).execute();
}

function selectLoaded(db: Db) {
  return db
    .selectFrom('hr_documents')
    .innerJoin('files', 'files.id', 'hr_documents.file_id')
    .select(['hr_documents.id', 'catalogue_key', 'edited_at', ...COLUMNS])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .where('catalogue_key', 'is not', null);
}

/**
 * Inserts documents under their keys, listed in this order (R-hr-documents-9).
 * @throws StartupError when the list can't carry them (R-hr-documents-7).
 */
export async function insertLoadedDocuments(
  trx: Transaction<DB>,
  additions: readonly { readonly key: string; readonly values: LoadedDocument }[],
  files: LoadedFiles,
): Promise<void> {
  const room = MAX_HR_DOCUMENTS - (await countHrDocuments(trx));
  if (additions.length > room) {
    throw new StartupError(
      `The formats were not loaded: there can be at most ${MAX_HR_DOCUMENTS} documents. Delete ${additions.length - room} first.`,
    );
  }
  // The list has the newest first, so each is a little older than the one before.
  const rows = additions.map(({ key, values: { sha256: _, ...values } }, at) => ({
    id: randomUUIDv7(),
    catalogue_key: key,
    created_at: sql<Date>`now() - ${at} * interval '1 millisecond'`,
    ...values,
    ...fileOf(files.get(key)),
  }));
  if (rows.length > 0) await trx.insertInto('hr_documents').values(rows).execute();
}

/** Updates a shipped document that no administrator has edited (R-hr-documents-9). */
export async function updateLoadedDocument(
  trx: Transaction<DB>,
  {
    id,
    key,
    values: { sha256: _, ...values },
  }: { readonly id: string; readonly key: string; readonly values: LoadedDocument },
  files: LoadedFiles,
): Promise<void> {
  const file = files.get(key);
  await trx
    .updateTable('hr_documents')
    .set({ ...values, ...(file && fileOf(file)), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
