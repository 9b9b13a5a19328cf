import type { ActivityEvent, ActivityFilters, ActivityPerson } from '@anupalan/contract/people/activity';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { INDIA } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { indianDay } from '../../platform/days/indian-day.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { COUNTED_AT_MOST, countFound, paginate } from '../../platform/postgres/pages.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { type ActivityRow, listPeople, presentEvent } from './present.ts';

interface Page {
  readonly page: number;
  readonly limit: number;
}

interface Activity {
  readonly data: ActivityEvent[];
  /** Everybody whom these events name. */
  readonly people: ActivityPerson[];
  readonly pagination: BoundedPagination;
}

/**
 * A page of what the people of a company did, newest first, and with it what they recorded (R-activity-2); pages end
 * where the counting ends. It is one statement that reads no further than its page, in both tables by their time.
 * @throws AppError invalid when the last day is before the first
 */
export async function readActivity(
  db: Db,
  session: Session,
  { page, limit, ...filters }: ActivityFilters & Page,
): Promise<Activity> {
  requireDaysInOrder(filters);
  const offset = (page - 1) * limit;
  const sources = [selectEvents(session, filters), selectRecords(session, filters)];
  const [rows, counted] = await Promise.all([
    offset < COUNTED_AT_MOST ? readRows(db, session, sources, { limit, offset }) : [],
    countFound(db, union(sources)),
  ]);
  return { data: rows.map(presentEvent), people: listPeople(rows), pagination: paginate({ page, limit }, counted) };
}

/** Events that are read at a time where all are wanted. */
const AT_ONCE = 1_000;

/**
 * All of what {@link readActivity} has page by page, several at a time as they are asked for, each by a statement that
 * begins where the one before ended.
 */
export async function* streamActivity(
  db: Db,
  session: Session,
  filters: ActivityFilters,
): AsyncGenerator<{ events: ActivityEvent[]; people: ActivityPerson[] }> {
  const sources = [selectEvents(session, filters), selectRecords(session, filters)];
  let last: ActivityRow | undefined;
  do {
    const rows = await readRows(db, session, sources, { limit: AT_ONCE, offset: 0, ...(last && { before: last }) });
    yield { events: rows.map(presentEvent), people: listPeople(rows) };
    last = rows.length < AT_ONCE ? undefined : rows.at(-1);
  } while (last);
}

/** How many events there are, or `most` where there are more. @throws AppError as {@link readActivity} */
export async function countActivity(db: Db, session: Session, filters: ActivityFilters, most: number): Promise<number> {
  requireDaysInOrder(filters);
  const sources = union([selectEvents(session, filters), selectRecords(session, filters)]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${sources}) event limit ${most}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Part {
  readonly limit: number;
  readonly offset: number;
  /** The event after which the part begins. */
  readonly before?: ActivityRow;
}

async function readRows(
  db: Db,
  { workspaceId }: Session,
  sources: readonly RawBuilder<unknown>[],
  { limit, offset, before }: Part,
): Promise<ActivityRow[]> {
  const older = before ? sql`where (at, id) < (${before.exact}::timestamptz, ${before.id})` : sql``;
  const newest = (rows: RawBuilder<unknown>) =>
    sql`(select * from (${rows}) source ${older} order by at desc, id desc limit ${limit + offset})`;
  const { rows } = await sql<ActivityRow>`
    select event.*, event.at::text as exact, item.title, sealed.seal,
           coalesce(${nameInCompany('author', workspaceId)}, ${nameBrought(workspaceId, sql`event.by`)}) as by_name,
           coalesce(${nameInCompany('subject', workspaceId)}, ${nameBrought(workspaceId, sql`event.subject_id`)})
             as subject_name
    from (${union(sources.map(newest))} order by at desc, id desc limit ${limit} offset ${offset}) event
      left join compliance_items item on item.id = event.item_id
        and (item.workspace_id is null or item.workspace_id = ${workspaceId})
      left join sealed_events sealed on sealed.workspace_id = ${workspaceId} and sealed.event_id = event.id
        and sealed.source = case when event.what in ('status-history.record', 'status-history.note')
          then 'status' else 'activity' end
      left join users author on author.id = event.by
      left join users subject on subject.id = event.subject_id
    order by event.at desc, event.id desc`.execute(db);
  return rows;
}

function union(sources: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(sources, sql` union all `);
}

/** The name of a person; administrators of the platform who are not in the company stay unnamed to it. */
export function nameInCompany(person: string, workspaceId: WorkspaceId): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${person}.${name}`);
  return sql`case
    when ${column('role')} = 'admin' and not exists (
      select from memberships where workspace_id = ${workspaceId} and user_id = ${column('id')})
    then ${ADMINISTRATOR} else full_name(${column('first_name')}, ${column('last_name')}) end`;
}

/** The name of somebody without an account here, whom a company that came as a file brought along (R-company-files-8). */
function nameBrought(workspaceId: WorkspaceId, id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select full_name(first_name, last_name) from imported_people
    where workspace_id = ${workspaceId} and imported_people.id = ${id})`;
}

/** Who wrote an imported row of a table, where that can only name an account (R-company-files-8). */
export function authorBrought(source: 'status_records' | 'payment_dates', row: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return sql`(select author from imported_authors
    where workspace_id = ${column('workspace_id')} and source = ${source} and row_id = ${column('id')})`;
}

interface Recorded {
  readonly workspaceId: WorkspaceId;
  /** Who did it: an id. */
  readonly by: RawBuilder<unknown>;
  /** Whether a company's file alone says so. */
  readonly imported: RawBuilder<unknown>;
}

