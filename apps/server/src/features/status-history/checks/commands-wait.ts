import { randomUUIDv7 } from 'node:crypto';
import { assign, chooseChecker, isChecked, mayWait, type WaitsFor } from '@anupalan/domain/assignments';
import { type Line, sayLine } from '@anupalan/domain/registrations/lines';
import type { Status } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import type { Acting } from '../../tracker/commands.ts';
import { listColleagues } from '../../tracker/queries-assignments.ts';
import { putLine } from '../commands-lines.ts';
import type { NewRecord } from '../new-record.ts';
import { RECORDS_A_DAY } from '../statements-add.ts';

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
  const { status, lines } = record;
  const by = peopleBehind(acting);
  if (!isChecked(status) || !mayWait(status, lines, by)) return false;
  const people = await listColleagues(trx, acting.view.workspaceId);
  // Somebody who is away may check all the same, so that it doesn't matter here who is.
  const waits = chooseChecker(
    lines,
    by,
    people.map((person) => ({ ...person, isAway: false })),
  );
  if (waits === null) return false;
  if (waits === 'nobody') throw nobodyMayCheck();
  await addCheck(trx, acting, { ...record, waits: await holdChecker(trx, acting, waits) }, numbers);
  return true;
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
  { view, by }: Acting,
  record: NewRecord & { readonly waits: WaitsFor },
  numbers: readonly string[],
): Promise<void> {
  const { itemId, day, status, note, noEvidenceReason, lines, waits, recordId: id = randomUUIDv7() } = record;
  const { registrationId = null } = record;
  const { workspaceId } = view;
  const made_at = await beginEntry(trx, { view, by }, record);
  const { responsible, deputy, checker } = assign(lines);
  await sql`
    insert into checks (workspace_id, id, compliance_item_id, day, registration_id, status, note, no_evidence_reason,
      made_at, author_id, impersonator_id, in_name_of, responsible_id, deputy_id, checker_id, waits_for, reason)
    values (${workspaceId}, ${id}, ${itemId}, ${day}, ${registrationId}, ${status}, ${note},
      ${noEvidenceReason || null}, ${made_at}, ${by.userId}, ${by.impersonatorId}, ${view.userId}, ${responsible},
      ${deputy}, ${checker}, ${waits.checker}, ${waits.reason})`.execute(trx);
  await settleEntry(trx, { workspaceId, id }, numbers);
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

/** What a row of `checks` says as long as it waits, or came back. */
const SAID = sql`case when outcome is null or outcome = 'returned' then jsonb_strip_nulls(jsonb_build_object(
  '_id', checked.id, 'status', checked.status, 'note', checked.note, 'updatedBy', author_id,
  'createdAt', made_at::text, 'reason', decision, 'returnedBy', decided_by, 'returnedAt', decided_at::text)) end`;

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
