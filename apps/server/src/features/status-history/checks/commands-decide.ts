import { mayCheck, mayCheckAmong, standsInFor, type WaitsFor } from '@anupalan/domain/assignments';
import { can } from '@anupalan/domain/permissions';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { actorOf, requirePermission, type Session } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { violatedCheck } from '../../../platform/postgres/database-errors.ts';
import type { Checks, DB } from '../../../platform/postgres/database-schema.ts';
import { listColleagues, onDay } from '../../tracker/queries-assignments.ts';
import { queueForDays } from '../commands-queue.ts';
import type { CheckedRecords } from './checked-records.ts';
import { bindEvidence, bindFigures } from './commands-figures.ts';
import { OF_ITEMS } from './commands-items.ts';
import { type CheckKey, peopleBehind } from './commands-wait.ts';
import { listBatch } from './queries.ts';

/** An approval with a note, which may be empty, or a return with its reason. */
export interface Decision {
  readonly outcome: 'approved' | 'returned';
  readonly text: string;
}

/**
 * Approves or returns a record that waits (R-checks-7, R-checks-12). Approved, it joins the history at the time it was
 * made.
 * @param ofDuties what is done where the records of duties are kept
 * @throws AppError not-found when the company has no such record, or the caller doesn't see what it is about; conflict
 * when it doesn't wait any more; forbidden for who made it, and for whom it doesn't wait for (R-checks-8 to R-checks-11).
 */
export function decideCheck(
  db: Kysely<DB>,
  session: Session,
  { id, decision, today }: { id: string; decision: Decision; today: Temporal.PlainDate },
  ofDuties: CheckedRecords,
): Promise<void> {
  return db
    .transaction()
    .execute((trx) => decideIn(trx, session, { id, decision, today }, ofDuties))
    .catch(explainOwn);
}

/** The same within a transaction, for those who decide on several at once. */
async function decideIn(
  trx: Transaction<DB>,
  session: Session,
  { id, decision, today }: { id: string; decision: Decision; today: Temporal.PlainDate },
  ofDuties: CheckedRecords,
): Promise<void> {
  const key = { workspaceId: session.workspaceId, id };
  if (decision.outcome === 'approved') await bindFigures(trx, key);
  const records = (await isOfDuty(trx, key)) ? ofDuties : OF_ITEMS;
  const check = await lockWaiting(trx, session, { key, records });
  if (decision.outcome === 'approved') await bindEvidence(trx, key, check.duty_id);
  const standsIn = await requireChecker(trx, session, check, today);
  await sql`
    update checks set outcome = ${decision.outcome}, decision = ${decision.text}, decided_by = ${session.userId},
      decider_impersonator_id = ${session.impersonatorId}, decided_at = clock_timestamp(), stands_in = ${standsIn}
    where workspace_id = ${key.workspaceId} and id = ${id}`.execute(trx);
  if (decision.outcome === 'approved') await records.join(trx, key);
  await records.settle(trx, key);
  await records.tell(trx, session, check, decision.outcome === 'approved' ? 'approve' : 'return');
}

function explainOwn(error: unknown): never {
  throw violatedCheck(error) === 'nobody_checks_themselves' ? ownRecord(error) : error;
}

/** Records of a batch that one call decides, and that one transaction does. */
const BATCH_SIZES = { ofCall: 500, ofTransaction: 50 };

/**
 * Approves or returns the records of an import that wait for the caller's check, each by the rules of a single one, the
 * longest waiting first and so many at a time (R-imports-16). What is somebody else's meanwhile is passed over, and the
 * next one takes its place.
 * @returns how many were decided, and how many are left without those that were passed over
 * @throws AppError not-found when none of it waits for the caller; when it fails in the middle, with how many were
 * decided until then: what refused the rest, or unavailable
 */
export async function decideBatch(
  db: Kysely<DB>,
  session: Session,
  { batchId, decision, today }: { batchId: string; decision: Decision; today: Temporal.PlainDate },
  ofDuties: CheckedRecords,
  { ofCall, ofTransaction } = BATCH_SIZES,
): Promise<{ decided: number; left: number }> {
  let ids = await listBatch(db, session, { batchId, today });
  if (ids.length === 0) throw new AppError('not-found', 'Nothing of this import waits for your check');
  const tried = new Set<string>();
  const listOthers = async () => (await listBatch(db, session, { batchId, today })).filter((id) => !tried.has(id));
  let decided = 0;
  while (decided < ofCall && ids.length > 0) {
    const part = ids.slice(0, Math.min(ofTransaction, ofCall - decided));
    for (const id of part) tried.add(id);
    const done = await db
      .transaction()
      .execute(async (trx) => {
        await queueForDays(trx, session.workspaceId);
        let count = 0;
        for (const id of part) count += await decideOneOf(trx, session, { id, decision, today }, ofDuties);
        return count;
      })
      .catch((error: unknown) => {
        throw decided === 0 ? error : brokenOff(decided, decision, error);
      });
    decided += done;
    // Where one was refused, more may be: who was removed meanwhile has nothing left.
    ids = done === part.length ? ids.slice(part.length) : await listOthers();
  }
  return { decided, left: (await listOthers()).length };
}

