import { NOTE } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { lockEvent } from '../events/commands-change.ts';
import { lockDuty } from '../events/commands-duties.ts';
import { dutyNotFound } from '../events/queries.ts';
import type { Subject } from '../evidence/commands-attach.ts';
import { queueForDays } from '../status-history/commands-queue.ts';

type LockedDuty = Awaited<ReturnType<typeof lockDuty>>;

/** A subject as everybody has it who writes about it, and of a duty its event. */
export interface LockedSubject {
  readonly subject: Subject;
  readonly of: LockedDuty | null;
  /** Other records that stand on the file that is to be replaced. */
  readonly alsoOf?: readonly string[];
}

/** What a form names: one of these. */
interface NamedSubject {
  readonly recordId?: string | undefined;
  readonly eventDutyId?: string | undefined;
  readonly registrationId?: string | undefined;
  readonly paymentDateId?: string | undefined;
  readonly submissionDateId?: string | undefined;
}

/**
 * Locks what a file is to be added to until the transaction is over, as everybody does who writes about it.
 * @returns null when the form names nothing
 * @throws AppError not-found; conflict for a record that counts for nothing any more, and a duty whose event is closed
 */
export async function lockNamed(
  trx: Transaction<DB>,
  session: Session,
  { recordId, eventDutyId, registrationId, paymentDateId, submissionDateId }: NamedSubject,
): Promise<LockedSubject | null> {
  if (eventDutyId) return lockOpenDuty(trx, session, eventDutyId);
  const subject =
    (registrationId && (await lockRegistration(trx, session, registrationId))) ||
    (paymentDateId && (await lockDated(trx, session, { kind: 'payment-date', id: paymentDateId }))) ||
    (submissionDateId && (await lockDated(trx, session, { kind: 'submission-date', id: submissionDateId }))) ||
    (recordId &&
      ((await lockDated(trx, session, { kind: 'payment-date', id: recordId })) ??
        (await lockDated(trx, session, { kind: 'submission-date', id: recordId })) ??
        (await lockRecord(trx, session, recordId))));
  if (subject) return { subject, of: null };
  if (recordId ?? registrationId ?? paymentDateId ?? submissionDateId) {
    throw new AppError('not-found', registrationId ? 'Registration not found' : 'Record not found');
  }
  return null;
}

/**
 * Locks what a file belongs to already. It may be gone since, or count for nothing any more: then there is nothing to
 * lock, and the file stays what it is.
 */
export async function lockSubjectOf(trx: Transaction<DB>, session: Session, subject: Subject): Promise<LockedSubject> {
  const { kind, id } = subject;
  if (kind === 'duty') {
    const duty = await findDuty(trx, session, id);
    return { subject, of: { duty, event: await lockEvent(trx, session, duty.event_id) } };
  }
  if (kind === 'record') {
    await queueForDays(trx, session.workspaceId);
    await lockDay(trx, session, subject);
  } else if (kind === 'registration') await lockRegistration(trx, session, id);
  else await lockDated(trx, session, { kind, id });
  return { subject, of: null };
}

/**
 * Locks what a revision of a file is to be added to: of a record's file the newest record that stands on it and counts or
 * waits, since the one that it came with may be put aside.
 * @throws AppError as {@link lockNamed}
 */
export async function lockRevised(
  trx: Transaction<DB>,
  session: Session,
  { subject, id }: { subject: Subject; id: string },
): Promise<LockedSubject | null> {
  const { kind, id: subjectId } = subject;
  if (kind !== 'record') return lockNamed(trx, session, { [NAMES[kind]]: subjectId });
  await lockSubjectOf(trx, session, subject);
  const [newest, ...alsoOf] = await listStandingOn(trx, session, id);
  if (newest === undefined) throw countsNoMore();
  return { subject: { ...subject, id: newest }, of: null, alsoOf };
}

const NAMES = {
  duty: 'eventDutyId',
  registration: 'registrationId',
  'payment-date': 'paymentDateId',
  'submission-date': 'submissionDateId',
} as const;

