import { type Filing, storedFiling } from '@anupalan/contract/fields/filing';
import { can } from '@anupalan/domain/permissions';
import type { RecordStatus } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { authorBrought, IS_NEWEST_STATUS, nameRecorded } from '../activity/queries.ts';
import { WHY_RECORD_HAS_NONE } from '../evidence/queries-score.ts';
import type { Days } from '../tracker/choose-days.ts';
import { withinDays } from './within-days.ts';

/** Rows that are read at a time. */
const AT_ONCE = 1_000;

/** A record of a status, or a note, as the table of them has it. */
export interface ExportedRecord {
  readonly id: string;
  readonly day: string;
  readonly status: RecordStatus;
  readonly note: string;
  readonly filing: Filing | null;
  readonly registrationNumber: string | null;
  readonly noEvidenceReason: string | null;
  readonly at: Date;
  readonly by: string | null;
  readonly checkedBy: string | null;
}

/** The items of which something is recorded: a status or a note, a payment, a submission, a file. */
export async function listRecordedItems(db: Db, { workspaceId }: Session): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct compliance_item_id as id from status_entries where workspace_id = ${workspaceId}
    union select compliance_item_id from payment_dates where workspace_id = ${workspaceId}
    union select compliance_item_id from submission_dates where workspace_id = ${workspaceId}
    union select item_id from evidence where workspace_id = ${workspaceId} and item_id is not null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** How many rows of a table of records some items have, or `most` where they have more. */
export async function countRecorded(
  db: Db,
  { workspaceId }: Session,
  { table, items, most }: { table: 'status_records' | 'payment_dates'; items: readonly string[]; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(table)}
      where workspace_id = ${workspaceId} and compliance_item_id = any(${items}::uuid[]) limit ${most}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * The records of an item that the reader sees, by day and then by time, read as they are asked for. Those that count for
 * nothing are left out; on the free plan there is the newest status of each day, without its note (R-exports-3).
 */
export async function* readRecords(
  db: Db,
  session: Session,
  itemId: string,
  days: Partial<Days>,
): AsyncGenerator<ExportedRecord> {
  const { workspaceId } = session;
  const readsAll = can(actorOf(session), 'status-history.read');
  const by = sql`coalesce(record.updated_by, ${authorBrought('status_records', 'record')})`;
  const imported = sql`record.imported`;
  let last: { day: string; at: string; id: string } | null = null;
  for (;;) {
    const { rows }: { rows: RecordRow[] } = await sql<RecordRow>`
      select record.id, record.day::text, record.status, ${readsAll ? sql`record.note` : sql`''`} as note, record.filing,
        registration.number as "registrationNumber", ${sql.raw(WHY_RECORD_HAS_NONE)} as "noEvidenceReason",
        record.created_at as at, record.created_at::text as exact,
        ${nameRecorded('author', { workspaceId, by, imported })} as by,
        ${nameRecorded('checker', { workspaceId, by: sql`record.checked_by`, imported })} as "checkedBy"
      from status_records record
        left join registrations registration
          on (registration.workspace_id, registration.id) = (record.workspace_id, record.registration_id)
        left join users author on author.id = record.updated_by
        left join users checker on checker.id = record.checked_by
      where record.workspace_id = ${workspaceId} and record.compliance_item_id = ${itemId} and record.counterpart is null
        ${readsAll ? sql`` : sql`and ${IS_NEWEST_STATUS}`}
        and ${withinDays(session, sql`record.day`, days)}
        ${last === null ? sql`` : sql`and (record.day, record.created_at, record.id) > (${last.day}, ${last.at}, ${last.id})`}
      order by record.day, record.created_at, record.id limit ${AT_ONCE}`.execute(db);
    for (const { exact, filing, ...row } of rows) {
      yield { ...row, filing: storedFiling(filing) };
    }
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return;
    last = { day: end.day, at: end.exact, id: end.id };
  }
}

interface RecordRow extends Omit<ExportedRecord, 'filing'> {
  readonly filing: unknown;
  /** The moment to the microsecond. */
  readonly exact: string;
}
