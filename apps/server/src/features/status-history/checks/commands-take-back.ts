import { NOTE } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import { requirePermission } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { readDay } from '../../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../../activity/commands.ts';
import type { Acting } from '../../tracker/commands.ts';
import { rerouteWaiting } from './commands-reroute.ts';
import { type CheckKey, lockCheck, settleEntry } from './commands-wait.ts';

/** The item and the day (ISO) of a record. */
export interface DayOfItem {
  readonly itemId: string;
  readonly day: string;
}

export const TOO_OLD = 'Only what was recorded within the last hour can be taken back';

/**
 * Takes back a record that waits for its check: it waits no more, and the day stands for what it stood for (R-checks-14).
 * @returns what it was about; null when it isn't one that waits
 * @throws AppError forbidden when it is neither the caller's own nor the caller a manager; conflict when it is older than
 * an hour.
 */
export async function takeBackWaiting(
  trx: Transaction<DB>,
  { view: { workspaceId }, by }: Acting,
  id: string,
): Promise<DayOfItem | null> {
  const key = { workspaceId, id };
  if (!(await lockCheck(trx, key))) return null;
  const check = await trx
    .selectFrom('checks')
    .select(['compliance_item_id', 'day', 'status', 'author_id'])
    .select(sql<boolean>`made_at > clock_timestamp() - interval '1 hour'`.as('is_recent'))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  if (!check) return null;
  const { compliance_item_id: itemId, day, status } = check;
  requirePermission(by, 'status-history.take-back', { userId: check.author_id });
  if (!check.is_recent) throw new AppError('conflict', TOO_OLD);
  await sql`update checks set outcome = 'taken-back' where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
  const before = await reopenBefore(trx, key);
  await settleEntry(trx, key);
  for (const reopened of before) await settleEntry(trx, { workspaceId, id: reopened });
  if (before.length > 0) await rerouteWaiting(trx, workspaceId);
  const about = { itemId, day: readDay(day), recordId: id, status };
  await recordActivity(trx, { ...by, workspaceId }, { what: 'status-history.take-back', about });
  return { itemId, day };
}

/**
 * Lets the records wait again whose place one took that was just taken back, unless something else came after them: one,
 * or of several registration numbers one each. Whom they waited for may have left meanwhile.
 * @returns the records that the day's entry says now, which may also have been returned
 */
async function reopenBefore(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<string[]> {
  const { rows } = await sql<{ id: string; waits_for: string | null }>`
    select other.id, other.waits_for
    from checks other join checks taken using (workspace_id, compliance_item_id, day)
    where workspace_id = ${workspaceId} and taken.id = ${id} and other.outcome in ('replaced', 'returned')
      and ${isAboutSame('taken')}
      and not exists (
        select from checks later
        where (later.workspace_id, later.compliance_item_id, later.day)
            = (other.workspace_id, other.compliance_item_id, other.day)
          and (later.made_at, later.id) > (other.made_at, other.id) and later.outcome is distinct from 'taken-back'
          and ${isAboutSame('later')})
      and not exists (
        select from status_records later
        where (later.workspace_id, later.compliance_item_id, later.day)
            = (other.workspace_id, other.compliance_item_id, other.day)
          and later.created_at > other.made_at and later.status <> ${NOTE} and ${isAboutSame('later')})`.execute(trx);
  for (const before of rows) await reopen(trx, workspaceId, before);
  return rows.map((before) => before.id);
}

/** Whether `other` and a second record are about the same registration number, or one of them about all. */
function isAboutSame(second: 'taken' | 'later') {
  const ofSecond = sql.ref(`${second}.registration_id`);
  return sql`coalesce(other.registration_id = ${ofSecond}, true)`;
}

async function reopen(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { id, waits_for }: { id: string; waits_for: string | null },
): Promise<void> {
  const { rows: there } = await sql`
    select from memberships where workspace_id = ${workspaceId} and user_id = ${waits_for} and role <> 'viewer'
    for share`.execute(trx);
  const isGone = waits_for !== null && there.length === 0;
  await sql`
    update checks set outcome = null,
      waits_for = case when not ${isGone}::boolean then waits_for end,
      reason = case when ${isGone}::boolean then 'gone' else reason end
    where workspace_id = ${workspaceId} and id = ${id} and outcome = 'replaced'`.execute(trx);
}