/** The records that stand on a file and count or wait, the newest first. */
async function listStandingOn(trx: Transaction<DB>, { workspaceId }: Session, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with beside as (
      select subject_id as id from evidence where workspace_id = ${workspaceId} and id = ${id}
      union select record_id from inherited_evidence where workspace_id = ${workspaceId} and evidence_id = ${id})
    select id from (
      select id, created_at as at from status_records
      where workspace_id = ${workspaceId} and id in (select id from beside) and status <> ${NOTE} and counterpart is null
      union all
      select id, 'infinity' from checks
      where workspace_id = ${workspaceId} and id in (select id from beside) and outcome is null) standing
    order by at desc, id desc`.execute(trx);
  return rows.map((row) => row.id);
}

async function lockOpenDuty(trx: Transaction<DB>, session: Session, dutyId: string): Promise<LockedSubject> {
  const { event_id: id } = await findDuty(trx, session, dutyId);
  const of = await lockDuty(trx, session, { id, dutyId });
  if (of.duty.standing !== 'open') throw new AppError('conflict', 'Say first whether this duty applies');
  const subject = { workspaceId: session.workspaceId, kind: 'duty', id: dutyId, itemId: null, day: null } as const;
  return { subject, of };
}

async function findDuty(trx: Transaction<DB>, { workspaceId }: Session, dutyId: string): Promise<LockedDuty['duty']> {
  const duty = await trx
    .selectFrom('event_duties')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', dutyId)
    .executeTakeFirst();
  if (!duty) throw dutyNotFound();
  return duty;
}

async function lockRegistration(trx: Transaction<DB>, { workspaceId }: Session, id: string): Promise<Subject | null> {
  const { rows } = await sql`
    select from registrations
    where workspace_id = ${workspaceId} and id = ${id} and removed_at is null for update`.execute(trx);
  return rows.length === 0 ? null : { workspaceId, kind: 'registration', id, itemId: null, day: null };
}

const TABLES = { 'payment-date': 'payment_dates', 'submission-date': 'submission_dates' } as const;

/** A checker who approves with a payment or a submission holds it, too (R-checks-21). */
async function lockDated(
  trx: Transaction<DB>,
  { workspaceId }: Session,
  { kind, id }: { kind: keyof typeof TABLES; id: string },
): Promise<Subject | null> {
  const { rows } = await sql<{ item: string; day: string }>`
    select compliance_item_id as item, day from ${sql.table(TABLES[kind])}
    where workspace_id = ${workspaceId} and id = ${id} for update`.execute(trx);
  const [row] = rows;
  return row ? { workspaceId, kind, id, itemId: row.item, day: row.day } : null;
}

/** Locks the day of a record, whether it counts or waits. */
async function lockRecord(trx: Transaction<DB>, session: Session, id: string): Promise<Subject | null> {
  const { workspaceId } = session;
  await queueForDays(trx, workspaceId);
  const found = await findRecord(trx, session, id);
  if (!found) return null;
  const { item: itemId, day } = found;
  await lockDay(trx, session, { itemId, day });
  // Others may have put it aside until the day was locked.
  const { counts } = (await findRecord(trx, session, id)) ?? { counts: false };
  if (!counts) throw countsNoMore();
  return { workspaceId, kind: 'record', id, itemId, day };
}

function countsNoMore(): AppError {
  return new AppError('conflict', 'This record does not count any more. Please look again');
}

async function lockDay(
  trx: Transaction<DB>,
  { workspaceId }: Session,
  { itemId, day }: Pick<Subject, 'itemId' | 'day'>,
): Promise<void> {
  await sql`
    select from status_entries
    where workspace_id = ${workspaceId} and compliance_item_id = ${itemId} and day = ${day} for update`.execute(trx);
}

interface FoundRecord {
  item: string;
  day: string;
  /** Whether it counts, or waits for its check. */
  counts: boolean;
}

async function findRecord(
  trx: Transaction<DB>,
  { workspaceId }: Session,
  id: string,
): Promise<FoundRecord | undefined> {
  const { rows } = await sql<FoundRecord>`
    select compliance_item_id as item, day, counterpart is null as counts from status_records
    where workspace_id = ${workspaceId} and id = ${id} and status <> ${NOTE}
    union all
    select compliance_item_id, day, outcome is null from checks
    where workspace_id = ${workspaceId} and id = ${id} and duty_id is null and outcome is distinct from 'approved'
    limit 1`.execute(trx);
  return rows[0];
}
