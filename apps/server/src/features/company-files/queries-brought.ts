import type { BroughtPeople } from '@anupalan/contract/people/brought-people';
import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { IS_NEWEST_STATUS } from '../activity/queries.ts';
import { seeDuties, seeEvents } from '../events/see-events.ts';
import { periodOf } from '../tracker/scope.ts';
import { newestOfDuties, readsAll } from './queries-rows.ts';

/** Records of an item, or of duties, whose people are told, at most. */
const MOST = 5_000;

/**
 * Whom a company brought along, by name, of those who recorded or checked what the caller sees: of an item, with who
 * made which record, or of the duties of events (R-company-files-8).
 */
export async function listBrought(db: Db, session: Session, itemId: string | null): Promise<BroughtPeople> {
  const seen = itemId === null ? ofDuties(session) : ofItem(session, itemId);
  const { rows } = await sql<BroughtPeople>`
    with seen as materialized (${seen}),
      brought as (
        select id, full_name(first_name, last_name) as name from imported_people
        where workspace_id = ${session.workspaceId}
          and id in (select by from seen union select checker from seen))
    select
      (select coalesce(json_agg(json_build_object('_id', id, 'name', name) order by name, id), '[]') from brought)
        as people,
      (select coalesce(json_agg(json_build_object('record', record, 'by', by) order by record desc), '[]')
        from seen where by in (select id from brought) and ${itemId !== null}) as records`.execute(db);
  return rows[0] ?? { people: [], records: [] };
}

/** The records of an item that the caller sees, on the free plan the newest; and who returned what came back. */
function ofItem(session: Session, itemId: string): RawBuilder<unknown> {
  const { workspaceId } = session;
  const { from = null, to = null } = periodOf(session) ?? {};
  const isOfItem = (table: string) => sql`${sql.ref(`${table}.workspace_id`)} = ${workspaceId}
    and ${sql.ref(`${table}.compliance_item_id`)} = ${itemId}
    and (${from}::date is null or ${sql.ref(`${table}.day`)} >= ${from}::date)
    and (${to}::date is null or ${sql.ref(`${table}.day`)} <= ${to}::date)`;
  return sql`
    (select record.id as record, coalesce(record.updated_by, author) as by, record.checked_by as checker
     from status_records record left join imported_authors written
       on (written.workspace_id, written.source, written.row_id) = (record.workspace_id, 'status_records', record.id)
     where ${isOfItem('record')} and ${readsAll(session) ? sql`true` : IS_NEWEST_STATUS}
     order by record.created_at desc, record.id desc limit ${sql.lit(MOST)})
    union all
    select null, null, (said ->> 'returnedBy')::uuid
    from status_entries entry cross join lateral (
      select entry.checking as said union all select value -> 'checking' from jsonb_each(entry.lines)) as line
    where ${isOfItem('entry')} and said ? 'returnedBy'`;
}

/** The records of duties that the caller sees: of a complaint, who is named at it alone (R-events-20). */
function ofDuties(session: Session): RawBuilder<unknown> {
  const { workspaceId } = session;
  const duties = sql`event_duties duty
    join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
      and ${seeEvents(session)} and ${seeDuties(session)}`;
  return sql`
    (select record.id as record, record.updated_by as by, record.checked_by as checker
     from event_duty_records record
       join ${duties} on (duty.workspace_id, duty.id) = (record.workspace_id, record.duty_id)
     where record.workspace_id = ${workspaceId}
       and (${readsAll(session)} or coalesce(record.takes_back, record.id) in ${newestOfDuties(session)})
     order by record.created_at desc, record.id desc limit ${sql.lit(MOST)})
    union all
    select null, null, (duty.checking ->> 'returnedBy')::uuid
    from ${duties} where duty.workspace_id = ${workspaceId} and duty.checking ? 'returnedBy'`;
}
