import { randomUUIDv7 } from 'node:crypto';
import { type CountingRecord, lineOf, replayRecords } from '@anupalan/domain/registrations/lines';
import { NOTE, type Status } from '@anupalan/domain/statuses';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requirePermission } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import type { Acting } from '../tracker/commands.ts';
import { listNumberIds } from '../tracker/queries-numbers.ts';
import { type DayOfItem, TOO_OLD, takeBackWaiting } from './checks/commands-take-back.ts';
import { type EntryKey, type EntryOfLines, type KeptLine, readLines } from './commands-lines.ts';
import { RECORDS_A_DAY } from './statements-add.ts';

/**
 * Takes a recorded status back by a second record, a note: both stay in the history and count for nothing, and the day
 * stands for what counted before (R-statuses-18).
 * @returns what it was about
 * @throws AppError not-found when the company has no such status; forbidden when it is neither the caller's own nor the
 * caller a manager; conflict when it is older than an hour, was taken back before or checked, or something newer counts.
 */
export function takeBack(db: Kysely<DB>, acting: Acting, recordId: string): Promise<DayOfItem> {
  const { view, by } = acting;
  return db.transaction().execute(async (trx) => {
    const waiting = await takeBackWaiting(trx, acting, recordId);
    if (waiting) return waiting;
    const entry = await lockEntryOf(trx, view.workspaceId, recordId);
    const record = await readState(trx, recordId);
    requirePermission(by, 'status-history.take-back', { userId: record.author ?? '' });
    const reason = reasonAgainst(record);
    if (reason !== null) throw new AppError('conflict', reason);
    const key = { workspaceId: view.workspaceId, itemId: entry.item, day: entry.day };
    const before = record.hasLines ? await replayWithout(trx, key, recordId) : { current: record.before, lines: null };
    const lines = before.lines && JSON.stringify(before.lines);
    const noteId = randomUUIDv7();
    await sql`
      with entry as (
        update status_entries
        set current_status = ${before.current}, lines = ${lines}::jsonb,
          settled_at = coalesce(
            (select max((value ->> 'at')::timestamptz) from jsonb_each(${lines}::jsonb)),
            settled_at, ${record.settledSince}::timestamptz),
          updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
        where id = ${entry.id} returning *),
      marked as (update status_records set counterpart = ${noteId} where id = ${recordId})
      insert into status_records
        (workspace_id, compliance_item_id, day, id, registration_id, status, updated_by, impersonator_id,
         created_at, updated_at, counterpart)
      select workspace_id, compliance_item_id, day, ${noteId}, ${record.registrationId}, ${NOTE}, ${by.userId},
        ${by.impersonatorId}, updated_at, updated_at, ${recordId}
      from entry`.execute(trx);
    const about = { itemId: entry.item, day: readDay(entry.day), recordId, status: record.status };
    await recordActivity(trx, { ...by, workspaceId: view.workspaceId }, { what: 'status-history.take-back', about });
    return { itemId: entry.item, day: entry.day };
  });
}

/** Locks the entry that a status belongs to, so that nobody else adds to it until the transaction is over. */
async function lockEntryOf(trx: Transaction<DB>, workspaceId: WorkspaceId, recordId: string) {
  const { rows } = await sql<{ id: string; item: string; day: string }>`
    select entry.id, compliance_item_id as item, day
    from status_records record join status_entries entry using (workspace_id, compliance_item_id, day)
    where record.id = ${recordId} and workspace_id = ${workspaceId} and record.status <> ${NOTE}
    for update of entry`.execute(trx);
  const [entry] = rows;
  if (!entry) throw new AppError('not-found', 'Record not found');
  return entry;
}

interface State {
  readonly status: Status;
  readonly author: string | null;
  readonly isTakenBack: boolean;
  readonly isRecent: boolean;
  readonly isChecked: boolean;
  /** The registration number that it is about; null for all. */
  readonly registrationId: string | null;
  /** Whether it, or another that counts, is about one number. */
  readonly hasLines: boolean;
  /** Whether another status was recorded since, that counts, about the same number or about all. */
  readonly isOutdated: boolean;
  readonly recordsOfDay: number;
  /** The status that the day stands for without the record. */
  readonly before: Status;
  /** Since when it has been settled without the record, as text; the database drops it where it isn't. */
  readonly settledSince: string | null;
}

