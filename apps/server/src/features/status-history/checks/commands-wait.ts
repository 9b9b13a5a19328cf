import { randomUUIDv7 } from 'node:crypto';
import {
  type AssignmentLines,
  assign,
  chooseChecker,
  chooseCheckerAmong,
  mayWait,
  type WaitsFor,
} from '@anupalan/domain/assignments';
import { type Line, sayLine } from '@anupalan/domain/registrations/lines';
import type { RecordStatus, Status } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import type { Acting } from '../../tracker/commands.ts';
import { listColleagues } from '../../tracker/queries-assignments.ts';
import { putLine } from '../commands-lines.ts';
import type { NewRecord } from '../new-record.ts';
import { RECORDS_A_DAY } from '../new-record.ts';
import { SAID } from './said.ts';

/** Everybody a record counts as made by: nobody of them may check it (R-checks-9). */
export function peopleBehind({ view, by }: Acting): string[] {
  return [...new Set([by.userId, by.impersonatorId ?? by.userId, view.userId])];
}

/**
 * Stores a record that has to be checked as one that waits (R-checks-6); it takes the place of one that waits for the
 * same day already (R-checks-12), and for the same registration number or for all.
 * @param numbers the ids of the day's numbers, where it is about one of them
 * @returns whether it waits; if not, nothing was written
 * @throws AppError conflict when nobody may check it, or the day has as many records as it may.
 */
export async function waitForCheck(
  trx: Transaction<DB>,
  acting: Acting,
  record: NewRecord,
  numbers: readonly string[],
): Promise<boolean> {
  const waits = await chooseWaiting(trx, acting, record);
  if (waits === null) return false;
  await addCheck(trx, acting, { ...record, waits }, numbers);
  return true;
}

/** What decides whether a record waits, and for whom. */
interface Checkable {
  readonly status: RecordStatus;
  readonly lines: AssignmentLines;
  /** Who sees what it is about, where not everybody does: nobody else checks it (R-checks-23). */
  readonly seenBy?: readonly string[] | null;
}

/**
 * Who a record waits for, and null when nobody checks it; a checker stays in the company until it is stored.
 * @throws AppError conflict when nobody may check it
 */
export async function chooseWaiting(
  trx: Transaction<DB>,
  acting: Acting,
  { status, lines, seenBy = null }: Checkable,
): Promise<WaitsFor | null> {
  const by = peopleBehind(acting);
  if (!mayWait(status, lines, by)) return null;
  const colleagues = await listColleagues(trx, acting.view.workspaceId);
  // Somebody who is away may check all the same, so that it doesn't matter here who is.
  const people = colleagues.map((person) => ({ ...person, isAway: false }));
  if (seenBy === null) {
    const waits = chooseChecker(lines, by, people);
    if (waits === 'nobody') throw nobodyMayCheck();
    return waits && holdChecker(trx, acting, waits);
  }
  const waits = chooseCheckerAmong(
    lines,
    by,
    people.filter(({ userId }) => seenBy.includes(userId)),
  );
  const held = waits && (await holdChecker(trx, acting, waits));
  // Who has just left is named at nothing any more.
  return held === waits ? held : null;
}

/** Keeps the checker from leaving until the record is stored; who has just left is gone (R-checks-10). */
export async function holdChecker(trx: Transaction<DB>, { view }: Acting, waits: WaitsFor): Promise<WaitsFor> {
  if (waits.checker === null) return waits;
  const held = await trx
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', view.workspaceId)
    .where('user_id', '=', waits.checker)
    .forShare()
    .executeTakeFirst();
  return held && held.role !== 'viewer' ? waits : { checker: null, reason: 'gone' };
}

export function nobodyMayCheck(): AppError {
  return new AppError(
    'conflict',
    'You are the checker of this item, and nobody else in the company may check your record. ' +
      'Somebody else has to be its checker, or a manager',
  );
}

async function addCheck(
  trx: Transaction<DB>,
  acting: Acting,
  record: NewRecord & { readonly waits: WaitsFor },
  numbers: readonly string[],
): Promise<void> {
  const { itemId, day, registrationId = null, recordId: id = randomUUIDv7() } = record;
  const madeAt = await beginEntry(trx, acting, record);
  await insertCheck(trx, acting, { ...record, id, madeAt, of: { itemId, day, registrationId } });
  await settleEntry(trx, { workspaceId: acting.view.workspaceId, id }, numbers);
}

/** A record that waits, with what it is about: a day of an item, or a duty of an event. */
interface NewCheck extends Pick<NewRecord, 'status' | 'note' | 'noEvidenceReason' | 'lines'> {
  readonly id: string;
  /** The moment of it, as text. */
  readonly madeAt: string;
  readonly waits: WaitsFor;
  readonly of: OfDay | OfDuty;
}

interface OfDay {
  readonly itemId: string;
  readonly day: string;
  readonly registrationId: string | null;
}

export interface OfDuty {
  readonly dutyId: string;
  /** Who sees it, of a restricted event. */
  readonly seenBy: readonly string[] | null;
}

