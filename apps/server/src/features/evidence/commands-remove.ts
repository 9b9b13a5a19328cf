import type { EvidenceChanges } from '@anupalan/contract/proof/evidence';
import { toPaise } from '@anupalan/domain/money';
import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { removeFiles } from '../../platform/files/store/commands.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';

/** A file of a company. */
interface FileKey extends Pick<Session, 'workspaceId'> {
  readonly id: string;
}

/**
 * Removes an attached file, of which {@link holdFiles} holds the subject's: its row stays without what its text says, its
 * bytes go after {@link BYTES_DAYS} days (R-evidence-7). What took its place stands for what it replaced, or else that
 * stands again.
 */
export async function markRemoved(
  trx: Transaction<DB>,
  { userId, impersonatorId }: Pick<Session, 'userId' | 'impersonatorId'>,
  { workspaceId, id }: FileKey,
  reason: string,
): Promise<void> {
  await sql`
    with removed as (
      update evidence set removed_at = clock_timestamp(), removed_by = ${userId},
        removed_impersonator = ${impersonatorId}, removed_reason = ${reason}, said = null
      where workspace_id = ${workspaceId} and id = ${id}
      returning workspace_id, id, replaced_by)
    update evidence former set replaced_by = removed.replaced_by from removed
    where (former.workspace_id, former.replaced_by) = (removed.workspace_id, removed.id)`.execute(trx);
}

/**
 * Holds the files of the subject of a file until the transaction is over: of a payment that was deleted there is nothing
 * else to hold. @returns whether the file is there, and was not removed
 */
export async function holdFiles(trx: Transaction<DB>, { workspaceId, id }: FileKey): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select id = ${id} and removed_at is null as "isThere" from evidence
    where workspace_id = ${workspaceId} and (id = ${id} or subject_id = (
      select subject_id from evidence where workspace_id = ${workspaceId} and id = ${id}))
    order by id for update`.execute(trx);
  return rows.some(({ isThere }) => isThere);
}

/** Says what a document names; what is left out stays. */
export async function changeSaid(
  trx: Transaction<DB>,
  { workspaceId, id }: FileKey,
  { documentDay, number, amount }: EvidenceChanges,
): Promise<void> {
  await trx
    .updateTable('evidence')
    .set({
      ...(documentDay !== undefined && { document_day: documentDay }),
      ...(number !== undefined && { number: number || null }),
      ...(amount !== undefined && { amount_paise: amount === null ? null : toPaise(amount) }),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** The days for which the bytes of a removed file are kept. */
export const BYTES_DAYS = 30;

/** Hours for which a file is staged. */
export const STAGED_HOURS = 24;

/** Deletes files that nobody attached in time, and the bytes of those that were removed long ago. */
export async function deleteOldEvidence(db: Db): Promise<void> {
  await sql`
    delete from evidence where subject_id is null and at < now() - make_interval(hours => ${STAGED_HOURS})`.execute(db);
  const { rows } = await sql<{ file: string }>`
    with gone as (
      select workspace_id, id, file_id from evidence
      where removed_at < now() - make_interval(days => ${BYTES_DAYS}) and file_id is not null for update skip locked)
    update evidence set file_id = null from gone
    where (evidence.workspace_id, evidence.id) = (gone.workspace_id, gone.id)
    returning gone.file_id as file`.execute(db);
  if (rows.length > 0) {
    await removeFiles(
      db,
      rows.map(({ file }) => file),
    );
  }
}
