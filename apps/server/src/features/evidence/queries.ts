import type { Evidence } from '@anupalan/contract/proof/evidence';
import type { EvidenceLine } from '@anupalan/contract/proof/evidence-lines';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { nameRecorded } from '../activity/queries.ts';
import { type EvidenceRow, type LineRow, presentEvidence, presentLine } from './present.ts';
import { IS_STANDING, WHY_RECORD_HAS_NONE } from './queries-score.ts';

/**
 * Files `file` of a company that fulfil a condition, the newest first, with whoever added and removed them, and whether
 * they wait for the scanner, if there is one.
 * @returns `limit` at most, and whether there are more
 */
export async function readEvidence(
  db: Db,
  workspaceId: WorkspaceId,
  { which, limit, isScanned }: { which: RawBuilder<SqlBool>; limit: number; isScanned: boolean },
): Promise<{ files: Evidence[]; more: boolean }> {
  const { rows } = await sql<EvidenceRow>`
    select file.*, bytes.verdict, bytes.removed_at is not null as bytes_removed,
      ${nameRecorded('author', { workspaceId, by: sql`file.by`, imported: sql`file.imported` })} as by_name,
      ${nameRecorded('remover', { workspaceId, by: sql`file.removed_by`, imported: sql`file.removal_imported` })}
        as removed_by_name,
      array(select record_id::text from inherited_evidence inherited
        where (inherited.workspace_id, inherited.evidence_id) = (file.workspace_id, file.id)
        order by record_id) as also_of
    from (
      select * from evidence file where file.workspace_id = ${workspaceId} and ${which}
      order by file.id desc limit ${limit + 1}) file
      left join files bytes on bytes.id = file.file_id
      left join users author on author.id = file.by
      left join users remover on remover.id = file.removed_by
    order by file.id desc`.execute(db);
  return { files: rows.slice(0, limit).map((row) => presentEvidence(row, isScanned)), more: rows.length > limit };
}

/** The condition of the files `file` that a record stands on: its own, and those of records that it took the place of. */
export function isOfRecord(recordId: string | RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(file.subject_id = ${recordId} or exists (
    select from inherited_evidence inherited
    where inherited.workspace_id = file.workspace_id and inherited.evidence_id = file.id
      and inherited.record_id = ${recordId}))`;
}

/** The condition of the bytes `bytes` of a file that can be had, which the store judges once more (R-api-48). */
export const IS_GIVEN_OUT = sql<SqlBool>`(bytes.removed_at is null and bytes.verdict in ('clean', 'scanned'))`;

/** The condition of the files `file` that stand now. */
export const STANDS = sql.raw<SqlBool>(IS_STANDING);

/**
 * The condition of the files `file` of an occurrence that stand at one of its records that count, its own or one that
 * took its place: not at one that was returned, put aside or taken back. `which` narrows these records `record`.
 */
export function standsAtCountingRecord(which: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(file.subject_kind = 'record' and ${STANDS} and exists (
    select from status_records record
    where record.workspace_id = file.workspace_id and record.counterpart is null and ${which}
      and record.id = any(array(
        select file.subject_id union all
        select record_id from inherited_evidence inherited
        where (inherited.workspace_id, inherited.evidence_id) = (file.workspace_id, file.id)))))`;
}

/** Whether a duty, or a record, has a file that stands. */
export async function hasEvidence(db: Db, workspaceId: WorkspaceId, subjectId: string): Promise<boolean> {
  const { rows } = await sql`
    select from evidence file
    where file.workspace_id = ${workspaceId} and ${isOfRecord(subjectId)} and ${STANDS} limit 1`.execute(db);
  return rows.length > 0;
}

/** Why those of some records have no evidence that say so, or lost their last file (R-evidence-7), by their ids. */
export async function readWhyNone(
  db: Db,
  workspaceId: WorkspaceId,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (recordIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; reason: string | null }>`
    select record.id, ${sql.raw(WHY_RECORD_HAS_NONE)} as reason from status_records record
    where record.workspace_id = ${workspaceId} and record.id = any(${recordIds}::uuid[])`.execute(db);
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason]])));
}

/**
 * Whether files stand at an occurrence already, all of them: so a call that is sent again adds nothing.
 */
export async function standAtDay(
  db: Db,
  workspaceId: WorkspaceId,
  { itemId, day, ids }: { itemId: string; day: string; ids: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from evidence
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and subject_kind = 'record'
      and item_id = ${itemId} and day = ${day} and removed_at is null`.execute(db);
  return rows.length === ids.length;
}

/** The files that stand beside things, by the ids of these, the oldest first; one without any is missing (R-evidence-24). */
export async function readEvidenceBeside(
  db: Db,
  workspaceId: WorkspaceId,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, EvidenceLine[]>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await sql<LineRow>`
    select of, file.id, name, size, sha256, type, document_day, removed_at is not null as removed,
      replaced_by is not null as replaced
    from (
      select subject_id as of, id from evidence
      where workspace_id = ${workspaceId} and subject_id = any(${subjectIds}::uuid[])
      union all
      select record_id, evidence_id from inherited_evidence
      where workspace_id = ${workspaceId} and record_id = any(${subjectIds}::uuid[])) beside
      join evidence file on file.workspace_id = ${workspaceId} and file.id = beside.id
    order by file.id`.execute(db);
  const byThing = Map.groupBy(rows, ({ of }) => of);
  return new Map([...byThing].map(([of, files]) => [of, files.map(presentLine)]));
}
