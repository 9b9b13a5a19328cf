import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** A file of evidence as registers and packs name it. */
export interface EvidenceOfLine {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** Hexadecimal digits. */
  readonly sha256: string;
  /** Its bytes; null once it was removed, or replaced by a revision. */
  readonly fileId: string | null;
}

interface EvidenceRow extends EvidenceOfLine {
  readonly key: string;
}

const COLUMNS = sql`file.id, file.name, file.size::float8 as size, encode(file.sha256, 'hex') as sha256, case
  when bytes.removed_at is null and bytes.verdict = 'clean' then file.file_id end as "fileId"`;

/** Files that stand now: neither removed nor replaced by a revision. */
const STANDS = sql`file.removed_at is null and not exists (
  select from evidence revision
  where revision.workspace_id = file.workspace_id and revision.replaces = file.id and revision.removed_at is null)`;

/** The files at the records of some items, by item and ISO day with a blank between. */
export async function readEvidenceOfItems(
  db: Db,
  workspaceId: WorkspaceId,
  items: readonly string[],
): Promise<ReadonlyMap<string, readonly EvidenceOfLine[]>> {
  const { rows } = await sql<EvidenceRow>`
    select file.item_id || ' ' || file.day as key, ${COLUMNS}
    from evidence file left join files bytes on bytes.id = file.file_id
    where file.workspace_id = ${workspaceId} and file.item_id = any(${items}::uuid[]) and file.subject_kind = 'record'
      and ${STANDS}
    order by file.id`.execute(db);
  return Map.groupBy(rows, ({ key }) => key);
}

/** The files at some duties, payments, submissions or registrations, by their ids. */
export async function readEvidenceOfSubjects(
  db: Db,
  workspaceId: WorkspaceId,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly EvidenceOfLine[]>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await sql<EvidenceRow>`
    select file.subject_id::text as key, ${COLUMNS}
    from evidence file left join files bytes on bytes.id = file.file_id
    where file.workspace_id = ${workspaceId} and file.subject_id = any(${subjects}::uuid[]) and ${STANDS}
    order by file.id`.execute(db);
  return Map.groupBy(rows, ({ key }) => key);
}
