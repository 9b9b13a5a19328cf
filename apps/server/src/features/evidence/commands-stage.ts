import { randomUUIDv7 } from 'node:crypto';
import type { AnyFileType } from '@anupalan/contract/wire/files';
import { toPaise } from '@anupalan/domain/money';
import type { Kysely } from 'kysely';
import { holdMembership } from '../../identity/members/membership.ts';
import { holdSession } from '../../identity/read-session.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { requireRoomForFiles } from './commands-quota.ts';

/** A file as it lies in the store, with what its uploader says of the document. */
export interface NewFile {
  readonly fileId: string;
  readonly name: string;
  readonly type: AnyFileType;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: Buffer;
  /** Days are ISO, the amount is in rupees. */
  readonly documentDay: string | null;
  readonly number: string | null;
  readonly amount: number | null;
}

/**
 * Stages a file: until it is attached, its uploader alone sees it, for a day (R-evidence-3).
 * @param payerBytes as {@link requireRoomForFiles}
 * @returns its id
 * @throws AppError conflict without room (R-evidence-8); forbidden for who may not add files any more
 */
export function stageFile(db: Kysely<DB>, session: Session, file: NewFile, payerBytes: number): Promise<string> {
  const id = randomUUIDv7();
  return db.transaction().execute(async (trx) => {
    // Who was removed, or made a viewer, while the file was on its way leaves nothing behind.
    await holdMembership(trx, session);
    requirePermission(await holdSession(trx, session), 'evidence.add');
    await requireRoomForFiles(trx, session.workspaceId, { bytes: file.size, payerBytes });
    await trx
      .insertInto('evidence')
      .values({
        workspace_id: session.workspaceId,
        id,
        file_id: file.fileId,
        name: file.name,
        type: file.type,
        media_type: file.mediaType,
        size: file.size,
        sha256: file.sha256,
        document_day: file.documentDay,
        number: file.number || null,
        amount_paise: file.amount === null ? null : toPaise(file.amount),
        by: session.userId,
        impersonator: session.impersonatorId,
      })
      .execute();
    return id;
  });
}

/** Deletes a file that somebody staged. @returns whether it was there */
export async function dropStaged(db: Kysely<DB>, { userId }: Pick<Session, 'userId'>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('evidence')
    .where('id', '=', id)
    .where('by', '=', userId)
    .where('subject_id', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
