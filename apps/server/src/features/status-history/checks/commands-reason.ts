import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';

/**
 * Says of a done that waits for its check why it has no evidence any more, unless it says so already (R-evidence-7), and
 * of one that was approved and is about to wait again. A record that counts is sealed, and nothing is written into it.
 */
export async function sayWhyNone(
  trx: Transaction<DB>,
  { workspaceId, subjectId, reason }: { workspaceId: WorkspaceId; subjectId: string; reason: string },
): Promise<void> {
  await sql`
    update checks set no_evidence_reason = ${reason}
    where workspace_id = ${workspaceId} and (id = ${subjectId} or duty_id = ${subjectId}) and status = 'done'
      and no_evidence_reason is null and (outcome is null or outcome = 'approved')`.execute(trx);
}
