import type { Evidence, EvidenceChanges, NewEvidence } from '@anupalan/contract/proof/evidence';
import { NO_REASON } from '@anupalan/contract/proof/evidence';
import { type Kysely, sql, type Transaction } from 'kysely';
import { holdMembership } from '../../identity/members/membership.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import { recordActivity } from '../activity/commands.ts';
import { letDutyWaitAgain } from '../events/commands-again.ts';
import { attachFiles, inherit, type Subject } from '../evidence/commands-attach.ts';
import { changeSaid, holdFiles, markRemoved } from '../evidence/commands-remove.ts';
import { dropStaged, type NewFile, stageFile } from '../evidence/commands-stage.ts';
import { hasEvidence } from '../evidence/queries.ts';
import { letWaitAgain, noteChange } from '../status-history/checks/commands-again.ts';
import { sayWhyNone } from '../status-history/checks/commands-reason.ts';
import { type LockedSubject, lockNamed, lockRevised, lockSubjectOf } from './lock-subject.ts';
import { evidenceNotFound, getEvidence } from './queries.ts';

/**
 * Stages a file, and attaches it to what the form names (R-evidence-1, R-evidence-3). The very bytes that lie at the
 * subject already are that file, so that a call that is sent again adds nothing (R-evidence-11).
 * @param payerBytes as `requireRoomForFiles`
 * @returns the file's id
 * @throws AppError not-found for what it belongs to; conflict as `attachFiles` and `lockNamed`, and without room
 */
export async function addEvidence(
  db: Kysely<DB>,
  session: Session,
  { form, file, payerBytes }: { form: NewEvidence; file: NewFile; payerBytes: number },
): Promise<string> {
  const id = await stageFile(db, session, file, payerBytes);
  try {
    return await db.transaction().execute((trx) => attachStaged(trx, session, { id, form, payerBytes }));
  } catch (error) {
    await dropStaged(db, session, id);
    throw error;
  }
}

async function attachStaged(
  trx: Transaction<DB>,
  session: Session,
  { id, form, payerBytes }: { id: string; form: NewEvidence; payerBytes: number },
): Promise<string> {
  await holdMembership(trx, session);
  const replaces = form.revisionOf ?? form.replaces ?? null;
  const locked =
    replaces === null
      ? await lockNamed(trx, session, form)
      : await lockRevised(trx, session, { id: replaces, subject: await findAttached(trx, session, replaces) });
  if (locked === null) return id;
  if (replaces !== null) await requireStanding(trx, session, replaces);
  const [attached] = await attachFiles(trx, session, locked.subject, { ids: [id], replaces, payerBytes });
  if (attached !== id) return attached ?? id;
  for (const recordId of locked.alsoOf ?? []) {
    await inherit(trx, session.workspaceId, { recordId, evidenceId: id });
  }
  await tell(trx, session, locked, { id, what: 'evidence.add', thingId: locked.subject.id, replaces });
  return id;
}

/** What a file belongs to that the session sees. @throws AppError not-found, also for one that is staged */
async function findAttached(trx: Transaction<DB>, session: Session, id: string): Promise<Subject> {
  const { subject, itemId, day } = await getEvidence(trx, session, id);
  if (subject === null) throw evidenceNotFound();
  return { workspaceId: session.workspaceId, ...subject, itemId, day: day?.slice(0, 10) ?? null };
}

/** Checks once more, with its subject locked, that a file wasn't removed. @throws AppError conflict */
async function requireStanding(trx: Transaction<DB>, { workspaceId }: Session, id: string): Promise<void> {
  if (!(await holdFiles(trx, { workspaceId, id }))) throw new AppError('conflict', 'This file was removed already');
}

/**
 * Removes a file with the reason: its name and hash stay (R-evidence-7). One that is staged is deleted by who staged it.
 * @throws AppError not-found; forbidden; invalid without a reason; conflict when it was removed before, or nobody may
 * check what waits again then
 */
export async function removeEvidence(
  db: Kysely<DB>,
  session: Session,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const file = await getEvidence(db, session, id);
  const isStaged = file.subject === null;
  const isRestricted = file.subject?.kind === 'duty' && (await isOfComplaint(db, session, file.subject.id));
  requirePermission(session, 'evidence.remove', { userId: file.by, isStaged, isRestricted });
  if (isStaged) {
    if (!(await dropStaged(db, session, id))) throw new AppError('conflict', 'This file is attached meanwhile');
    return;
  }
  if (!reason) throw new AppError('invalid', NO_REASON, { faults: { reason: NO_REASON } });
  await db.transaction().execute(async (trx) => {
    await holdMembership(trx, session);
    const locked = await lockSubjectOf(trx, session, await findAttached(trx, session, id));
    await requireStanding(trx, session, id);
    await markRemoved(trx, session, { workspaceId: session.workspaceId, id }, reason);
    await keepReason(trx, session, locked, { id, reason });
    await tell(trx, session, locked, { id, what: 'evidence.remove', thingId: id });
  });
}

