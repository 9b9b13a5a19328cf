import { randomUUIDv7 } from 'node:crypto';
import {
  type AssignmentLines,
  assign,
  type Colleague,
  chooseChecker,
  chooseCheckerAmong,
  mayCheck,
  mayCheckAmong,
  type WaitsFor,
} from '@anupalan/domain/assignments';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Checks, DB } from '../../../platform/postgres/database-schema.ts';
import type { Acting } from '../../tracker/commands.ts';
import { listColleagues } from '../../tracker/queries-assignments.ts';
import { holdChecker, nobodyMayCheck, peopleBehind } from './commands-wait.ts';

/** An approved record of a duty whose files somebody changed, and who checks the duty now. */
interface ChangedDuty {
  readonly former: Selectable<Checks>;
  readonly lines: AssignmentLines;
}

/**
 * Says an approved record of a duty again, for its checker, after it was put aside (R-evidence-9): what its checker
 * approved is not what stands there any more.
 * @returns whether it waits; if not, the duty has no checker any more, and the record counts at once
 * @throws AppError conflict when nobody may check it
 */
export async function sayDutyAgain(
  trx: Transaction<DB>,
  acting: Acting,
  { former, lines }: ChangedDuty,
): Promise<boolean> {
  const changedBy = [...new Set([...former.changed_by, ...peopleBehind(acting)])];
  const people = await listPeople(trx, former);
  const by = [...makersOf(former), ...changedBy];
  const waits = former.seen_by === null ? chooseChecker(lines, by, people) : chooseCheckerAmong(lines, by, people);
  if (waits === 'nobody') throw nobodyMayCheck();
  if (waits === null) return false;
  const { checker: waitsFor, reason } = await holdChecker(trx, acting, waits);
  const { responsible, deputy, checker } = assign(lines);
  await sql`
    insert into checks (workspace_id, id, duty_id, seen_by, status, note, no_evidence_reason, made_at, settled_from,
      author_id, impersonator_id, in_name_of, responsible_id, deputy_id, checker_id, waits_for, reason, again_of,
      changed_by, imported)
    select workspace_id, ${randomUUIDv7()}, duty_id, seen_by, status, note, no_evidence_reason, clock_timestamp(),
      coalesce(settled_from, made_at), author_id, impersonator_id, in_name_of, ${responsible}::uuid, ${deputy}::uuid,
      ${checker}::uuid, ${waitsFor}::uuid, ${reason}, id, ${changedBy}::uuid[], imported
    from checks where workspace_id = ${former.workspace_id} and id = ${former.id}`.execute(trx);
  return true;
}

/**
 * Who changes the files of a duty of which something waits doesn't check that either. The caller holds its event.
 * @throws AppError conflict when nobody may check it then
 */
export async function noteDutyChange(trx: Transaction<DB>, acting: Acting, dutyId: string): Promise<void> {
  const waiting = await trx
    .selectFrom('checks')
    .selectAll()
    .where('workspace_id', '=', acting.view.workspaceId)
    .where('duty_id', '=', dutyId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  if (!waiting) return;
  const changedBy = [...new Set([...waiting.changed_by, ...peopleBehind(acting)])];
  const by = [...makersOf(waiting), ...changedBy];
  const isOwn = waiting.waits_for !== null && by.includes(waiting.waits_for);
  const waits: WaitsFor =
    waiting.waits_for !== null && !isOwn
      ? { checker: waiting.waits_for, reason: null }
      : { checker: null, reason: waiting.reason ?? 'own' };
  const people = await listPeople(trx, waiting);
  const may = waiting.seen_by === null ? mayCheck : mayCheckAmong;
  if (!people.some((person) => may(person, { waits, by }, people))) throw nobodyMayCheck();
  await sql`
    update checks set changed_by = ${changedBy}::uuid[], waits_for = ${waits.checker}, reason = ${waits.reason}
    where workspace_id = ${waiting.workspace_id} and id = ${waiting.id}`.execute(trx);
}

function makersOf({ author_id, impersonator_id, in_name_of, changed_by }: Selectable<Checks>): string[] {
  return [author_id, impersonator_id ?? author_id, in_name_of, ...changed_by];
}

/** The people who see what a record is about; who is away may check all the same, so that it doesn't matter who is. */
async function listPeople(
  trx: Transaction<DB>,
  { workspace_id, seen_by }: Pick<Selectable<Checks>, 'workspace_id' | 'seen_by'>,
): Promise<Colleague[]> {
  const colleagues = await listColleagues(trx, workspace_id);
  const people = colleagues.map((person) => ({ ...person, isAway: false }));
  return people.filter(({ userId }) => seen_by?.includes(userId) ?? true);
}