/** Stores a record that waits; what it is about is told by who calls. */
export async function insertCheck(trx: Transaction<DB>, { view, by }: Acting, check: NewCheck): Promise<void> {
  const { id, madeAt, status, note, noEvidenceReason, lines, waits } = check;
  const { responsible, deputy, checker } = assign(lines);
  const nothing = { itemId: null, day: null, registrationId: null, dutyId: null, seenBy: null };
  const { itemId, day, registrationId, dutyId, seenBy } = { ...nothing, ...check.of };
  await sql`
    insert into checks (workspace_id, id, compliance_item_id, day, registration_id, duty_id, seen_by, status, note,
      no_evidence_reason, made_at, author_id, impersonator_id, in_name_of, responsible_id, deputy_id, checker_id,
      waits_for, reason)
    values (${view.workspaceId}, ${id}, ${itemId}, ${day}, ${registrationId}, ${dutyId}, ${seenBy}::uuid[], ${status},
      ${note}, ${noEvidenceReason || null}, ${madeAt}, ${by.userId}, ${by.impersonatorId}, ${view.userId},
      ${responsible}, ${deputy}, ${checker}, ${waits.checker}, ${waits.reason})`.execute(trx);
}

/** What waits of a duty waits for nobody once something newer is recorded of it. The caller holds its event. */
export async function replaceWaitingOfDuty(
  trx: Transaction<DB>,
  { workspaceId, dutyId }: { workspaceId: WorkspaceId; dutyId: string },
): Promise<void> {
  await sql`
    update checks set outcome = 'replaced'
    where workspace_id = ${workspaceId} and duty_id = ${dutyId} and outcome is null`.execute(trx);
}

/**
 * Locks the day's entry, which is pending if it is new; nothing of it waits any more that the record is newer than. What
 * was approved is in the history, and counted there.
 * @returns the moment of the record, as text
 * @throws AppError conflict when the day has as many records as it may
 */
export async function beginEntry(
  trx: Transaction<DB>,
  { view }: Acting,
  { itemId, day, registrationId }: Pick<NewRecord, 'itemId' | 'day' | 'registrationId'>,
): Promise<string> {
  const { workspaceId, userId } = view;
  const { rows } = await sql<{ made_at: string; recorded: number }>`
    with entry as (
      insert into status_entries as entry
        (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
      values (${workspaceId}, ${itemId}, ${day}, ${randomUUIDv7()}, ${userId}, 'pending',
        statement_timestamp(), statement_timestamp())
      on conflict (workspace_id, compliance_item_id, day) do update set
        checking = null,
        lines = (
          select jsonb_object_agg(key,
            value - case when coalesce(key = ${registrationId ?? null}, true) then 'checking' else '' end)
          from jsonb_each(entry.lines)),
        updated_at = greatest(clock_timestamp(), entry.updated_at + interval '1 microsecond')
      returning updated_at)
    select updated_at::text as made_at,
      (select count(*) from status_records
        where (workspace_id, compliance_item_id, day) = (${workspaceId}, ${itemId}, ${day}))
      + (select count(*) from checks
        where (workspace_id, compliance_item_id, day) = (${workspaceId}, ${itemId}, ${day})
          and outcome is distinct from 'approved') as recorded
    from entry`.execute(trx);
  const [entry] = rows;
  if (!entry || entry.recorded >= RECORDS_A_DAY) throw dayIsFull();
  return entry.made_at;
}

export function dayIsFull(): AppError {
  return new AppError('conflict', `This day already has ${RECORDS_A_DAY} records`);
}

/** A record that was or is to be checked. */
export interface CheckKey {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
}

/** Locks the day's entry of a record, as everybody does who writes about the day. @returns whether there is one. */
export async function lockCheck(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<boolean> {
  const { rows } = await sql`
    select from status_entries entry join checks using (workspace_id, compliance_item_id, day)
    where checks.workspace_id = ${workspaceId} and checks.id = ${id} for update of entry`.execute(trx);
  return rows.length > 0;
}

/**
 * Lets the day's entry, or its line of a registration number, say what became of its newest record that had to be
 * checked. @param numbers the ids of the day's numbers, where there may be no line yet
 */
export async function settleEntry(
  trx: Transaction<DB>,
  { workspaceId, id }: CheckKey,
  numbers?: readonly string[],
): Promise<void> {
  const { rows } = await sql<CheckOfLine>`
    select registration_id as "registrationId", compliance_item_id as "itemId", day::text, outcome, status,
      coalesce(settled_from, made_at)::text as at, ${SAID} as said
    from checks checked where workspace_id = ${workspaceId} and id = ${id} and registration_id is not null`.execute(
    trx,
  );
  const [check] = rows;
  if (check) return settleLine(trx, workspaceId, check, numbers);
  await sql`
    update status_entries entry set
      checking = ${SAID},
      lines = case when outcome is distinct from 'approved' then entry.lines end,
      current_status = case when outcome = 'approved' then checked.status else entry.current_status end,
      settled_at = case when outcome = 'approved' then coalesce(entry.settled_at, settled_from, made_at)
        else entry.settled_at end,
      updated_at = greatest(clock_timestamp(), entry.updated_at + interval '1 microsecond')
    from checks checked
    where checked.workspace_id = ${workspaceId} and checked.id = ${id}
      and (entry.workspace_id, entry.compliance_item_id, entry.day)
        = (checked.workspace_id, checked.compliance_item_id, checked.day)`.execute(trx);
}

interface CheckOfLine {
  registrationId: string;
  itemId: string;
  day: string;
  outcome: string | null;
  status: Status;
  at: string;
  said: Record<string, unknown> | null;
}

async function settleLine(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { registrationId, itemId, day, outcome, status, at, said }: CheckOfLine,
  numbers?: readonly string[],
): Promise<void> {
  const key = { workspaceId, itemId, day };
  const say = ({ status: stands, at: since }: Line) =>
    outcome === 'approved'
      ? sayLine({ status: stands, at: since }, { status, at })
      : { status: stands, at: since, ...(said && { checking: said }) };
  await putLine(trx, key, registrationId, { numbers, say });
}
