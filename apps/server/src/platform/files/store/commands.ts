import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { AppError } from '../../errors/errors.ts';
import type { Db } from '../../postgres/database.ts';
import type { DB, FileFaults } from '../../postgres/database-schema.ts';
import type { WorkspaceId } from '../../postgres/workspace-id.ts';
import { type PlaceName, SENT_BY_PEOPLE, type Verdict } from './file-kinds.ts';
import type { NewFile } from './file-store.ts';
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

/** Keeps what the scanner found in a file that it had not looked at. */
export async function judgeFile(db: Db, id: string, verdict: Verdict): Promise<void> {
  await db
    .updateTable('files')
    .set({ verdict })
    .where('id', '=', id)
    .where('verdict', 'in', ['waiting', 'clean'])
    .execute();
}

/** Files of one statement that changes what is said of them. */
const AT_ONCE = 5_000;

/**
 * Lets the files wait for the scanner that came while none was set (R-api-48); fewer than there are when {@link isStopping}.
 */
export async function letWait(db: Db, isStopping = () => false): Promise<void> {
  // As the index has it, so that this costs nothing once all were scanned.
  const purposes = sql.join(SENT_BY_PEOPLE.map((purpose) => sql.lit(purpose)));
  await changeVerdicts(db, { of: sql`verdict = 'clean' and purpose in (${purposes})`, to: 'waiting', isStopping });
}

/** Gives out what waits for a scanner as it is, once there is none any more. @returns how many files */
export function giveOutWaiting(db: Db): Promise<number> {
  return changeVerdicts(db, { of: sql`verdict = 'waiting'`, to: 'clean', isStopping: () => false });
}

async function changeVerdicts(
  db: Db,
  { of, to, isStopping }: { of: RawBuilder<unknown>; to: Verdict; isStopping: () => boolean },
): Promise<number> {
  for (let changed = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      update files set verdict = ${to} where id = any(array(
        select id from files where ${of} limit ${AT_ONCE} for update skip locked))`.execute(db);
    changed += Number(numAffectedRows);
    if (numAffectedRows < AT_ONCE || isStopping()) return changed;
  }
}

/** Removes files; those that are removed already stay as they are. */
export async function removeFiles(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update files set removed_at = now() where id = any(${ids}) and removed_at is null`.execute(db);
}

/** Gives files to another company. */
export async function moveFiles(db: Db, ids: readonly string[], workspaceId: WorkspaceId): Promise<void> {
  await sql`update files set workspace_id = ${workspaceId} where id = any(${ids})`.execute(db);
}

/** Removes those files to which no row refers. */
export async function removeUnattachedFiles(db: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await sql`update files set removed_at = now()
    where id = any(${ids}) and removed_at is null and not ${isReferredTo(await listReferences(db))}`.execute(db);
}

/** Removes files older than a day to which no row refers: what they were for wasn't finished. @returns how many */
export async function removeForgottenFiles(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update files set removed_at = now()
    where removed_at is null and whole_at < now() - interval '1 day'
      and not ${isReferredTo(await listReferences(db))}`.execute(db);
  return Number(numAffectedRows);
}

/** Keeps what a check found, in place of what the one before did. */
export async function keepFaults(db: Kysely<DB>, faults: readonly Selectable<Pick<FileFaults, 'fault' | 'file'>>[]) {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('file_faults').execute();
    for (let at = 0; at < faults.length; at += 1_000) {
      await trx
        .insertInto('file_faults')
        .values(faults.slice(at, at + 1_000))
        .execute();
    }
  });
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