/**
 * The name of who recorded something: of what came from a company's file as that says it, with a mark.
 * @param person the joined account of {@link Recorded.by}
 */
export function nameRecorded(person: string, { workspaceId, by, imported }: Recorded): RawBuilder<string | null> {
  const name = sql`coalesce(${nameBrought(workspaceId, by)}, ${nameInCompany(person, workspaceId)})`;
  return sql`case when ${imported} then ${name} || ${IMPORTED} else ${name} end`;
}

/** Behind the name of who did what a company's file says. */
export const IMPORTED = ' (imported)';

const ADMINISTRATOR = 'An administrator of Anupalan';

/** What was recorded as an event. Who may not read invitations reads nothing of them here either. */
function selectEvents(session: Session, { what, item, ...filters }: ActivityFilters): RawBuilder<unknown> {
  const conditions = [
    sql`workspace_id = ${session.workspaceId}`,
    ...(what ? [sql`split_part(what, '.', 1) = ${what}`] : []),
    ...(item ? [sql`(about ->> 'itemId')::uuid = ${item}`] : []),
    ...(can(actorOf(session), 'invitations.list') ? [] : [sql`what not like 'invitations.%'`]),
    ...narrow(filters, { at: sql`at`, by: sql`by` }),
    ...narrowToScope(session, {
      item: sql`(about ->> 'itemId')::uuid`,
      day: sql`coalesce((about ->> 'day')::timestamptz::date, ${sql.raw(indianDay('at'))})`,
    }),
  ];
  return sql`
    select id, at, by, impersonator is not null as impersonated, imported, what, about,
           (about ->> 'itemId')::uuid as item_id, null::date as day, null as status,
           (about ->> 'userId')::uuid as subject_id
    from activity where ${sql.join(conditions, sql` and `)}`;
}

/** What was recorded of obligations: on the free plan the newest status of each day, and no notes (R-activity-4). */
function selectRecords(session: Session, { what, item, ...filters }: ActivityFilters): RawBuilder<unknown> {
  const conditions = [
    sql`record.workspace_id = ${session.workspaceId}`,
    // What takes a record back is an event of its own.
    sql`(record.status <> 'NOTE' or record.counterpart is null)`,
    ...(what && what !== 'status-history' ? [sql`false`] : []),
    ...(item ? [sql`record.compliance_item_id = ${item}`] : []),
    ...(can(actorOf(session), 'status-history.read') ? [] : [IS_NEWEST_STATUS]),
    ...narrow(filters, { at: sql`record.created_at`, by: sql`record.updated_by` }),
    ...narrowToScope(session, { item: sql`record.compliance_item_id`, day: sql`record.day` }),
  ];
  return sql`
    select record.id, record.created_at as at, coalesce(record.updated_by, ${authorBrought('status_records', 'record')}) as by,
           record.impersonator_id is not null as impersonated, record.imported,
           case record.status when 'NOTE' then 'status-history.note' else 'status-history.record' end as what,
           case when record.filing ? 'byMailLink' then '{"byMailLink": true}' else '{}' end::jsonb as about,
           record.compliance_item_id as item_id, record.day,
           nullif(record.status, 'NOTE') as status, null::uuid as subject_id
    from status_records record where ${sql.join(conditions, sql` and `)}`;
}

/** A status that was taken back is the newest only where nothing else was recorded. */
export const IS_NEWEST_STATUS = sql<SqlBool>`record.status <> 'NOTE' and not exists (
  select from status_records newer
  where (newer.workspace_id, newer.compliance_item_id, newer.day)
      = (record.workspace_id, record.compliance_item_id, record.day)
    and newer.status <> 'NOTE'
    and (newer.counterpart is null, newer.created_at, newer.id)
      > (record.counterpart is null, record.created_at, record.id))`;

/** Columns of an event in SQL. */
interface Columns {
  readonly at: RawBuilder<unknown>;
  readonly by: RawBuilder<unknown>;
}

/** The filters' conditions; days are those of India. */
function narrow({ by, from, to }: Omit<ActivityFilters, 'what' | 'item'>, columns: Columns): RawBuilder<unknown>[] {
  const midnight = (day: string) => sql`(${day.slice(0, 10)}::date::timestamp at time zone ${INDIA})`;
  return [
    ...(by ? [sql`${columns.by} = ${by}`] : []),
    ...(from ? [sql`${columns.at} >= ${midnight(from)}`] : []),
    ...(to ? [sql`${columns.at} < ${midnight(to)} + interval '1 day'`] : []),
  ];
}

/**
 * The conditions of a viewer's scope (R-activity-5): of chosen acts only what is about their obligations, of a period
 * what is about a day in it, and of what is about no day what was done in it.
 */
function narrowToScope(
  { member }: Session,
  columns: { readonly item: RawBuilder<unknown>; readonly day: RawBuilder<unknown> },
): RawBuilder<unknown>[] {
  const { acts = null, from = null, to = null } = member.scope ?? {};
  return [
    ...(acts ? [sql`${columns.item} in (select id from compliance_items where act_id = any(${acts}::uuid[]))`] : []),
    ...(from ? [sql`${columns.day} >= ${from}::date`] : []),
    ...(to ? [sql`${columns.day} <= ${to}::date`] : []),
  ];
}

function requireDaysInOrder({ from, to }: ActivityFilters): void {
  if (!from || !to || from <= to) return;
  const fault = 'The last day must not be before the first';
  throw new AppError('invalid', fault, { faults: { to: fault } });
}
