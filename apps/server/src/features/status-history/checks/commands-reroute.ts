import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';

/** The checker of the item `item` of a record in `checks`, from the most specific line that names one. */
const CHECKER = sql.raw(
  `coalesce(${[
    'line.compliance_item_id = item.id',
    'line.act_id = item.act_id',
    'line.compliance_item_id is null and line.act_id is null',
  ].map(
    (where) => `
  (select checker_id from assignments line where line.workspace_id = checks.workspace_id and ${where})`,
  )})`,
);

/**
 * Hands to the owner what waits for who isn't the checker of its item, or duty, any more (R-checks-11): called with every
 * change of assignments, after it.
 */
export async function rerouteWaiting(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  await sql`
    update checks set waits_for = null, reason = 'changed'
    from (
      select waiting.id as record_id, known.id, coalesce(known.act_id, duty.act_id) as act_id
      from checks waiting
        left join compliance_items known on known.id = waiting.compliance_item_id
        left join event_duties duty on (duty.workspace_id, duty.id) = (waiting.workspace_id, waiting.duty_id)
      where waiting.workspace_id = ${workspaceId} and waiting.outcome is null) item
    where checks.workspace_id = ${workspaceId} and checks.id = item.record_id and outcome is null
      and waits_for is distinct from ${CHECKER}
      and waits_for is not null`.execute(trx);
}

/**
 * Hands to a merged item's checker what waits for the checker of one that went into it (R-catalogue-26), in all
 * companies; to the owner where it has none. What its checker made waits for whom it waited.
 */
export async function rerouteMerged(trx: Transaction<DB>, itemId: string): Promise<void> {
  await sql`
    with waiting as (
      select checks.workspace_id, checks.id, ${CHECKER} as checker,
        array[author_id, impersonator_id, in_name_of] || changed_by as makers
      from checks join compliance_items item on item.id = checks.compliance_item_id
      where item.id = ${itemId} and outcome is null and waits_for is not null)
    update checks set waits_for = checker, reason = case when checker is null then 'changed' end
    from waiting
    where (checks.workspace_id, checks.id) = (waiting.workspace_id, waiting.id)
      and waits_for is distinct from checker and (checker = any(makers)) is not true`.execute(trx);
}
