import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { IS_GIVEN_OUT } from '../evidence/queries.ts';
import type { EvidenceOfLine } from '../exports/queries-evidence.ts';

/** A file of evidence that belongs to no occurrence: of a payment, a submission or a registration. */
export interface FileBeside extends EvidenceOfLine {
  readonly kind: 'payment-date' | 'submission-date' | 'registration';
  /** The item of a payment or submission, and its day. */
  readonly itemId: string | null;
  readonly day: string | null;
  /** The registration as `EPF MH/PUN/0012345`. */
  readonly registration: string | null;
}

/** Rows that are read at a time. */
const AT_ONCE = 500;

/**
 * Evidence of payments and submissions of some items within some days, and, if asked for, of registrations; some at a
 * time as they are asked for. Only what stands: neither removed nor replaced.
 */
export async function* readFilesBeside(
  db: Db,
  workspaceId: WorkspaceId,
  {
    items,
    from,
    to,
    withRegistrations,
  }: { items: readonly string[]; from: string; to: string; withRegistrations: boolean },
): AsyncGenerator<FileBeside> {
  let last: string | null = null;
  for (;;) {
    const { rows }: { rows: FileBeside[] } = await sql<FileBeside>`
      select file.id, file.name, file.size::float8 as size, encode(file.sha256, 'hex') as sha256,
        case when ${IS_GIVEN_OUT} then file.file_id end as "fileId",
        file.subject_kind as kind, file.item_id as "itemId", file.day::text,
        upper(registration.kind) || ' ' || registration.number as registration
      from evidence file
        left join files bytes on bytes.id = file.file_id
        left join registrations registration
          on (registration.workspace_id, registration.id) = (file.workspace_id, file.subject_id)
      where file.workspace_id = ${workspaceId} and file.removed_at is null and file.replaced_by is null
        and (file.subject_kind in ('payment-date', 'submission-date') and file.item_id = any(${items}::uuid[])
            and file.day between ${from} and ${to}
          or ${withRegistrations} and file.subject_kind = 'registration' and registration.removed_at is null)
        ${last === null ? sql`` : sql`and file.id > ${last}`}
      order by file.id limit ${AT_ONCE}`.execute(db);
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return;
    last = end.id;
  }
}
