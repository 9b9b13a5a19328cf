import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { isOfRecord } from './queries.ts';

/** Lets a record that says a former one again stand on the files of that one, too (R-evidence-9). */
export async function inheritFiles(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    insert into inherited_evidence (workspace_id, record_id, evidence_id)
    select file.workspace_id, ${to}, file.id from evidence file
    where file.workspace_id = ${workspaceId} and ${isOfRecord(from)} and file.removed_at is null
    on conflict do nothing`.execute(trx);
}

/**
 * The files that an approval of a record stands on, as rows of `approved_figures` in SQL: its own, those of its duty, and
 * those of the payments and submissions that it stands on. The caller holds what the record is about.
 */
export function selectApprovedFiles(
  workspaceId: WorkspaceId,
  { recordId, dutyId }: { recordId: string; dutyId: string | null },
): RawBuilder<unknown> {
  return sql`
    select file.workspace_id, file.id, ${recordId}::uuid, 'evidence', figure_of_evidence(file)
    from evidence file
    where file.workspace_id = ${workspaceId} and file.removed_at is null and (
      ${isOfRecord(sql`${recordId}::uuid`)} or file.subject_id = ${dutyId}::uuid
      or file.subject_id in (
        select thing_id from approved_figures where workspace_id = ${workspaceId} and record_id = ${recordId}))`;
}

/** Says of the files of a company, which it was given as they are, what took the place of which. */
export async function linkRevisions(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  await sql`
    with recursive later as (
      select replaces as first, id, removed_at is not null as removed from evidence
      where workspace_id = ${workspaceId} and replaces is not null
      union
      select later.first, next.id, next.removed_at is not null
      from later join evidence next on next.workspace_id = ${workspaceId} and next.replaces = later.id
      where later.removed)
    update evidence set replaced_by = later.id from later
    where not later.removed and workspace_id = ${workspaceId} and evidence.id = later.first`.execute(trx);
}

/** Takes the files of an item along that goes into another one, to the days that their records have then. */
export async function moveEvidence(trx: Transaction<DB>, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update evidence file set item_id = ${to},
      day = case when subject_kind = 'record' then coalesce(
        (select day from status_records record
          where (record.workspace_id, record.id) = (file.workspace_id, file.subject_id)),
        (select day from checks where (checks.workspace_id, checks.id) = (file.workspace_id, file.subject_id)),
        day) else day end
    where item_id = ${from}`.execute(trx);
}
