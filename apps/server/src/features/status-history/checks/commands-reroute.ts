import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';

/**
 * Hands to the owner what waits for a checker who isn't the item's checker any more (R-checks-11): called with every
 * change of assignments, after it.
 */
export async function rerouteWaiting(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const checkerOf = (where: string) =>
    sql`(select checker_id from assignments line where line.workspace_id = checks.workspace_id and ${sql.raw(where)})`;
  await sql`
    update checks set waits_for = null, reason = 'changed'
    from compliance_items item
    where item.id = checks.compliance_item_id and checks.workspace_id = ${workspaceId} and outcome is null
      and waits_for is distinct from coalesce(
        ${checkerOf('line.compliance_item_id = item.id')},
        ${checkerOf('line.act_id = item.act_id')},
        ${checkerOf('line.compliance_item_id is null and line.act_id is null')})
      and waits_for is not null`.execute(trx);
}
