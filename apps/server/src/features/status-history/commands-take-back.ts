import { randomUUIDv7 } from 'node:crypto';
import { NOTE, type Status } from '@anupalan/domain/statuses';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requirePermission } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { type Acting, authorOf } from '../tracker/commands.ts';
import { takeBackWaiting } from './checks/commands-wait.ts';
import { RECORDS_A_DAY } from './statements-add.ts';

/** The time within which a record can be taken back. */
const WITHIN = '1 hour';

const TAKEN_BACK = 'This record was taken back already';
const CHECKED = 'This record was checked already';
const TOO_OLD = 'Only what was recorded within the last hour can be taken back';
const OUTDATED = 'Something newer was recorded for this day';

/** The item and the day (ISO) of a record. */
export interface DayOfItem {
  readonly itemId: string;
  readonly day: string;
}

/**
 * Takes a recorded status back by a second record, a note: both stay in the history and count for nothing, and the day
 * stands for what counted before (R-statuses-18). One that waits for its check waits no longer.
 * @returns what it was about
 * @throws AppError not-found when the company has no such status; forbidden when it is neither the caller's own nor the
 * caller a manager; conflict when it is older than an hour, was checked or taken back before, or something newer counts.
 */
export function takeBack(db: Kysely<DB>, acting: Acting, recordId: string): Promise<DayOfItem> {
  const { view, by } = acting;
  return db.transaction().execute(async (trx) => {
    const entry = await lockEntryOf(trx, view.workspaceId, recordId);
    if (!entry) return endWaiting(trx, acting, recordId);
    const record = await readState(trx, recordId);
    requirePermission(by, 'status-history.take-back', { userId: record.author ?? '' });
    const reason = reasonAgainst(record);
    if (reason !== null) throw new AppError('conflict', reason);
    const noteId = randomUUIDv7();
    await sql`
      with entry as (
        update status_entries
        set current_status = ${record.before}, updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
        where id = ${entry.id} returning *),
      marked as (update status_records set counterpart = ${noteId} where id = ${recordId})
      insert into status_records
        (workspace_id, compliance_item_id, day, id, status, updated_by, impersonator_id, created_at, updated_at, counterpart)
      select workspace_id, compliance_item_id, day, ${noteId}, ${NOTE}, ${by.userId}, ${by.impersonatorId},
        updated_at, updated_at, ${recordId}
      from entry`.execute(trx);
    await tell(trx, acting, { ...entry, recordId, status: record.status });
    return { itemId: entry.item, day: entry.day };
  });
}

/** Takes a record back that waits for its check, which was written nowhere else yet. */
async function endWaiting(trx: Transaction<DB>, acting: Acting, recordId: string): Promise<DayOfItem> {
  const { view, by } = acting;
  const { rows } = await sql<Waiting>`
    select compliance_item_id as item, day, status, author_id as author, outcome,
      made_at > clock_timestamp() - ${WITHIN}::interval as "isRecent"
    from checks where workspace_id = ${view.workspaceId} and id = ${recordId}`.execute(trx);
  const [waiting] = rows;
  if (!waiting) throw new AppError('not-found', 'Record not found');
  requirePermission(by, 'status-history.take-back', { userId: waiting.author });
  if (waiting.outcome === 'taken-back') throw new AppError('conflict', TAKEN_BACK);
  if (waiting.outcome === 'replaced') throw new AppError('conflict', OUTDATED);
  if (waiting.outcome === null && !waiting.isRecent) throw new AppError('conflict', TOO_OLD);
  if (!(await takeBackWaiting(trx, acting, recordId))) throw new AppError('conflict', CHECKED);
  await tell(trx, acting, { ...waiting, recordId });
  return { itemId: waiting.item, day: waiting.day };
}

interface Waiting {
  readonly item: string;
  readonly day: string;
  readonly status: Status;
  readonly author: string;
  readonly outcome: 'approved' | 'returned' | 'replaced' | 'taken-back' | null;
  readonly isRecent: boolean;
}

interface Told {
  readonly item: string;
  readonly day: string;
  readonly recordId: string;
  readonly status: Status;
}

function tell(trx: Transaction<DB>, { view, by }: Acting, { item, day, recordId, status }: Told): Promise<void> {
  const about = { itemId: item, day: readDay(day), recordId, status };
  return recordActivity(trx, authorOf({ view, by }), { what: 'status-history.take-back', about });
}

/** Locks the entry that a status belongs to, so that nobody else adds to it until the transaction is over; if there is one. */
async function lockEntryOf(trx: Transaction<DB>, workspaceId: WorkspaceId, recordId: string) {
  const { rows } = await sql<{ id: string; item: string; day: string }>`
    select entry.id, compliance_item_id as item, day
    from status_records record join status_entries entry using (workspace_id, compliance_item_id, day)
    where record.id = ${recordId} and workspace_id = ${workspaceId} and record.status <> ${NOTE}
    for update of entry`.execute(trx);
  return rows[0];
}

interface State {
  readonly status: Status;
  readonly author: string | null;
  readonly isTakenBack: boolean;
  readonly isChecked: boolean;
  readonly isRecent: boolean;
  /** Whether another status was recorded since, that counts or waits for its check. */
  readonly isOutdated: boolean;
  readonly recordsOfDay: number;
  /** The status that the day stands for without the record. */
  readonly before: Status;
}

/** The state of a record, read after its entry was locked: what others did until then is in it. */
async function readState(trx: Transaction<DB>, recordId: string): Promise<State> {
  const ofDay = sql`status_records other where (other.workspace_id, other.compliance_item_id, other.day)
    = (record.workspace_id, record.compliance_item_id, record.day)`;
  const counting = sql`${ofDay} and other.id <> record.id and other.status <> ${NOTE} and other.counterpart is null`;
  const { rows } = await sql<State>`
    select status, updated_by as author, counterpart is not null as "isTakenBack",
      checked_by is not null as "isChecked",
      created_at > clock_timestamp() - ${WITHIN}::interval as "isRecent",
      exists (select from ${counting} and other.created_at > record.created_at)
        or exists (select from checks where outcome is null and made_at > record.created_at
          and (workspace_id, compliance_item_id, day)
            = (record.workspace_id, record.compliance_item_id, record.day)) as "isOutdated",
      (select count(*) from ${ofDay}) as "recordsOfDay",
      coalesce((select other.status from ${counting} order by other.created_at desc limit 1), 'pending') as before
    from status_records record where id = ${recordId}`.execute(trx);
  const [state] = rows;
  if (!state) throw new AppError('not-found', 'Record not found');
  return state;
}

/** The reason why a record can't be taken back, for whoever may; null when it can. */
function reasonAgainst({ isTakenBack, isChecked, isRecent, isOutdated, recordsOfDay }: State): string | null {
  if (isTakenBack) return TAKEN_BACK;
  if (isChecked) return CHECKED;
  if (!isRecent) return TOO_OLD;
  if (isOutdated) return OUTDATED;
  if (recordsOfDay >= RECORDS_A_DAY) return `This day already has ${RECORDS_A_DAY} records`;
  return null;
}
