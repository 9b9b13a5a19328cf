import type { ActivityAbout } from '@anupalan/contract/people/activity';
import type { AssignedAs, News, NewsKind } from '@anupalan/contract/people/notifications';
import { canCall } from '@anupalan/domain/permissions';
import { type RawBuilder, sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { nameInCompany } from '../activity/queries.ts';
import { waitsFor } from '../status-history/checks/queries.ts';
import { ANSWERS } from '../webhooks/queries.ts';

/** News read at most: the bell isn't where a queue is worked off. */
const MOST = sql.lit(50);

/** The days for which news of the past are told. */
const TOLD_FOR = sql.lit('30 days');

/** Changes of assignments among which those of the reader are looked for. */
const CHANGES = sql.lit(500);

/** News as the tables tell it. */
export interface NewsRow {
  kind: NewsKind;
  id: string;
  at: Date;
  by_name: string | null;
  title: string | null;
  item_id: string | null;
  /** Of a record of a duty: its event. */
  event_id: string | null;
  day: string | null;
  status: Exclude<News['status'], undefined> | null;
  note: string | null;
  registration_number: string | null;
  about: AssignedAbout | null;
}

/** What was assigned, and as what it is still the reader's. */
type AssignedAbout = ActivityAbout & { readonly as: readonly AssignedAs[] };

/**
 * What colleagues did in the company of the call that concerns the caller, newest first (R-notifications-10). Each part
 * reads an index of the company alone.
 */
export async function readNews(db: Db, session: Session, today: Temporal.PlainDate): Promise<NewsRow[]> {
  const isMine = await waitsFor(db, session, today);
  const parts = [
    ...(isMine ? [toCheck(session, isMine)] : []),
    decided(session),
    assigned(session),
    offered(session),
    asked(session),
    made(session),
    switchedOff(session),
  ];
  const { rows } = await sql<NewsRow>`
    select news.kind, news.id, news.at, coalesce(news.day, duty.due_day)::text as day, news.status, news.note,
      news.about, news.item_id, event.id as event_id,
      coalesce(item.title, act.name, duty.title || ', ' || event.label, news.about ->> 'name') as title, registration.number as registration_number, ${nameInCompany('person', session.workspaceId)} as by_name
    from (${sql.join(parts, sql` union all `)}) news
      left join compliance_items item on item.id = coalesce(news.item_id, (news.about ->> 'itemId')::uuid)
      left join event_duties duty on (duty.workspace_id, duty.id) = (${session.workspaceId}, news.duty_id)
      left join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
      left join registrations registration
        on (registration.workspace_id, registration.id) = (${session.workspaceId}, news.registration_id)
      left join acts act on act.id = (news.about ->> 'actId')::uuid
      left join users person on person.id = news.by
    order by news.at desc, news.id limit ${MOST}`.execute(db);
  return rows;
}

/** Records that wait for the caller's check. */
function toCheck({ workspaceId }: Session, isMine: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select 'to-check' as kind, id::text, made_at as at, author_id as by, compliance_item_id as item_id, day, status,
      null::text as note, null::jsonb as about, registration_id, duty_id
    from checks where workspace_id = ${workspaceId} and outcome is null and ${isMine}
    order by made_at desc limit ${MOST})`;
}

/** The caller's records that were approved, or returned and not recorded anew since. */
function decided(session: Session): RawBuilder<unknown> {
  const { workspaceId, userId } = session;
  // Of complaints whoever recorded something is told as long as they see it (R-events-20).
  const mayKnow = canCall(actorOf(session), 'events.read-restricted');
  return sql`(
    select outcome as kind, id::text, decided_at as at, decided_by as by, compliance_item_id as item_id, day, status,
      decision as note, null::jsonb as about, registration_id, duty_id
    from checks
    where workspace_id = ${workspaceId} and author_id = ${userId} and outcome in ('approved', 'returned')
      and decided_at > now() - ${TOLD_FOR}::interval
      and (seen_by is null or ${mayKnow}::boolean)
      and (outcome = 'approved' or exists (
        select from event_duties duty
        where (duty.workspace_id, duty.id) = (checks.workspace_id, checks.duty_id)
          and duty.checking ->> '_id' = checks.id::text) or exists (
        select from status_entries entry
        where (entry.workspace_id, entry.compliance_item_id, entry.day)
            = (checks.workspace_id, checks.compliance_item_id, checks.day)
          and (entry.checking ->> '_id' = checks.id::text or exists (
            select from jsonb_each(entry.lines) where value #>> '{checking,_id}' = checks.id::text))))
    order by decided_at desc limit ${MOST})`;
}

/** What others assigned to the caller, as long as something like it, of the same scope, is theirs. */
function assigned({ workspaceId, userId }: Session): RawBuilder<unknown> {
  const isTheirs = (field: string, column: string) => sql`about ->> ${sql.lit(field)} = ${userId}::text and exists (
    select from assignments line
    where line.workspace_id = ${workspaceId} and ${sql.ref(`line.${column}`)} = ${userId}
      and case about ->> 'scope'
        when 'company' then line.compliance_item_id is null and line.act_id is null
        when 'act' then line.act_id = coalesce((about ->> 'actId')::uuid, line.act_id)
        else line.compliance_item_id = coalesce((about ->> 'itemId')::uuid, line.compliance_item_id) end)`;
  return sql`(
    select 'assigned' as kind, id::text, at, by, null::uuid as item_id, null::date as day, null::text as status,
      null::text as note, about || jsonb_build_object('as', theirs), null::uuid as registration_id,
      null::uuid as duty_id
    from (
      select id, at, by, about from activity
      where workspace_id = ${workspaceId} and what = 'assignments.change' and at > now() - ${TOLD_FOR}::interval
      order by at desc limit ${CHANGES}
    ) change cross join lateral (
      select array_remove(array[
        case when ${isTheirs('responsible', 'responsible_id')} then 'responsible' end,
        case when ${isTheirs('deputy', 'deputy_id')} then 'deputy' end,
        case when ${isTheirs('userId', 'checker_id')} then 'checker' end], null) as theirs) of_reader
    where by is distinct from ${userId} and theirs <> '{}'
    order by at desc limit ${MOST})`;
}

/** The company, where it is offered to the caller. */
function offered({ workspaceId, userId }: Session): RawBuilder<unknown> {
  return sql`(
    select 'handover' as kind, id::text, created_at as at, offered_by as by, null::uuid as item_id, null::date as day,
      null::text as status, null::text as note, null::jsonb as about, null::uuid as registration_id,
      null::uuid as duty_id
    from handovers where workspace_id = ${workspaceId} and user_id = ${userId} and expires_at > now())`;
}

/** Whether the caller pays for the company. */
function asked({ workspaceId, userId }: Session): RawBuilder<unknown> {
  return sql`(
    select 'payer' as kind, extract(epoch from created_at)::text as id, created_at as at, asked_by as by,
      null::uuid as item_id, null::date as day, null::text as status, null::text as note, null::jsonb as about,
      null::uuid as registration_id,
      null::uuid as duty_id
    from payer_offers where workspace_id = ${workspaceId} and user_id = ${userId} and expires_at > now())`;
}

/** The files that were made for the caller, or couldn't be (R-exports-5). */
function made({ workspaceId, userId }: Session): RawBuilder<unknown> {
  return sql`(
    select case state when 'ready' then 'file-ready' else 'file-failed' end as kind, id::text, ended_at as at,
      null::uuid as by, null::uuid as item_id, null::date as day, null::text as status, null::text as note,
      jsonb_build_object('name', name, 'kind', kind, 'as', '[]'::jsonb) as about, null::uuid as registration_id,
      null::uuid as duty_id
    from prepared_files
    where workspace_id = ${workspaceId} and asked_by = ${userId} and ended_at > now() - interval '24 hours'
    order by ended_at desc limit ${MOST})`;
}

/** The webhooks that the caller answers for and that failed until they were switched off, by their hosts (R-webhooks-11). */
function switchedOff({ workspaceId, userId }: Session): RawBuilder<unknown> {
  return sql`(
    select 'webhook-off' as kind, id || ' ' || extract(epoch from off_at) as id, off_at as at, null::uuid as by,
      null::uuid as item_id, null::date as day, null::text as status, null::text as note,
      jsonb_build_object('name', substring(address from '^https://([^/?#]+)'), 'as', '[]'::jsonb) as about,
      null::uuid as registration_id, null::uuid as duty_id
    from webhooks webhook
    where workspace_id = ${workspaceId} and off_why = 'failures' and off_at > now() - ${TOLD_FOR}::interval
      and ${ANSWERS} = ${userId})`;
}
