import { type Kysely, sql } from 'kysely';
import { AppError } from '../../errors/errors.ts';
import type { Db } from '../../postgres/database.ts';
import type { DB } from '../../postgres/database-schema.ts';
import type { WorkspaceId } from '../../postgres/workspace-id.ts';
import type { NewFile, Verdict } from './file-store.ts';
import type { PlaceName } from './place.ts';
import { isReferredTo, listReferences } from './queries.ts';

/** Begins a file that nobody can read yet. */
export async function beginFile(
  db: Kysely<DB>,
  id: string,
  { workspaceId, purpose, mediaType, place, verdict }: NewFile & { place: PlaceName; verdict: Verdict },
): Promise<void> {
  await db
    .insertInto('files')
    .values({ id, workspace_id: workspaceId, purpose, media_type: mediaType, place, verdict })
    .execute();
}

/**
 * Makes a file readable, once all of its bytes are there. @throws AppError not-found when it was removed meanwhile, as
 * with its company
 */
export async function finishFile(
  db: Kysely<DB>,
  id: string,
  { size, sha256 }: { size: number; sha256: Buffer },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ size, sha256, whole_at: sql`now()` })
    .where('id', '=', id)
    .where('whole_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'File not found'));
}

/** Removes files; those that are removed already stay as they are. */
export async function removeFiles(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update files set removed_at = now() where id = any(${ids}) and removed_at is null`.execute(db);
}

/** Gives files to another company. */
export async function moveFiles(db: Db, ids: readonly string[], workspaceId: WorkspaceId): Promise<void> {
  await sql`update files set workspace_id = ${workspaceId} where id = any(${ids}) and removed_at is null`.execute(db);
}

/** Removes those files to which no row refers. */
export async function removeUnattachedFiles(db: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await sql`update files set removed_at = now()
    where id = any(${ids}) and removed_at is null and not ${isReferredTo(await listReferences(db))}`.execute(db);
}

/** Removes what is still being written after a day: its upload broke off with its server. */
export async function removeUnfinishedFiles(db: Db): Promise<void> {
  await sql`update files set removed_at = now()
    where whole_at is null and removed_at is null and made_at < now() - interval '1 day'`.execute(db);
}

/** Deletes the row of a removed file, whose bytes are gone. */
export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).where('removed_at', 'is not', null).execute();
}
