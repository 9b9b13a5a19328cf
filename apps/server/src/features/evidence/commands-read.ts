import { TEXTS } from '@anupalan/contract/proof/evidence';
import type { ReadDocument } from '@anupalan/domain/evidence/read-document';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Evidence } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { DocumentReader, KeptDocument, MOST_READ_BYTES } from './documents/document-reader.ts';

/** What is known of a document's text; `read` where it was read. */
const KeptReading = z.object({ text: z.enum(TEXTS), read: KeptDocument.optional() });
export type KeptReading = { readonly text: (typeof TEXTS)[number]; readonly read?: ReadDocument | undefined };

const reader = new DocumentReader();

/** The parts of a file that are needed to read it. */
type Readable = Pick<Selectable<Evidence>, 'workspace_id' | 'id' | 'type' | 'size' | 'file_id' | 'said' | 'by'>;

/**
 * What the text of a document says (R-evidence-10): read once, and kept beside it. Other documents than PDFs have none.
 * @throws AppError conflict while the file waits for the scanner; unavailable when too many others are being read
 */
export async function readSaid(
  { database: { db }, files }: Pick<Services, 'database' | 'files'>,
  file: Readable,
): Promise<KeptReading> {
  const kept = KeptReading.safeParse(file.said);
  if (kept.success) return kept.data;
  const { file_id: fileId } = file;
  const said = await read();
  await sql`
    update evidence set said = ${JSON.stringify(said)}::jsonb
    where workspace_id = ${file.workspace_id} and id = ${file.id} and removed_at is null`.execute(db);
  return said;

  async function read(): Promise<KeptReading> {
    if (file.type !== 'pdf' || fileId === null) return { text: 'none' };
    if (file.size > MOST_READ_BYTES) return { text: 'large' };
    return reader.read(() => Array.fromAsync(files.read(fileId)).then((pieces) => Buffer.concat(pieces)), file.by);
  }
}
