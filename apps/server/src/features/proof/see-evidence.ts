import { can, canCall } from '@anupalan/domain/permissions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { IS_NEWEST_STATUS } from '../activity/queries.ts';
import { seeDuties, seeEvents } from '../events/see-events.ts';
import { periodOf } from '../tracker/scope.ts';

/**
 * The condition in SQL of the files `file` that a session sees (R-evidence-13): its own staged ones; of a viewer's acts and
 * period what is about them; of a duty what is seen of its event, so of a complaint only those who are named; on the free
 * plan of an occurrence's records those of the newest status and of what waits.
 */
export function seeEvidence(session: Session): RawBuilder<SqlBool> {
  return sql<SqlBool>`(case
    when file.subject_id is null then file.by = ${session.userId} and ${canCall(actorOf(session), 'evidence.add')}
    when file.subject_kind = 'duty' then exists (
      select from event_duties duty join events event
        on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
      where (duty.workspace_id, duty.id) = (file.workspace_id, file.subject_id)
        and ${seeDuties(session)} and ${seeEvents(session)})
    when file.subject_kind = 'registration' then ${seeRegistration(session)}
    else ${seeItem(session)} and ${seeRecord(session)} end)`;
}

function seeItem(session: Session): RawBuilder<SqlBool> {
  const acts = session.member.scope?.acts ?? null;
  const period = periodOf(session);
  const conditions = [
    sql`true`,
    ...(acts === null
      ? []
      : [sql`file.item_id in (select id from compliance_items where act_id = any(${acts}::uuid[]))`]),
    ...(period?.from ? [sql`file.day >= ${period.from}::date`] : []),
    ...(period?.to ? [sql`file.day <= ${period.to}::date`] : []),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The files of what the free plan tells of an occurrence: the newest status, and what waits or came back. */
function seeRecord(session: Session): RawBuilder<SqlBool> {
  return can(actorOf(session), 'status-history.read') ? sql<SqlBool>`true` : isOfNewest();
}

/** The condition of the files `file` that the free plan tells of, as {@link seeEvidence}. */
export function isOfNewest(): RawBuilder<SqlBool> {
  const standsOn = (table: string) => sql`(${sql.ref(`${table}.id`)} = file.subject_id or ${sql.ref(`${table}.id`)} in (
    select record_id from inherited_evidence
    where (workspace_id, evidence_id) = (file.workspace_id, file.id)))`;
  return sql<SqlBool>`(file.subject_kind <> 'record'
    or exists (
      select from status_records record
      where record.workspace_id = file.workspace_id and ${standsOn('record')} and ${IS_NEWEST_STATUS})
    or exists (
      select from checks
      where checks.workspace_id = file.workspace_id and ${standsOn('checks')}
        and (checks.outcome is null or checks.outcome = 'returned')))`;
}

/** As the list of registrations: to a reader of some acts those that these acts ask for, or whose renewal is under one. */
function seeRegistration({ member }: Session): RawBuilder<SqlBool> {
  const acts = member.scope?.acts ?? null;
  if (acts === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (
    select from registrations registration join compliance_items item
      on item.act_id = any(${acts}::uuid[]) and (
        item.registration = registration.kind and (item.workspace_id is null or item.workspace_id = file.workspace_id)
        or item.workspace_id = file.workspace_id and item.registration_id = registration.id)
    where (registration.workspace_id, registration.id) = (file.workspace_id, file.subject_id))`;
}
