import { mayCheck, standsInFor, type WaitsFor } from '@anupalan/domain/assignments';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { requirePermission, type Session } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { violatedCheck } from '../../../platform/postgres/database-errors.ts';
import type { Checks, DB } from '../../../platform/postgres/database-schema.ts';
import { readDay } from '../../../platform/postgres/prepared-statement.ts';
import { recordActivity } from '../../activity/commands.ts';
import { listColleagues, onDay } from '../../tracker/queries-assignments.ts';
import { bindFigures } from './commands-figures.ts';
import { type CheckKey, lockCheck, peopleBehind, settleEntry } from './commands-wait.ts';

/** An approval with a note, which may be empty, or a return with its reason. */
export interface Decision {
  readonly outcome: 'approved' | 'returned';
  readonly text: string;
}

/**
 * Approves or returns a record that waits (R-checks-7, R-checks-12). Approved, it joins the history at the time it was
 * made.
 * @throws AppError not-found when the company has no such record; conflict when it doesn't wait any more; forbidden for
 * who made it, and for whom it doesn't wait for (R-checks-8 to R-checks-11).
 */
export function decideCheck(
  db: Kysely<DB>,
  session: Session,
  { id, decision, today }: { id: string; decision: Decision; today: Temporal.PlainDate },
): Promise<void> {
  const key = { workspaceId: session.workspaceId, id };
  return db
    .transaction()
    .execute(async (trx) => {
      if (decision.outcome === 'approved') await bindFigures(trx, key);
      const check = await lockWaiting(trx, key);
      const standsIn = await requireChecker(trx, session, check, today);
      await sql`
        update checks set outcome = ${decision.outcome}, decision = ${decision.text}, decided_by = ${session.userId},
          decider_impersonator_id = ${session.impersonatorId}, decided_at = clock_timestamp(), stands_in = ${standsIn}
        where workspace_id = ${key.workspaceId} and id = ${id}`.execute(trx);
      if (decision.outcome === 'approved') await joinHistory(trx, key);
      await settleEntry(trx, key);
      await recordActivity(trx, session, {
        what: decision.outcome === 'approved' ? 'checks.approve' : 'checks.return',
        about: { itemId: check.compliance_item_id, day: readDay(check.day), recordId: id, status: check.status },
      });
    })
    .catch((error: unknown) => {
      throw violatedCheck(error) === 'nobody_checks_themselves' ? ownRecord(error) : error;
    });
}

/** The record, locked with its day's entry, so that of two who decide at once one comes after the other. */
async function lockWaiting(trx: Transaction<DB>, key: CheckKey): Promise<Selectable<Checks>> {
  const isThere = await lockCheck(trx, key);
  const check = await trx
    .selectFrom('checks')
    .selectAll()
    .where('workspace_id', '=', key.workspaceId)
    .where('id', '=', key.id)
    .executeTakeFirst();
  if (!check) throw new AppError('not-found', 'Record not found');
  if (!isThere || check.outcome !== null) throw new AppError('conflict', explainOutcome(check));
  return check;
}

function explainOutcome({ outcome }: Pick<Selectable<Checks>, 'outcome'>): string {
  if (outcome === 'replaced') return 'Something newer was recorded for this day meanwhile';
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
  const people = onDay(await listColleagues(trx, session.workspaceId), today);
  const person = people.find(({ userId }) => userId === session.userId);
  if (!person || !mayCheck(person, record, people)) throw new AppError('forbidden', SOMEBODY_ELSES);
  const standsIn = standsInFor(person, record);
  requirePermission(session, 'checks.decide', { recordedBy: by, waitsFor: standsIn ? null : session.userId });
  return standsIn;
}

const SOMEBODY_ELSES = 'This record is checked by somebody else';

function waitsForOf({ waits_for, reason }: Pick<Selectable<Checks>, 'waits_for' | 'reason'>): WaitsFor {
  return waits_for === null ? { checker: null, reason: reason ?? 'gone' } : { checker: waits_for, reason: null };
}

function ownRecord(cause?: unknown): AppError {
  return new AppError('forbidden', 'You cannot check your own record', { cause });
}

/** Whose data were erased meanwhile is no author of the record any more, like of every other. */
async function joinHistory(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<void> {
  await sql`
    insert into status_records (workspace_id, compliance_item_id, day, id, registration_id, status, note, updated_by,
      impersonator_id, responsible_id, deputy_id, checker_id, no_evidence_reason, filing, checked_by, checked_at,
      check_note, check_instead, created_at, updated_at)
    select workspace_id, compliance_item_id, day, id, registration_id, status, note,
      (select users.id from users where users.id = author_id),
      (select users.id from users where users.id = impersonator_id),
      responsible_id, deputy_id, checker_id, no_evidence_reason, filing, decided_by, decided_at, decision, stands_in,
      made_at, made_at
    from checks where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
}