/** What is decided stays so: whoever asks again decides the rest, unless something refuses that. */
function brokenOff(decided: number, { outcome }: Decision, cause: unknown): AppError {
  const records = `${decided.toLocaleString('en-IN')} ${decided === 1 ? 'record was' : 'records were'} ${outcome}`;
  if (cause instanceof AppError && cause.code !== 'unavailable') {
    const { code, message, retryAfter } = cause;
    return new AppError(code, `${records}, and then it ended: ${message}`, {
      ...(retryAfter !== undefined && { retryAfter }),
      cause,
    });
  }
  const options = { retryAfter: 5, cause };
  return new AppError('unavailable', `${records}, and then it failed. Please try again for the others.`, options);
}

/** Refusals of one record that say nothing about the others: somebody was quicker, or it is not the caller's any more. */
const PASSED_OVER: ReadonlySet<string> = new Set(['conflict', 'forbidden', 'not-found']);

/** @returns 1 for a record that was decided, 0 for one that is passed over */
async function decideOneOf(...[trx, session, decided, ofDuties]: Parameters<typeof decideIn>): Promise<0 | 1> {
  await sql`savepoint record`.execute(trx);
  try {
    await decideIn(trx, session, decided, ofDuties).catch(explainOwn);
    await sql`release savepoint record`.execute(trx);
    return 1;
  } catch (error) {
    if (!(error instanceof AppError && PASSED_OVER.has(error.code))) throw error;
    await sql`rollback to savepoint record`.execute(trx);
    return 0;
  }
}

async function isOfDuty(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<boolean> {
  const { rows } = await sql`
    select from checks where workspace_id = ${workspaceId} and id = ${id} and duty_id is not null`.execute(trx);
  return rows.length > 0;
}

/** The record, locked with what it is about, so that of two who decide at once one comes after the other. */
async function lockWaiting(
  trx: Transaction<DB>,
  session: Session,
  { key, records }: { key: CheckKey; records: CheckedRecords },
): Promise<Selectable<Checks>> {
  const isThere = await records.lock(trx, key);
  const check = await trx
    .selectFrom('checks')
    .selectAll()
    .where('workspace_id', '=', key.workspaceId)
    .where('id', '=', key.id)
    .executeTakeFirst();
  if (!check || !mayKnow(session, check)) throw new AppError('not-found', 'Record not found');
  if (!isThere || check.outcome !== null) throw new AppError('conflict', explainOutcome(check));
  return check;
}

/** Whether the caller sees what a record is about: of a complaint, who is named at it alone (R-events-20). */
function mayKnow(session: Session, { seen_by, author_id }: Selectable<Checks>): boolean {
  if (seen_by === null) return true;
  return can(actorOf(session), 'events.read-restricted', { recordedBy: author_id, named: seen_by });
}

function explainOutcome({ outcome, duty_id }: Pick<Selectable<Checks>, 'outcome' | 'duty_id'>): string {
  if (outcome === 'replaced') return `Something newer was recorded for this ${duty_id ? 'duty' : 'day'} meanwhile`;
  return outcome === 'taken-back' ? 'This record was taken back' : 'This record was checked already';
}

/** Checks that the caller may check the record. @returns why they stand in for its checker, if they do. */
async function requireChecker(
  trx: Transaction<DB>,
  session: Session,
  check: Selectable<Checks>,
  today: Temporal.PlainDate,
): Promise<ReturnType<typeof standsInFor>> {
  const by = [check.author_id, check.impersonator_id ?? check.author_id, check.in_name_of, ...check.changed_by];
  if (peopleBehind({ view: session, by: session }).some((person) => by.includes(person))) throw ownRecord();
  const record = { waits: waitsForOf(check), by };
  const colleagues = onDay(await listColleagues(trx, session.workspaceId), today);
  const people = colleagues.filter(({ userId }) => check.seen_by?.includes(userId) ?? true);
  const person = people.find(({ userId }) => userId === session.userId);
  const may = check.seen_by === null ? mayCheck : mayCheckAmong;
  if (!person || !may(person, record, people)) throw new AppError('forbidden', SOMEBODY_ELSES);
  const standsIn = standsInFor(person, record);
  const isManagers = standsIn !== null && check.seen_by === null;
  requirePermission(session, 'checks.decide', { recordedBy: by, waitsFor: isManagers ? null : session.userId });
  return standsIn;
}

const SOMEBODY_ELSES = 'This record is checked by somebody else';

function waitsForOf({ waits_for, reason }: Pick<Selectable<Checks>, 'waits_for' | 'reason'>): WaitsFor {
  return waits_for === null ? { checker: null, reason: reason ?? 'gone' } : { checker: waits_for, reason: null };
}

function ownRecord(cause?: unknown): AppError {
  return new AppError('forbidden', 'You cannot check your own record', { cause });
}
