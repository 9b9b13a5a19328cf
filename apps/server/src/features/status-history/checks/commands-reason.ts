import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';

/**
 * Says of a done why it has no evidence any more, unless it says so already (R-evidence-7): of a record that counts or
 * waits, or of what waits of a duty. One that was approved is put aside then and stays as it was approved; what is said
 * again of it has the reason.
 */
export async function sayWhyNone(
  trx: Transaction<DB>,
  { workspaceId, subjectId, reason }: { workspaceId: WorkspaceId; subjectId: string; reason: string },
): Promise<void> {
  await sql`
    update status_records set no_evidence_reason = ${reason}
    where workspace_id = ${workspaceId} and id = ${subjectId} and status = 'done' and counterpart is null
      and checked_by is null and no_evidence_reason is null`.execute(trx);
  await sql`
    update checks set no_evidence_reason = ${reason}
    where workspace_id = ${workspaceId} and (id = ${subjectId} or duty_id = ${subjectId}) and status = 'done'
      and no_evidence_reason is null and (outcome is null or outcome = 'approved')`.execute(trx);
}
