import { NOTE } from '@anupalan/domain/statuses';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requirePermission } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import type { Acting } from '../tracker/commands.ts';
import { type DayOfItem, dayOf } from './checks/commands-items.ts';
import { TOO_OLD, takeBackWaiting } from './checks/commands-take-back.ts';
import { putAside, readState, type StateOfRecord } from './commands-put-aside.ts';
import { RECORDS_A_DAY } from './new-record.ts';

/**
 * Takes a recorded status back by a second record, a note: both stay in the history and count for nothing, and the day
 * stands for what counted before (R-statuses-18).
 * @returns what it was about
 * @throws AppError not-found when the company has no such status; forbidden when it is neither the caller's own nor the
 * caller a manager; conflict when it is older than an hour, was taken back before or checked, or something newer counts.
 */
export function takeBack(db: Kysely<DB>, acting: Acting, recordId: string): Promise<DayOfItem> {
  return db.transaction().execute((trx) => takeBackIn(trx, acting, recordId));
}

/** {@link takeBack} within a transaction, for those who take several back at once. */
export async function takeBackIn(trx: Transaction<DB>, acting: Acting, recordId: string): Promise<DayOfItem> {
  const { view, by } = acting;
  const waiting = await takeBackWaiting(trx, acting, recordId);
  if (waiting) return dayOf(waiting);
  const entry = await lockEntryOf(trx, view.workspaceId, recordId);
  const record = await readState(trx, recordId);
  requirePermission(by, 'status-history.take-back', { userId: record.author ?? '' });
  const reason = reasonAgainst({ ...record, records: record.recordsOfDay }, { of: 'day', most: RECORDS_A_DAY });
  if (reason !== null) throw new AppError('conflict', reason);
  await putAside(trx, by, { recordId, ...record });
  const about = { itemId: entry.item, day: readDay(entry.day), recordId, status: record.status };
  await recordActivity(trx, { ...by, workspaceId: view.workspaceId }, { what: 'status-history.take-back', about });
  return { itemId: entry.item, day: entry.day };
}

/** Locks the entry that a status belongs to, so that nobody else adds to it until the transaction is over. */
async function lockEntryOf(trx: Transaction<DB>, workspaceId: WorkspaceId, recordId: string) {
  const { rows } = await sql<{ item: string; day: string }>`
    select compliance_item_id as item, day
    from status_records record join status_entries entry using (workspace_id, compliance_item_id, day)
    where record.id = ${recordId} and workspace_id = ${workspaceId} and record.status <> ${NOTE}
    for update of entry`.execute(trx);
  const [entry] = rows;
  if (!entry) throw new AppError('not-found', 'Record not found');
  return entry;
}

/** The parts of a record's state that decide whether it can be taken back. */
type Takeable = Pick<StateOfRecord, 'isTakenBack' | 'isRecent' | 'isChecked' | 'isOutdated'> & {
  /** Records of the day, or the duty, that it is about. */
  readonly records: number;
};

/**
 * The reason why a record of a day, or of a duty, can't be taken back, for whoever may; null when it can.
 * @param most the records that there may be
 */
export function reasonAgainst(
  { isTakenBack, isRecent, isChecked, isOutdated, records }: Takeable,
  { of, most }: { of: 'day' | 'duty'; most: number },
): string | null {
  if (isTakenBack) return 'This record was taken back already';
  if (isChecked) return 'What was checked cannot be taken back';
  if (!isRecent) return TOO_OLD;
  if (isOutdated) return `Something newer was recorded for this ${of}`;
  if (records >= most) return `This ${of} already has ${most} records`;
  return null;
}
