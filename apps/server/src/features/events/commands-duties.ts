import { randomUUIDv7 } from 'node:crypto';
import type { DutyStatusUpdate, EventDuty } from '@anupalan/contract/events/duties';
import type { Filing } from '@anupalan/contract/fields/filing';
import { type AssignmentLines, assign, mayWait } from '@anupalan/domain/assignments';
import { indianDayOf, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { attachFiles } from '../evidence/commands-attach.ts';
import type { NamedFiles } from '../evidence/named-files.ts';
import { hasEvidence } from '../evidence/queries.ts';
import {
  chooseWaiting,
  insertCheck,
  peopleBehind,
  replaceWaitingOfDuty,
} from '../status-history/checks/commands-wait.ts';
import { requireEvidence } from '../status-history/commands.ts';
import { noteFiling, requireFilingDay } from '../status-history/commands-filing.ts';
import { recordEventActivity } from './commands-activity.ts';
import { closedAlready, lockEvent } from './commands-change.ts';
import { settleDuty } from './commands-checked.ts';
import { type DutyRow, type EventRow, NOBODY } from './present.ts';
import { dutyNotFound, getEvent, readLinesOfActs } from './queries.ts';
import { seenByOf } from './see-events.ts';

/** Records of a duty at most. */
export const RECORDS_A_DUTY = 100;

/** A duty of an event, as a call names it. */
export interface DutyOfEvent {
  readonly id: string;
  readonly dutyId: string;
}

/**
 * Says whether the condition of a duty holds, which opens it or leaves it out (R-events-7).
 * @throws AppError not-found; conflict for one without a condition, one about which something is recorded, one that is
 * open and has a checker, who would be got round, or when the event is closed.
 */
export function decideDuty(
  db: Kysely<DB>,
  session: Session,
  { applies, now, ...key }: DutyOfEvent & { applies: boolean; now: Temporal.Instant },
): Promise<EventDuty> {
  return db.transaction().execute(async (trx) => {
    const { event, duty } = await lockDuty(trx, session, key);
    if (duty.condition === null) throw new AppError('conflict', 'This duty applies without a condition');
    if ((duty.recorded !== null || duty.checking !== null) && !applies) {
      throw new AppError('conflict', 'Something is recorded of this duty. Record "Not Applicable" instead');
    }
    const lines = (await readLinesOfActs(trx, session))(duty.act_id);
    const by = peopleBehind({ view: session, by: session });
    if (duty.standing === 'open' && !applies && mayWait('not-applicable', lines, by)) {
      throw new AppError('conflict', 'What is done with this duty is checked. Record "Not Applicable" instead');
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

interface RecordedDuty extends DutyOfEvent {
  readonly update: Omit<DutyStatusUpdate, 'evidence'>;
  readonly evidence: NamedFiles | undefined;
  readonly now: Temporal.Instant;
}

/**
 * Records a status of a duty, beside those before (R-events-11); where its act, or the company, has a checker, one that
 * settles it waits (R-events-24).
 * @throws AppError forbidden for a status that the plan doesn't have; not-found; conflict for a duty that isn't open, when
 * the event is closed, or when nobody may check it; invalid for one that needs evidence or a reason why there is none,
 * and for a day of filing as {@link filingOf}, or as `requireFilingDay`.
 */
export function recordDutyStatus(
  db: Kysely<DB>,
  session: Session,
  { update, evidence, now, ...key }: RecordedDuty,
): Promise<EventDuty> {
  requirePermission(session, 'events.record-status', update.status);
  return db.transaction().execute(async (trx) => {
    const { event, duty } = await lockDuty(trx, session, key);
    if (duty.standing !== 'open') throw new AppError('conflict', 'Say first whether this duty applies');
    const madeAt = await requireRoom(trx, duty);
    const lines = (await readLinesOfActs(trx, session))(duty.act_id);
    const seenBy = seenByOf(event);
    const acting = { view: session, by: session };
    const { status, note = '', noEvidenceReason } = update;
    const filing = filingOf(update, now);
    if (filing?.filedOn) requireFilingDay(filing.filedOn, { day: earliestOf(event, duty), frequency: 'never' });
    const { workspaceId } = session;
    const isProven = evidence !== undefined || (await hasEvidence(trx, workspaceId, duty.id));
    requireEvidence({ status, noEvidenceReason, lines, isProven });
    const waits = await chooseWaiting(trx, acting, { status, lines, seenBy });
    await replaceWaitingOfDuty(trx, { workspaceId, dutyId: duty.id });
    const record = { id: randomUUIDv7(), madeAt, status, note, noEvidenceReason, lines, dutyId: duty.id };
    if (waits) {
      await insertCheck(trx, acting, { ...record, waits, of: { dutyId: duty.id, seenBy } });
      if (filing) await noteFiling(trx, { workspaceId, recordId: record.id }, filing);
    } else await addRecord(trx, session, { ...record, filing, isRestricted: seenBy !== null });
    const subject = { workspaceId, kind: 'duty', id: duty.id, itemId: null, day: null } as const;
    if (evidence) await attachFiles(trx, session, subject, evidence);
    await settleDuty(trx, { workspaceId, id: duty.id });
    await recordEventActivity(trx, session, event, { what: 'events.record', fields: [duty.title] });
    return readDuty(trx, session, key, now);
  });
}

/** The day of an event, or the day on which its duty falls due where that comes before; ISO. */
function earliestOf({ happened_at: happenedAt }: EventRow, { due_day: due }: DutyRow): string {
  const happened = indianDayOf(Temporal.Instant.fromEpochMilliseconds(happenedAt.getTime())).toString();
  return due !== null && due < happened ? due : happened;
}

/** What was filed, as it is kept (R-events-28). @throws AppError invalid for a day to come, or of what isn't done */
function filingOf({ status, filedOn }: DutyStatusUpdate, now: Temporal.Instant): Filing | null {
  if (!filedOn) return null;
  if (status !== 'done') throw refuseFiling('A day of filing is given with done alone');
  if (filedOn > toIsoMidnight(indianDayOf(now))) throw refuseFiling('The day of filing must not be in the future');
  return { filedOn };
}

function refuseFiling(fault: string): AppError {
  return new AppError('invalid', fault, { faults: { filedOn: fault } });
}

interface NewDutyRecord extends Pick<DutyStatusUpdate, 'status' | 'note' | 'noEvidenceReason'> {
  readonly filing: Filing | null;
  readonly id: string;
  readonly madeAt: string;
  readonly dutyId: string;
  readonly lines: AssignmentLines;
  readonly isRestricted: boolean;
}

async function addRecord(
  trx: Transaction<DB>,
  { workspaceId, userId, impersonatorId }: Session,
  { id, madeAt, dutyId, status, note, noEvidenceReason, filing, lines, isRestricted }: NewDutyRecord,
): Promise<void> {
  const { responsible, deputy, checker } = isRestricted ? NOBODY : assign(lines);
  await sql`
    insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, impersonator_id,
      responsible_id, deputy_id, checker_id, no_evidence_reason, filing, created_at)
    values (${workspaceId}, ${id}, ${dutyId}, ${status}, ${note}, ${userId}, ${impersonatorId}, ${responsible},
      ${deputy}, ${checker}, ${noEvidenceReason || null}, ${filing && JSON.stringify(filing)}::jsonb, ${madeAt}::timestamptz)`.execute(
    trx,
  );
}

/** The duty with its event, which is locked, so that records come one after the other. */
export async function lockDuty(
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

/** @returns the moment of the record, as text */
async function requireRoom(trx: Transaction<DB>, { workspace_id, id }: DutyRow): Promise<string> {
  const { rows } = await sql<{ at: string; recorded: number }>`
    select clock_timestamp()::text as at,
      (select count(*) from event_duty_records where workspace_id = ${workspace_id} and duty_id = ${id})
      + (select count(*) from checks where workspace_id = ${workspace_id} and duty_id = ${id}
        and outcome is distinct from 'approved') as recorded`.execute(trx);
  const [room] = rows;
  if (room && room.recorded < RECORDS_A_DUTY) return room.at;
  throw new AppError('conflict', `This duty already has ${RECORDS_A_DUTY} records`);
}

export async function readDuty(
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