async function isOfComplaint(db: Kysely<DB>, { workspaceId }: Session, dutyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from event_duties duty join events event
      on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
    where duty.workspace_id = ${workspaceId} and duty.id = ${dutyId} and event.visibility = 'named'`.execute(db);
  return rows.length > 0;
}

/** What waits and has no file any more has the removal's reason as why there is none; what counts is read so (R-evidence-7). */
async function keepReason(
  trx: Transaction<DB>,
  session: Session,
  { subject, of }: LockedSubject,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { workspaceId } = session;
  const subjects = subject.kind === 'record' ? await listRecordsOf(trx, session, id) : of ? [of.duty.id] : [];
  for (const subjectId of subjects) {
    if (!(await hasEvidence(trx, workspaceId, subjectId))) await sayWhyNone(trx, { workspaceId, subjectId, reason });
  }
}

/**
 * Says which day, number and amount a document names; what was approved with it waits again (R-evidence-9).
 * @throws AppError not-found; forbidden for others than its uploader and managers; conflict when it was removed
 */
export async function describeEvidence(
  db: Kysely<DB>,
  session: Session,
  { id, changes }: { id: string; changes: EvidenceChanges },
): Promise<void> {
  const before = await getEvidence(db, session, id);
  requirePermission(session, 'evidence.describe', { userId: before.by });
  if (isSame(before, changes)) return;
  await db.transaction().execute(async (trx) => {
    await holdMembership(trx, session);
    const locked = before.subject && (await lockSubjectOf(trx, session, await findAttached(trx, session, id)));
    await requireStanding(trx, session, id);
    await changeSaid(trx, { workspaceId: session.workspaceId, id }, changes);
    if (locked) await tell(trx, session, locked, { id, what: 'evidence.describe', thingId: id });
  });
}

function isSame(before: Evidence, { documentDay, number, amount }: EvidenceChanges): boolean {
  return (
    (documentDay === undefined || documentDay === before.documentDay) &&
    (number === undefined || (number || null) === before.number) &&
    (amount === undefined || amount === before.amount)
  );
}

interface Done {
  /** The file. */
  readonly id: string;
  readonly what: 'evidence.add' | 'evidence.remove' | 'evidence.describe';
  /** What changed that records may have been approved with: the file, or what it was added to. */
  readonly thingId: string;
  /** The file that it takes the place of. */
  readonly replaces?: string | null;
}

/** What follows from a change of a subject's files: what was approved with them waits again, and the activity tells it. */
async function tell(
  trx: Transaction<DB>,
  session: Session,
  { subject, of }: LockedSubject,
  { id, what, thingId, replaces = null }: Done,
): Promise<void> {
  const acting = { view: session, by: session };
  const { kind, itemId, day } = subject;
  if (of && replaces !== null) await letDutyWaitAgain(trx, session, of, replaces);
  if (of) await letDutyWaitAgain(trx, session, of, thingId);
  if (kind === 'record') {
    for (const recordId of await listRecordsOf(trx, session, id)) await noteChange(trx, acting, recordId);
  }
  if (itemId !== null) {
    if (replaces !== null) await letWaitAgain(trx, acting, replaces);
    await letWaitAgain(trx, acting, thingId);
    if (thingId !== subject.id && kind !== 'record') await letWaitAgain(trx, acting, subject.id);
  }
  if (of?.event.visibility === 'named') return recordActivity(trx, session, { what: 'events.restricted' });
  const { name } = await trx
    .selectFrom('evidence')
    .select('name')
    .where('workspace_id', '=', session.workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const about = {
    name: name.slice(0, 200),
    evidenceId: id,
    ...(itemId !== null && { itemId }),
    ...(day !== null && { day: readDay(day) }),
  };
  await recordActivity(trx, session, { what, about });
}

/** The records that stand on a file: its own, and those that were said again with it. */
async function listRecordsOf(trx: Transaction<DB>, { workspaceId }: Session, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select subject_id as id from evidence where workspace_id = ${workspaceId} and id = ${id}
    union
    select record_id from inherited_evidence where workspace_id = ${workspaceId} and evidence_id = ${id}`.execute(trx);
  return rows.map((row) => row.id);
}

/** Tells the activity that a viewer fetched a file (R-evidence-13). */
export async function tellFetched(db: Kysely<DB>, session: Session, file: Evidence): Promise<void> {
  const { _id: evidenceId, name, itemId, day } = file;
  const about = {
    name: name.slice(0, 200),
    evidenceId,
    ...(itemId !== null && { itemId }),
    ...(day !== null && { day }),
  };
  await db.transaction().execute((trx) => recordActivity(trx, session, { what: 'evidence.fetch', about }));
}
