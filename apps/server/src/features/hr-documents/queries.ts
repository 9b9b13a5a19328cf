import type { HrDocument } from '@anupalan/contract/hr-documents';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { Download } from '../../platform/files/downloads.ts';
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

/** A document's file (R-hr-documents-3). @throws AppError not-found */
export async function readHrFile(db: Db, id: string): Promise<Download> {
  const file = await db
    .selectFrom('hr_documents')
    .select(['file_name as name', 'file_type as type', 'content'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(documentNotFound);
  return new Download(file);
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
    .select(['id', 'title', 'description', 'file_name', 'file_type', 'created_at', 'updated_at'])
    .select(sql<number>`octet_length(content)`.as('file_size'));
}
