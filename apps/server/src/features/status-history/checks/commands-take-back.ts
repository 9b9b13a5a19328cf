import { NOTE } from '@anupalan/domain/statuses';
import { type Selectable, sql, type Transaction } from 'kysely';
import { requirePermission } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Checks, DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import type { Acting } from '../../tracker/commands.ts';
import type { CheckedRecords } from './checked-records.ts';
import { OF_ITEMS } from './commands-items.ts';
import { rerouteWaiting } from './commands-reroute.ts';
import type { CheckKey } from './commands-wait.ts';

export const TOO_OLD = 'Only what was recorded within the last hour can be taken back';

/**
 * Takes back a record that waits for its check: it waits no more, and what it is about stands as before (R-checks-14).
 * @returns the record as it waited; null when it isn't one that waits
 * @throws AppError forbidden when it is neither the caller's own nor the caller a manager; conflict when it is older than
 * an hour.
 */
export async function takeBackWaiting(
  trx: Transaction<DB>,
  { view: { workspaceId }, by }: Acting,
  id: string,
  records: CheckedRecords = OF_ITEMS,
): Promise<Selectable<Checks> | null> {
  const key = { workspaceId, id };
  if (!(await records.lock(trx, key))) return null;
  const check = await trx
    .selectFrom('checks')
    .selectAll()
    .select(sql<boolean>`made_at > clock_timestamp() - interval '1 hour'`.as('is_recent'))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  if (!check) return null;
  requirePermission(by, 'status-history.take-back', { userId: check.author_id });
  if (!check.is_recent) throw new AppError('conflict', TOO_OLD);
  await sql`update checks set outcome = 'taken-back' where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
  const before = await reopenBefore(trx, key);
  await records.settle(trx, key);
  for (const reopened of before) await records.settle(trx, { workspaceId, id: reopened });
  if (before.length > 0) await rerouteWaiting(trx, workspaceId);
  await records.tell(trx, { ...by, workspaceId }, check, 'take-back');
  return check;
}

/**
 * Lets the records wait again whose place one took that was just taken back, unless something else came after them: one,
 * or of several registration numbers one each. Whom they waited for may have left meanwhile.
 * @returns the records that what they are about says now, which may also have been returned
 */
async function reopenBefore(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<string[]> {
  const { rows } = await sql<{ id: string; waits_for: string | null }>`
    select other.id, other.waits_for
    from checks taken join checks other on ${isOfSame('taken')}
    where taken.workspace_id = ${workspaceId} and taken.id = ${id} and other.outcome in ('replaced', 'returned')
      and ${isAboutSame('taken')}
      and not exists (
        select from checks later
        where ${isOfSame('later')}
          and (later.made_at, later.id) > (other.made_at, other.id) and later.outcome is distinct from 'taken-back'
          and ${isAboutSame('later')})
      and not exists (
        select from status_records later
        where (later.workspace_id, later.compliance_item_id, later.day)
            = (other.workspace_id, other.compliance_item_id, other.day)
          and later.created_at > other.made_at and later.status <> ${NOTE} and ${isAboutSame('later')})
      and not exists (
        select from event_duty_records later
        where (later.workspace_id, later.duty_id) = (other.workspace_id, other.duty_id)
          and later.created_at > other.made_at and later.status <> ${NOTE})`.execute(trx);
  for (const before of rows) await reopen(trx, workspaceId, before);
  return rows.map((before) => before.id);
}

/** Whether `other` and a second row of `checks` are about the same day of an item, or the same duty. */
function isOfSame(second: 'taken' | 'later') {
  const of = (column: string) => sql.ref(`${second}.${column}`);
  return sql`other.workspace_id = ${of('workspace_id')}
    and ((other.compliance_item_id, other.day) = (${of('compliance_item_id')}, ${of('day')})
      or other.duty_id = ${of('duty_id')})`;
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
