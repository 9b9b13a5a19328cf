import { MOST_OPEN_DUTIES, type OpenDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent, listEvents } from '@anupalan/contract/events/events';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { type Assignment, type AssignmentLines, assign } from '@anupalan/domain/assignments';
import { can } from '@anupalan/domain/permissions';
import { sql } from 'kysely';
import type { z } from 'zod';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { COUNTED_AT_MOST, countFound, paginate } from '../../platform/postgres/pages.ts';
import { readEvidenceBeside } from '../evidence/queries.ts';
import { WHY_DUTY_HAS_NONE } from '../evidence/queries-score.ts';
import { indexLines, LinesBeside, linesBeside } from '../tracker/queries-assignments.ts';
import {
  type DutyRow,
  type EventRow,
  type OpenDutyRow,
  presentEvent,
  presentOpenDuty,
  type Reading,
  type RecordRow,
} from './present.ts';
import { seeDuties, seeEvents } from './see-events.ts';

/** Records that an answer tells of a duty at most. */
const RECORDS_SHOWN = 20;

/** Duties of all events of a page at most: more than a page of the kind with the most has. */
const MOST_ON_A_PAGE = 5_000;

type Asked = z.infer<(typeof listEvents)['query']>;

/** One page of the events that a session sees, the newest first (R-events-15). */
export async function readEvents(
  db: Db,
  session: Session,
  { closed, kind, page, limit }: Asked,
  now: Temporal.Instant,
): Promise<{ data: CompanyEvent[]; pagination: BoundedPagination }> {
  const offset = (page - 1) * limit;
  const found = sql`
    select event.* from events event
    where event.workspace_id = ${session.workspaceId} and ${seeEvents(session)}
      and (${closed ?? null}::text is null or (event.closed_at is not null)::text = ${closed ?? null})
      and (${kind ?? null}::text is null or event.kind = ${kind ?? null})
    order by event.happened_at desc, event.id desc`;
  const [rows, counted] = await Promise.all([
    offset < COUNTED_AT_MOST ? sql<EventRow>`${found} limit ${limit} offset ${offset}`.execute(db) : { rows: [] },
    countFound(db, found),
  ]);
  const data = await presentAll(db, session, rows.rows, now);
  return { data, pagination: paginate({ page, limit }, counted) };
}

/** @throws AppError not-found, also for one that the session doesn't see */
export async function getEvent(db: Db, session: Session, id: string, now: Temporal.Instant): Promise<CompanyEvent> {
  const { rows } = await sql<EventRow>`
    select event.* from events event
    where event.workspace_id = ${session.workspaceId} and event.id = ${id} and ${seeEvents(session)}`.execute(db);
  const [event] = await presentAll(db, session, rows, now);
  if (!event) throw eventNotFound();
  return event;
}

/**
 * The catalogue's key of a duty of an event.
 * @throws AppError not-found, also for one that the session doesn't see
 */
