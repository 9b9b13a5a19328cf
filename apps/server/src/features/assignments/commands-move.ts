import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { rerouteWaiting } from '../status-history/checks/commands-reroute.ts';

/**
 * Moves who is responsible, deputy and checker of an item to the one that it went into (R-catalogue-26). Where somebody
 * was named for that already, the first stays; where nobody was, the other's is taken, so that no checker is lost.
 */
export async function moveAssignments(trx: Transaction<DB>, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update assignments line set
      responsible_id = coalesce(line.responsible_id, moved.responsible_id),
      deputy_id = coalesce(line.deputy_id, moved.deputy_id),
      checker_id = coalesce(line.checker_id, moved.checker_id),
      evidence_required = coalesce(line.evidence_required, moved.evidence_required),
      unchecked_by = coalesce(line.unchecked_by, moved.unchecked_by),
      checker_gone = (line.checker_gone or moved.checker_gone) and coalesce(line.checker_id, moved.checker_id) is null
    from assignments moved
    where moved.workspace_id = line.workspace_id and moved.compliance_item_id = ${from}
      and line.compliance_item_id = ${to}`.execute(trx);
  await sql`
    update assignments moved set compliance_item_id = ${to}
    where compliance_item_id = ${from} and not exists (
      select from assignments other
      where other.workspace_id = moved.workspace_id and other.compliance_item_id = ${to})`.execute(trx);
}

/**
 * Goes on checking what a manager records of an item that they moved away from an act with a checker, as if they had
 * taken that one away (R-checks-13), and hands to the owner what waits for the act's (R-checks-11). It is called after
 * the move, and before the former act may go with its line.
 */
export async function keepChecking(
  trx: Transaction<DB>,
  { workspaceId, userId, member }: Pick<Session, 'workspaceId' | 'userId' | 'member'>,
  { itemId, formerActId }: { itemId: string; formerActId: string },
): Promise<void> {
  if (member.role !== 'owner') {
    await sql`
      insert into assignments (workspace_id, compliance_item_id, unchecked_by)
      select workspace_id, ${itemId},
        case when checker_id is not null or checker_gone then ${userId}::uuid else unchecked_by end
      from assignments
      where workspace_id = ${workspaceId} and act_id = ${formerActId}
        and (checker_id is not null or checker_gone or unchecked_by is not null)
      on conflict (workspace_id, compliance_item_id, act_id) do update
        set unchecked_by = excluded.unchecked_by`.execute(trx);
  }
  await rerouteWaiting(trx, workspaceId);
}