/** The statuses that settle a day, as the trigger of `status_entries` has them. */
const SETTLED = sql`('done', 'not-to-do', 'not-applicable')`;

/** The state of a record, read after its entry was locked: what others did until then is in it. */
async function readState(trx: Transaction<DB>, recordId: string): Promise<State> {
  const ofDay = sql`status_records other where (other.workspace_id, other.compliance_item_id, other.day)
    = (record.workspace_id, record.compliance_item_id, record.day)`;
  const counting = sql`${ofDay} and other.id <> record.id and other.status <> ${NOTE} and other.counterpart is null`;
  const isAboutSame = sql`coalesce(other.registration_id = record.registration_id, true)`;
  const { rows } = await sql<State>`
    select status, updated_by as author, counterpart is not null as "isTakenBack", registration_id as "registrationId",
      registration_id is not null or exists (select from ${counting} and other.registration_id is not null) as "hasLines",
      created_at > clock_timestamp() - interval '1 hour' as "isRecent",
      checked_by is not null as "isChecked",
      exists (select from ${counting} and other.created_at > record.created_at and ${isAboutSame})
        or exists (
          select from checks other where (other.workspace_id, other.compliance_item_id, other.day)
            = (record.workspace_id, record.compliance_item_id, record.day) and outcome is null and ${isAboutSame}
        ) as "isOutdated",
      (select count(*) from ${ofDay}) as "recordsOfDay",
      coalesce((select other.status from ${counting} order by other.created_at desc limit 1), 'pending') as before,
      (select min(other.created_at)::text from ${counting} and other.status in ${SETTLED}
        and other.created_at > coalesce(
          (select max(other.created_at) from ${counting} and other.status not in ${SETTLED}), '-infinity')
      ) as "settledSince"
    from status_records record where id = ${recordId}`.execute(trx);
  const [state] = rows;
  if (!state) throw new AppError('not-found', 'Record not found');
  return state;
}

/** What a day with lines stands for without a record; what waits for its check goes on waiting. */
async function replayWithout(trx: Transaction<DB>, key: EntryKey, recordId: string): Promise<EntryOfLines> {
  const entry = await readLines(trx, key);
  const { rows } = await sql<CountingRecord>`
    select status, registration_id as "registrationId", created_at::text as at from status_records
    where (workspace_id, compliance_item_id, day) = (${key.workspaceId}, ${key.itemId}, ${key.day})
      and id <> ${recordId} and status <> ${NOTE} and counterpart is null
    order by created_at, id`.execute(trx);
  const numbers = entry.lines ? Object.keys(entry.lines) : await listNumberIds(trx, key.workspaceId, key);
  const day = replayRecords(
    rows.filter(({ registrationId }) => registrationId == null || numbers.includes(registrationId)),
    numbers,
  );
  const checking = (id: string) => entry.lines?.[id]?.checking;
  if (day.lines === null && !numbers.some(checking)) return { ...day, lines: null };
  const lines = numbers.map((id): [string, KeptLine] => {
    const said = checking(id);
    return [id, { ...lineOf(day, id), ...(said && { checking: said }) }];
  });
  return { ...day, lines: Object.fromEntries(lines) };
}

/** The reason why a record can't be taken back, for whoever may; null when it can. */
function reasonAgainst({ isTakenBack, isRecent, isChecked, isOutdated, recordsOfDay }: State): string | null {
  if (isTakenBack) return 'This record was taken back already';
  if (isChecked) return 'What was checked cannot be taken back';
  if (!isRecent) return TOO_OLD;
  if (isOutdated) return 'Something newer was recorded for this day';
  if (recordsOfDay >= RECORDS_A_DAY) return `This day already has ${RECORDS_A_DAY} records`;
  return null;
}