export async function readDutyKey(db: Db, session: Session, dutyId: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select duty.definition->>'key' as key from event_duties duty
      join events event on event.workspace_id = duty.workspace_id and event.id = duty.event_id
    where duty.workspace_id = ${session.workspaceId} and duty.id = ${dutyId}
      and ${seeDuties(session)} and ${seeEvents(session)}`.execute(db);
  const [duty] = rows;
  if (!duty) throw dutyNotFound();
  return duty.key;
}

export function dutyNotFound(): AppError {
  return new AppError('not-found', 'Duty not found');
}

export function eventNotFound(): AppError {
  return new AppError('not-found', 'Event not found');
}

/**
 * The duties of open events that are not done with, by their deadlines (R-events-16).
 * @returns at most {@link MOST_OPEN_DUTIES}, and whether there are more.
 */
export async function readOpenDuties(
  db: Db,
  session: Session,
  now: Temporal.Instant,
): Promise<{ data: OpenDuty[]; more?: true }> {
  const { rows } = await sql<OpenDutyRow>`
    select duty.id, duty.event_id, duty.title, duty.act_id, duty.act, duty.due_day, duty.due_at, duty.recorded,
      duty.checking, event.label, event.visibility, event.definition ->> 'name' as "kindName",
      jsonb_build_object('deadline', duty.definition -> 'deadline', 'state', duty.definition -> 'state',
        'confidence', duty.definition -> 'confidence') as definition
    from event_duties duty
      join events event on event.workspace_id = duty.workspace_id and event.id = duty.event_id
    where duty.workspace_id = ${session.workspaceId} and duty.standing = 'open'
      and (duty.recorded is null or duty.recorded not in ('done', 'not-to-do', 'not-applicable'))
      and event.closed_at is null and ${seeEvents(session)} and ${seeDuties(session)}
    order by duty.due_day, duty.due_at nulls last, duty.id
    limit ${MOST_OPEN_DUTIES + 1}`.execute(db);
  if (rows.length === 0) return { data: [] };
  const reading = { now, assign: await readAssign(db, session) };
  const data = rows.slice(0, MOST_OPEN_DUTIES).map((row) => presentOpenDuty(row, reading));
  return { data, ...(rows.length > MOST_OPEN_DUTIES && { more: true }) };
}

async function presentAll(
  db: Db,
  session: Session,
  rows: readonly EventRow[],
  now: Temporal.Instant,
): Promise<CompanyEvent[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [{ rows: duties }, reading] = await Promise.all([
    sql<DutyRow>`
      select duty.* from event_duties duty
      where duty.workspace_id = ${session.workspaceId} and duty.event_id = any(${ids}::uuid[])
        and ${seeDuties(session)}
      order by array_position(${ids}::uuid[], duty.event_id), duty.position, duty.id
      limit ${MOST_ON_A_PAGE}`.execute(db),
    readReading(db, session, now),
  ]);
  const byEvent = Map.groupBy(duties, ({ event_id }) => event_id);
  const dutyIds = duties.map(({ id }) => id);
  const records = await readRecords(db, session, dutyIds);
  const files = await readEvidenceBeside(db, session.workspaceId, dutyIds);
  return rows.map((row) => presentEvent(row, byEvent.get(row.id) ?? [], records, { ...reading, files }));
}

/** The newest records of some duties, by the duty. */
async function readRecords(
  db: Db,
  { workspaceId }: Session,
  dutyIds: readonly string[],
): Promise<Map<string, RecordRow[]>> {
  const { rows } = await sql<RecordRow>`
    select record.id, record.duty_id, record.status, record.note, record.updated_by, record.created_at,
      record.checked_by, record.checked_at, record.check_note, record.check_instead,
      ${sql.raw(WHY_DUTY_HAS_NONE)} as no_evidence_reason, record.filing, record.takes_back, record.imported
    from unnest(${[...dutyIds]}::uuid[]) duty (id) cross join lateral (
      select * from event_duty_records
      where workspace_id = ${workspaceId} and duty_id = duty.id
      order by id desc limit ${RECORDS_SHOWN}) record
    order by record.id`.execute(db);
  return Map.groupBy(rows, ({ duty_id }) => duty_id);
}

/** How a session sees the duties of its company: by its plan, and who is responsible there. */
async function readReading(db: Db, session: Session, now: Temporal.Instant): Promise<Reading> {
  const actor = actorOf(session);
  const readsPremium = can(actor, 'compliance-items.read-premium-values');
  const [assign, locked] = await Promise.all([readAssign(db, session), readsPremium ? [] : readLocked(db)]);
  return { now, assign, locked, readsHistory: can(actor, 'status-history.read') };
}

/** The texts whose column in the table is a premium one (R-events-14). */
async function readLocked(db: Db): Promise<Reading['locked']> {
  const premium = await db
    .selectFrom('compliance_fields')
    .select('catalogue_key')
    .where('access_level', '=', 'premium')
    .execute();
  const keys = new Set(premium.map(({ catalogue_key }) => catalogue_key));
  return (['form', 'authority', 'penalty', 'portal'] as const).filter((text) => keys.has(text));
}

/** Who is responsible for what is under an act (R-events-13). */
async function readAssign(db: Db, session: Session): Promise<(actId: string | null) => Assignment> {
  const linesOf = await readLinesOfActs(db, session);
  return (actId) => assign(linesOf(actId));
}

/** What was set about the people of an act, or the company, as duties are asked for. */
export async function readLinesOfActs(
  db: Db,
  { workspaceId }: Session,
): Promise<(actId: string | null) => AssignmentLines> {
  const { rows } = await sql<{ assigned: unknown }>`
    select ${sql.raw(linesBeside('workspaces.id', 'line.compliance_item_id is null'))} as assigned
    from workspaces where id = ${workspaceId}`.execute(db);
  const linesOf = indexLines(LinesBeside.parse(rows[0]?.assigned));
  return (actId) => linesOf({ id: '', actId: actId ?? '' });
}
