import { randomUUIDv7 } from 'node:crypto';
import {
  type HrDocument,
  type HrDocumentChanges,
  MAX_HR_DOCUMENTS,
  type NewHrDocument,
} from '@anupalan/contract/hr-documents';
import { MEDIA_TYPES } from '@anupalan/contract/wire/media-types';
import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { type FileStore, fileOf, withStored } from '../../platform/files/store/file-store.ts';
import { receivedFile } from '../../platform/files/uploads.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import { nextVersion } from '../../platform/postgres/versions.ts';
import { countHrDocuments, documentNotFound, getHrDocument } from './queries.ts';

/**
 * Adds a document (R-hr-documents-5).
 * @throws AppError conflict when there are as many as the list can carry (R-hr-documents-7); unavailable when the store
 * takes no file.
 */
export async function addHrDocument(
  { db, files }: { db: Kysely<DB>; files: FileStore },
  by: Session,
  form: NewHrDocument,
): Promise<HrDocument> {
  const { name, type, bytes } = receivedFile(form.file);
  const file = { bytes, mediaType: MEDIA_TYPES[type] };
  return withStored(files, [file], { workspaceId: null, purpose: 'hr-document' }, ([stored]) =>
    db.transaction().execute(async (trx) => {
      await refuseFullList(trx);
      const id = randomUUIDv7();
      await trx
        .insertInto('hr_documents')
        .values({
          id,
          title: form.title,
          description: form.description ?? '',
          file_name: name,
          file_type: type,
          ...fileOf(stored),
          created_by: by.userId,
        })
        .execute();
      await recordAudit(trx, by, { noun: 'hr-documents', verb: 'create', id, details: { fileType: type } });
      return getHrDocument(trx, id);
    }),
  );
}

/** Changes a document's title and description (R-hr-documents-8). @throws AppError not-found */
export function changeHrDocument(
  db: Kysely<DB>,
  by: Session,
  id: string,
  { title, description }: HrDocumentChanges,
): Promise<HrDocument> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('hr_documents')
      .set({ title, description, updated_at: nextVersion(), edited_at: sql`now()` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(documentNotFound);
    await recordAudit(trx, by, { noun: 'hr-documents', verb: 'update', id });
    return getHrDocument(trx, id);
  });
}

/** Deletes a document with its file (R-hr-documents-8). @throws AppError not-found */
export async function removeHrDocument(db: Kysely<DB>, by: Session, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('hr_documents').where('id', '=', id).returning('id').executeTakeFirstOrThrow(documentNotFound);
    await recordAudit(trx, by, { noun: 'hr-documents', verb: 'delete', id });
  });
}

async function refuseFullList(trx: Transaction<DB>): Promise<void> {
  await queueForChange(trx, 'hr-documents');
  if ((await countHrDocuments(trx)) < MAX_HR_DOCUMENTS) return;
  throw new AppError('conflict', `There can be at most ${MAX_HR_DOCUMENTS} documents. Delete one first.`);
}
