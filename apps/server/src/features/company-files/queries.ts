import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** The tables that say that a company has something recorded: all but those of its beginning. */
const RECORDED = [
  ...(['acts', 'registrations', 'compliance_items', 'facts', 'exclusions', 'company_days', 'holidays'] as const),
  ...(['met_extensions', 'assignments', 'status_entries', 'payment_dates', 'submission_dates'] as const),
  ...(['custom_reminders', 'events', 'evidence', 'api_token_policies'] as const),
];

/** Whether nothing is recorded of a company yet (R-company-files-6). */
export async function hasNothingRecorded(db: Db, workspaceId: WorkspaceId): Promise<boolean> {
  const tables = RECORDED.map(
    (table) => sql`(select 1 from ${sql.table(table)} where workspace_id = ${workspaceId} limit 1)`,
  );
  const { rows } = await sql`${sql.join(tables, sql` union all `)}`.execute(db);
  return rows.length === 0;
}

/** The id of the company that somebody who owns it took in from a file, by the digest of its manifest. */
export async function findTakenIn(db: Db, userId: string, manifest: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('imported_companies as imported')
    .innerJoin('memberships as m', 'm.workspace_id', 'imported.workspace_id')
    .select('m.company_id')
    .where('imported.imported_by', '=', userId)
    .where('imported.manifest', '=', manifest)
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .executeTakeFirst();
  return row?.company_id ?? null;
}

/** Whether somebody took a company in within 24 hours: they may send its file again, not having heard that it came. */
export async function tookInLately(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('imported_companies')
    .select('workspace_id')
    .where('imported_by', '=', userId)
    .where('imported_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The confirmed address of a person. */
export async function getAddress(db: Db, userId: string): Promise<string> {
  const { primary_email } = await db
    .selectFrom('users')
    .select('primary_email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return primary_email;
}
