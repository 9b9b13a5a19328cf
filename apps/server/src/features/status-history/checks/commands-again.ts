import { randomUUIDv7 } from 'node:crypto';
import { Filing } from '@anupalan/contract/fields/filing';
import { assign, chooseChecker, mayCheck } from '@anupalan/domain/assignments';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Checks, DB } from '../../../platform/postgres/database-schema.ts';
import { readDay } from '../../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../../activity/commands.ts';
import { type Acting, authorOf } from '../../tracker/commands.ts';
import { listColleagues, readLines } from '../../tracker/queries-assignments.ts';
import { listNumberIds } from '../../tracker/queries-numbers.ts';
import { addIn } from '../commands.ts';
import { noteFiling } from '../commands-filing.ts';
import { putAside, readState } from '../commands-put-aside.ts';
import { queueForDays } from '../commands-queue.ts';
import { RECORDS_A_DAY } from '../statements-add.ts';
import { dayIsFull, holdChecker, lockCheck, nobodyMayCheck, peopleBehind, settleEntry } from './commands-wait.ts';

/**
 * Lets the records wait again that were approved with a payment or a submission which is being changed or deleted
 * (R-checks-21): called in that transaction, after it.
 * @throws AppError conflict when nobody may check a record then, or its day has as many as it may.
 */
export async function letWaitAgain(trx: Transaction<DB>, acting: Acting, thingId: string): Promise<void> {
  const { workspaceId } = acting.view;
  if ((await listStandingOn(trx, workspaceId, thingId)).length > 0) await queueForDays(trx, workspaceId);
  for (;;) {
    const [id] = await listStandingOn(trx, workspaceId, thingId);
    if (id === undefined) return;
    await lockCheck(trx, { workspaceId, id });
    await waitAgain(trx, acting, id);
  }
}

async function listStandingOn(trx: Transaction<DB>, workspaceId: WorkspaceId, thingId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select records_standing_on(${workspaceId}, ${thingId}) as id`.execute(trx);
  return rows.map(({ id }) => id);
}

async function waitAgain(trx: Transaction<DB>, acting: Acting, recordId: string): Promise<void> {
  const { workspaceId } = acting.view;
  const former = await trx
    .selectFrom('checks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow();
  const state = await readState(trx, recordId);
  // The note that puts the former record aside, and the one that waits.
  if (state.recordsOfDay + 2 > RECORDS_A_DAY) throw dayIsFull();
  const madeAt = await putAside(trx, acting.by, { recordId, ...state });
  const changedBy = [...new Set([...former.changed_by, ...peopleBehind(acting)])];
  const changed = { former, changedBy, madeAt };
  const isChecked = await joinWaiting(trx, workspaceId, changed);
  // Where something newer counts already, nothing is to be said again.
  if (!isChecked && !state.isOutdated) await addAgain(trx, acting, changed);
  await recordActivity(trx, authorOf(acting), {
    what: 'checks.wait-again',
    about: { itemId: former.compliance_item_id, day: readDay(former.day), recordId, status: former.status },
  });
}

/** An approved record, put aside at a moment because of what somebody changed. */
interface Changed {
  readonly former: Selectable<Checks>;
  readonly changedBy: readonly string[];
  readonly madeAt: string;
}

/**
 * Where something newer waits for the same day and number, or for all, that is what the checker sees; who changed the figures doesn't check it
 * either. @returns whether there is such a record
 */
async function joinWaiting(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { former, changedBy }: Changed,
): Promise<boolean> {
  const newer = await trx
    .selectFrom('checks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('compliance_item_id', '=', former.compliance_item_id)
    .where('day', '=', former.day)
    .where('outcome', 'is', null)
    .where((of) => of.or([of('registration_id', 'is', null), of('registration_id', '=', former.registration_id)]))
    .executeTakeFirst();
  if (!newer) return false;
  const everybody = [...new Set([...newer.changed_by, ...changedBy])];
  const by = [...makersOf(newer), ...everybody];
  const isOwn = newer.waits_for !== null && by.includes(newer.waits_for);
  const waits =
    newer.waits_for !== null && !isOwn
      ? ({ checker: newer.waits_for, reason: null } as const)
      : ({ checker: null, reason: newer.reason ?? 'own' } as const);
  const people = await listPresent(trx, workspaceId);
  if (!people.some((person) => mayCheck(person, { waits, by }, people))) throw nobodyMayCheck();
  await sql`
    update checks set changed_by = ${everybody}::uuid[], waits_for = ${waits.checker},
      reason = ${waits.reason}
    where workspace_id = ${workspaceId} and id = ${newer.id}`.execute(trx);
  return true;
}

/**
 * Says the former record again: for its item's checker, or where the item has none any more, at once, as every record
 * of such an item.
 */
async function addAgain(trx: Transaction<DB>, acting: Acting, { former, changedBy, madeAt }: Changed): Promise<void> {
  const { workspaceId } = acting.view;
  const { compliance_item_id: itemId, day, status, note } = former;
  const registrationId = former.registration_id ?? undefined;
  const numbers = registrationId ? await listNumberIds(trx, workspaceId, { itemId, day }) : [];
  const lines = await readLines(trx, workspaceId, itemId);
  const waits = chooseChecker(lines, [...makersOf(former), ...changedBy], await listPresent(trx, workspaceId));
  if (waits === 'nobody') throw nobodyMayCheck();
  const id = randomUUIDv7();
  if (waits === null) {
    const noEvidenceReason = former.no_evidence_reason ?? '';
    const record = { itemId, day, status, note, noEvidenceReason, registrationId, lines, recordId: id };
    await addIn(trx, acting, record, numbers);
    if (former.filing) await noteFiling(trx, { workspaceId, recordId: id }, Filing.parse(former.filing));
    return;
  }
  const { checker: waitsFor, reason } = await holdChecker(trx, acting, waits);
  const { responsible, deputy, checker } = assign(lines);
  await sql`
    insert into checks (workspace_id, id, compliance_item_id, day, registration_id, status, note, no_evidence_reason,
      filing, made_at, settled_from, author_id, impersonator_id, in_name_of, responsible_id, deputy_id, checker_id, waits_for, reason,
      again_of, changed_by)
    select workspace_id, ${id}, compliance_item_id, day, registration_id, status, note, no_evidence_reason, filing,
      ${madeAt}::timestamptz,
      coalesce(settled_from, made_at), author_id, impersonator_id, in_name_of, ${responsible}::uuid, ${deputy}::uuid,
      ${checker}::uuid, ${waitsFor}::uuid, ${reason}, id, ${changedBy}::uuid[]
    from checks where workspace_id = ${workspaceId} and id = ${former.id}`.execute(trx);
  await settleEntry(trx, { workspaceId, id }, numbers);
}

function makersOf({ author_id, impersonator_id, in_name_of, changed_by }: Selectable<Checks>): string[] {
  return [author_id, impersonator_id ?? author_id, in_name_of, ...changed_by];
}

/** The company's people; who is away may check all the same, so that it doesn't matter here who is. */
async function listPresent(trx: Transaction<DB>, workspaceId: WorkspaceId) {
  return (await listColleagues(trx, workspaceId)).map((person) => ({ ...person, isAway: false }));
}
