import type { HrDocument } from '@anupalan/contract/hr-documents';
import { AppError } from '../../platform/errors/errors.ts';
import { Download } from '../../platform/files/downloads.ts';
import { type FileStore, readWhole } from '../../platform/files/store/file-store.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { presentHrDocument } from './present.ts';

/** Every document without the bytes of its file, newest first (R-hr-documents-1). */
export async function listHrDocuments(db: Db): Promise<HrDocument[]> {
  const rows = await selectHrDocuments(db).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  return rows.map(presentHrDocument);
}

/** @throws AppError not-found */
export async function getHrDocument(db: Db, id: string): Promise<HrDocument> {
  const row = await selectHrDocuments(db).where('id', '=', id).executeTakeFirstOrThrow(documentNotFound);
  return presentHrDocument(row);
}

/** A document's file (R-hr-documents-3). @throws AppError not-found; unavailable when the store is away */
export async function readHrFile({ db, files }: { db: Db; files: FileStore }, id: string): Promise<Download> {
  const { name, type, fileId } = await db
    .selectFrom('hr_documents')
    .select(['file_name as name', 'file_type as type', 'file_id as fileId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(documentNotFound);
  return new Download({ name, type, content: await readWhole(files.read(fileId)) });
}

/** How many documents there are. */
export async function countHrDocuments(db: Db): Promise<number> {
  const { documents } = await db
    .selectFrom('hr_documents')
    .select(({ fn }) => fn.countAll<number>().as('documents'))
    .executeTakeFirstOrThrow();
  return documents;
}

export function documentNotFound(): AppError {
  return new AppError('not-found', 'Document not found');
}

function selectHrDocuments(db: Db) {
  return db
    .selectFrom('hr_documents')
    .select(['id', 'title', 'description', 'file_name', 'file_type', 'file_size', 'created_at', 'updated_at']);
}
