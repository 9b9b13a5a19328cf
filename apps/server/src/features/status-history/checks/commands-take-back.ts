import { sql, type Transaction } from 'kysely';
import { requirePermission } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { readDay } from '../../../platform/postgres/prepared-statement.ts';
import { recordActivity } from '../../activity/commands.ts';
import type { Acting } from '../../tracker/commands.ts';
import { lockCheck, settleEntry } from './commands-wait.ts';

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
  await settleEntry(trx, key);
  const about = { itemId, day: readDay(day), recordId: id, status };
  await recordActivity(trx, { ...by, workspaceId }, { what: 'status-history.take-back', about });
  return { itemId, day };
}
