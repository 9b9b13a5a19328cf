import type { HrDocument } from '@anupalan/contract/hr-documents';
import type { Selectable } from 'kysely';
import type { HrDocuments } from '../../platform/postgres/database-schema.ts';

/** A document as it is shown. */
export type HrDocumentRow = Omit<Selectable<HrDocuments>, 'file_id' | 'created_by' | 'catalogue_key' | 'edited_at'>;

export function presentHrDocument(row: HrDocumentRow): HrDocument {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    fileName: row.file_name,
    fileType: row.file_type,
    fileSize: row.file_size,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
