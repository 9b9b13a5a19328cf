import { can } from '@anupalan/domain/permissions';
import { type SqlBool, sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { IS_NEWEST_STATUS } from '../activity/queries.ts';
import { IS_GIVEN_OUT, STANDS, standsAtCountingRecord } from '../evidence/queries.ts';

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

const COLUMNS = sql`file.id, file.name, file.size::float8 as size, encode(file.sha256, 'hex') as sha256, 
  case when ${IS_GIVEN_OUT} then file.file_id end as "fileId"`;

/**
 * The files at the records of some items that count, by item and ISO day with a blank between; on the free plan those at
 * the newest status alone (R-exports-3).
 */
export async function readEvidenceOfItems(
  db: Db,
  session: Session,
  items: readonly string[],
): Promise<ReadonlyMap<string, readonly EvidenceOfLine[]>> {
  const which = can(actorOf(session), 'status-history.read') ? sql<SqlBool>`true` : IS_NEWEST_STATUS;
  const { rows } = await sql<EvidenceRow>`
    select file.item_id || ' ' || file.day as key, ${COLUMNS}
    from evidence file left join files bytes on bytes.id = file.file_id
    where file.workspace_id = ${session.workspaceId} and file.item_id = any(${items}::uuid[])
      and ${standsAtCountingRecord(which)}
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
