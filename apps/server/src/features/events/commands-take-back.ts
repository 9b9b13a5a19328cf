import { randomUUIDv7 } from 'node:crypto';
import type { EventDuty } from '@anupalan/contract/events/duties';
import { NOTE } from '@anupalan/domain/statuses';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { takeBackWaiting } from '../status-history/checks/commands-take-back.ts';
import { reasonAgainst } from '../status-history/commands-take-back.ts';
import { recordEventActivity } from './commands-activity.ts';
import { OF_DUTIES, settleDuty } from './commands-checked.ts';
import { type DutyOfEvent, lockDuty, RECORDS_A_DUTY, readDuty } from './commands-duties.ts';
import type { DutyRow } from './present.ts';

/**
 * Takes a recorded status of a duty back by a second record: both stay in its history and count for nothing
 * (R-events-25). One that waits for its check waits no more.
 * @throws AppError not-found when the duty has no such status; forbidden when it is neither the caller's own nor the
 * caller a manager; conflict when the event is closed, or for the reasons of the items' (R-statuses-18).
 */
export function takeBackDutyStatus(
  db: Kysely<DB>,
  session: Session,
  { recordId, now, ...key }: DutyOfEvent & { recordId: string; now: Temporal.Instant },
): Promise<EventDuty> {
  return db.transaction().execute(async (trx) => {
    const { event, duty } = await lockDuty(trx, session, key);
    if (await isWaiting(trx, duty, recordId)) {
      await takeBackWaiting(trx, { view: session, by: session }, recordId, OF_DUTIES);
    } else {
      await putAside(trx, session, { duty, recordId });
      await recordEventActivity(trx, session, event, { what: 'events.take-back', fields: [duty.title] });
    }
    return readDuty(trx, session, key, now);
  });
}

/** Asked first, so that nobody learns of what waits elsewhere by how it is refused. */
async function isWaiting(trx: Transaction<DB>, { workspace_id, id }: DutyRow, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    select from checks
    where workspace_id = ${workspace_id} and id = ${recordId} and duty_id = ${id} and outcome is null`.execute(trx);
  return rows.length > 0;
}

async function putAside(
  trx: Transaction<DB>,
  session: Session,
  { duty, recordId }: { duty: DutyRow; recordId: string },
): Promise<void> {
  const { workspaceId, userId, impersonatorId } = session;
  const { author, ...record } = await readState(trx, duty, recordId);
  requirePermission(session, 'status-history.take-back', { userId: author });
  const reason = reasonAgainst(record, { of: 'duty', most: RECORDS_A_DUTY });
  if (reason !== null) throw new AppError('conflict', reason);
  await sql`
    insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, impersonator_id, created_at,
      takes_back)
    values (${workspaceId}, ${randomUUIDv7()}, ${duty.id}, ${NOTE}, '', ${userId}, ${impersonatorId},
      clock_timestamp(), ${recordId})`.execute(trx);
  await settleDuty(trx, { workspaceId, id: duty.id });
}

interface StateOfRecord {
  author: string;
  isTakenBack: boolean;
  isChecked: boolean;
  isRecent: boolean;
  isOutdated: boolean;
  records: number;
}

/** @throws AppError not-found */
async function readState(
  trx: Transaction<DB>,
  { workspace_id, id }: DutyRow,
  recordId: string,
): Promise<StateOfRecord> {
  const takesBack = (record: string) => sql`exists (
    select from event_duty_records note
    where note.workspace_id = ${workspace_id} and note.takes_back = ${sql.ref(`${record}.id`)})`;
  const { rows } = await sql<StateOfRecord>`
    select record.updated_by as author, ${takesBack('record')} as "isTakenBack",
      record.checked_by is not null as "isChecked",
      record.created_at > clock_timestamp() - interval '1 hour' as "isRecent",
      exists (
        select from event_duty_records other
        where other.workspace_id = ${workspace_id} and other.duty_id = ${id} and other.status <> ${NOTE}
          and other.created_at > record.created_at and not ${takesBack('other')})
      or exists (
        select from checks where workspace_id = ${workspace_id} and duty_id = ${id} and outcome is null
      ) as "isOutdated",
      (select count(*) from event_duty_records other
        where other.workspace_id = ${workspace_id} and other.duty_id = ${id}) as records
    from event_duty_records record
    where record.workspace_id = ${workspace_id} and record.duty_id = ${id} and record.id = ${recordId}
      and record.status <> ${NOTE}`.execute(trx);
  const [state] = rows;
  if (!state) throw new AppError('not-found', 'Record not found');
  return state;
}
