import { randomUUIDv7 } from 'node:crypto';
import type { DutyStatusUpdate, EventDuty } from '@anupalan/contract/events/duties';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordEventActivity } from './commands-activity.ts';
import { closedAlready, lockEvent } from './commands-change.ts';
import type { DutyRow, EventRow } from './present.ts';
import { dutyNotFound, getEvent } from './queries.ts';

/** Records of a duty at most. */
const RECORDS_A_DUTY = 100;

/** A duty of an event, as a call names it. */
export interface DutyOfEvent {
  readonly id: string;
  readonly dutyId: string;
}

/**
 * Says whether the condition of a duty holds, which opens it or leaves it out (R-events-7).
 * @throws AppError not-found; conflict for one without a condition, one about which something is recorded, or when the
 * event is closed.
 */
export function decideDuty(
  db: Kysely<DB>,
  session: Session,
  { applies, now, ...key }: DutyOfEvent & { applies: boolean; now: Temporal.Instant },
): Promise<EventDuty> {
  return db.transaction().execute(async (trx) => {
    const { event, duty } = await lockDuty(trx, session, key);
    if (duty.condition === null) throw new AppError('conflict', 'This duty applies without a condition');
    if (duty.recorded !== null && !applies) {
      throw new AppError('conflict', 'Something is recorded of this duty. Record "Not Applicable" instead');
    }
    const standing = applies ? 'open' : 'declined';
    if (duty.standing !== standing) {
      await sql`
        update event_duties set standing = ${standing}
        where workspace_id = ${session.workspaceId} and id = ${duty.id}`.execute(trx);
      await recordEventActivity(trx, session, event, { what: 'events.decide', fields: [duty.title] });
    }
    return readDuty(trx, session, key, now);
  });
}

/**
 * Records a status of a duty, beside those before (R-events-11).
 * @throws AppError forbidden for a status that the plan doesn't have; not-found; conflict for a duty that isn't open, or
 * when the event is closed.
 */
export function recordDutyStatus(
  db: Kysely<DB>,
  session: Session,
  { update, now, ...key }: DutyOfEvent & { update: DutyStatusUpdate; now: Temporal.Instant },
): Promise<EventDuty> {
  const { status, note = '' } = update;
  requirePermission(session, 'events.record-status', status);
  const { workspaceId, userId, impersonatorId } = session;
  return db.transaction().execute(async (trx) => {
    const { event, duty } = await lockDuty(trx, session, key);
    if (duty.standing !== 'open') throw new AppError('conflict', 'Say first whether this duty applies');
    await requireRoom(trx, duty);
    await sql`
      insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, impersonator_id, created_at)
      values (${workspaceId}, ${randomUUIDv7()}, ${duty.id}, ${status}, ${note}, ${userId}, ${impersonatorId},
        clock_timestamp())`.execute(trx);
    await sql`
      update event_duties set recorded = ${status}
      where workspace_id = ${workspaceId} and id = ${duty.id}`.execute(trx);
    await recordEventActivity(trx, session, event, { what: 'events.record', fields: [duty.title] });
    return readDuty(trx, session, key, now);
  });
}

/** The duty with its event, which is locked, so that records come one after the other. */
async function lockDuty(
  trx: Transaction<DB>,
  session: Session,
  { id, dutyId }: DutyOfEvent,
): Promise<{ event: EventRow; duty: DutyRow }> {
  const event = await lockEvent(trx, session, id);
  const duty = await trx
    .selectFrom('event_duties')
    .selectAll()
    .where('workspace_id', '=', session.workspaceId)
    .where('event_id', '=', id)
    .where('id', '=', dutyId)
    .where('standing', '<>', 'below')
    .executeTakeFirst();
  if (!duty) throw dutyNotFound();
  if (event.closed_at !== null) throw closedAlready();
  return { event, duty };
}

async function requireRoom(trx: Transaction<DB>, { workspace_id, id }: DutyRow): Promise<void> {
  const { rows } = await sql<{ recorded: number }>`
    select count(*) as recorded from event_duty_records
    where workspace_id = ${workspace_id} and duty_id = ${id}`.execute(trx);
  if ((rows[0]?.recorded ?? 0) < RECORDS_A_DUTY) return;
  throw new AppError('conflict', `This duty already has ${RECORDS_A_DUTY} records`);
}

async function readDuty(
  trx: Transaction<DB>,
  session: Session,
  { id, dutyId }: DutyOfEvent,
  now: Temporal.Instant,
): Promise<EventDuty> {
  const { duties, offered } = await getEvent(trx, session, id, now);
  const duty = [...duties, ...offered].find(({ _id }) => _id === dutyId);
  if (!duty) throw dutyNotFound();
  return duty;
}
