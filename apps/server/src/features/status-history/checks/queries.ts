import type { Check, CheckBatch } from '@anupalan/contract/people/checks';
import type { Pagination } from '@anupalan/contract/wire/primitives';
import { isAtLeast } from '@anupalan/domain/members';
import { canCall } from '@anupalan/domain/permissions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { actorOf, type Session } from '../../../identity/sessions.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { countStanding, saidWhyNone } from '../../evidence/queries-score.ts';
import { listColleagues, onDay } from '../../tracker/queries-assignments.ts';
import { type CheckRow, presentCheck } from './present.ts';

/** A page of the records that wait for somebody's check, the longest waiting first, and how many there are. */
export async function readChecks(
  db: Db,
  session: Session,
  { page, limit, today }: { page: number; limit: number; today: Temporal.PlainDate },
): Promise<{ data: Check[]; pagination: Pagination; batches: CheckBatch[] }> {
  const isMine = await waitsFor(db, session, today);
  if (!isMine) return { data: [], pagination: pageOf({ page, limit }, 0), batches: [] };
  const waiting = sql`checks where checks.workspace_id = ${session.workspaceId} and outcome is null and ${isMine}`;
  const [{ rows }, counted, batches] = await Promise.all([
    sql<CheckRow>`
      select queue.id, queue.compliance_item_id, coalesce(queue.day, duty.due_day) as day, queue.status, queue.note,
        ${sql.raw(saidWhyNone('queue.workspace_id', SUBJECT, 'queue'))} as no_evidence_reason, queue.filing,
        queue.author_id, queue.made_at, queue.waits_for, queue.reason,
        coalesce(item.title, duty.title) as title, coalesce(act.name, duty.act) as act_name,
        queue.duty_id, duty.event_id, event.definition ->> 'name' as kind_name, event.label,
        queue.seen_by is not null as is_restricted, ${sql.raw(countStanding('queue.workspace_id', SUBJECT))} as files,
        registration.number as registration_number,
        former.decided_by as former_checker, former.decided_at as former_check,
        nullif(full_name(author.first_name, author.last_name), '') as author_name
      from (select * from ${waiting} order by made_at, id limit ${limit} offset ${(page - 1) * limit}) queue
        left join compliance_items item on item.id = queue.compliance_item_id
        left join acts act on act.id = item.act_id
        left join event_duties duty on (duty.workspace_id, duty.id) = (queue.workspace_id, queue.duty_id)
        left join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
        left join checks former on (former.workspace_id, former.id) = (queue.workspace_id, queue.again_of)
        left join users author on author.id = queue.author_id
        left join registrations registration
          on (registration.workspace_id, registration.id) = (queue.workspace_id, queue.registration_id)
      order by queue.made_at, queue.id`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${waiting}`.execute(db),
    sql<CheckBatch>`
      select batch_id as "_id", count(*)::int as records from ${waiting} and batch_id is not null
      group by batch_id order by min(made_at), batch_id limit ${MOST_BATCHES}`.execute(db),
  ]);
  return {
    data: rows.map((row) => presentCheck(row, session.userId)),
    pagination: pageOf({ page, limit }, counted.rows[0]?.total ?? 0),
    batches: batches.rows,
  };
}

/** What the files of a check stand at, as SQL. */
const SUBJECT = 'coalesce(queue.duty_id, queue.id)';

/** Imports of an answer at most. */
const MOST_BATCHES = 20;

/** The records of an import that wait for somebody's check, the longest waiting first. */
export async function listBatch(
  db: Db,
  session: Session,
  { batchId, today }: { batchId: string; today: Temporal.PlainDate },
): Promise<string[]> {
  const isMine = await waitsFor(db, session, today);
  if (!isMine) return [];
  const { rows } = await sql<{ id: string }>`
    select id from checks
    where workspace_id = ${session.workspaceId} and batch_id = ${batchId} and outcome is null and ${isMine}
    order by made_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * How many records wait for anybody's check in each of several workspaces, but those of complaints; one without any is
 * missing.
 */
export async function countWaiting(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, number>> {
  const { rows } = await pool.query<{ workspace_id: WorkspaceId; waiting: number }>({
    name: 'waiting-of-workspaces',
    text: `
      select workspace_id, count(*)::int as waiting from checks
      where workspace_id = any($1) and outcome is null and seen_by is null group by workspace_id`,
    values: [workspaceIds],
  });
  return new Map(rows.map((row) => [row.workspace_id, row.waiting]));
}

/**
 * The condition of the waiting records that somebody may check, and sees: the same as `mayCheck` and
 * `mayCheckAmong` of the domain, which are asked again when they do. Null for who may check none.
 */
export async function waitsFor(
  db: Db,
  session: Session,
  today: Temporal.PlainDate,
): Promise<RawBuilder<SqlBool> | null> {
  const { userId, impersonatorId } = session;
  const people = onDay(await listColleagues(db, session.workspaceId), today);
  const person = people.find((one) => one.userId === userId);
  if (!person) return null;
  const isManager = isAtLeast(person.role, 'manager');
  const members = people.filter(({ role }) => isAtLeast(role, 'member')).map((one) => one.userId);
  const managers = people.filter(({ role }) => isAtLeast(role, 'manager')).map((one) => one.userId);
  const present = people.filter(({ isAway }) => !isAway).map((one) => one.userId);
  const owner = people.find(({ role }) => role === 'owner');
  const standsForOwner = person.role === 'owner' || (isManager && (owner === undefined || owner.isAway));
  const sees = canCall(actorOf(session), 'events.read-restricted') ? sql`${userId} = any(seen_by)` : sql`false`;
  const made = sql`(array[author_id, impersonator_id, in_name_of] || changed_by)`;
  const nobodyNamed = sql`seen_by is not null
    and not coalesce(waits_for = any(${members}::uuid[]) and waits_for <> all(array_remove(${made}, null)), false)
    and not (coalesce(waits_for <> all(${present}::uuid[]), true) and exists (
      select from unnest(seen_by) named
      where named = any(${managers}::uuid[]) and named <> all(array_remove(${made}, null))))`;
  return sql<SqlBool>`
    (seen_by is null or ${sees}) and not (${made} && array[${userId}::uuid, ${impersonatorId}::uuid])
    and (waits_for = ${userId} or ${isManager}::boolean and waits_for <> all(${present}::uuid[])
      or waits_for is null and (${standsForOwner}::boolean
        or ${isManager}::boolean and (reason = 'gone' or ${owner?.userId ?? null}::uuid = any(${made})
          or not ${owner?.userId ?? null}::uuid = any(seen_by)))
      or ${members.includes(userId)}::boolean and ${nobodyNamed})`;
}
