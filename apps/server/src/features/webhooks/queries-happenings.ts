import type { ActivityKind } from '@anupalan/contract/people/activity';
import type { WebhookEvent } from '@anupalan/contract/telling/webhooks';
import { type RawBuilder, sql } from 'kysely';
import { IS_NEWEST_STATUS } from '../activity/queries.ts';

/** What the activity has of it is told as. Events of a company are found by themselves: the activity has no ids of them. */
const TOLD_AS: Partial<Record<ActivityKind, WebhookEvent>> = {
  'status-history.take-back': 'status.taken_back',
  'checks.approve': 'check.approved',
  'checks.return': 'check.returned',
  'checks.wait-again': 'check.waiting',
  'payment-dates.create': 'payment.recorded',
  'payment-dates.delete': 'payment.deleted',
  'submission-dates.create': 'submission.recorded',
  'submission-dates.delete': 'submission.deleted',
  'assignments.change': 'assignment.changed',
  'registrations.create': 'registration.added',
  'registrations.update': 'registration.changed',
  'registrations.delete': 'registration.removed',
  'own-obligations.create': 'obligation.added',
  'own-obligations.update': 'obligation.changed',
  'own-obligations.delete': 'obligation.removed',
  'extensions.publish': 'extension.published',
  'extensions.take-back': 'extension.taken_back',
  'members.join': 'member.joined',
  'members.change-role': 'member.changed',
  'members.remove': 'member.left',
  'members.leave': 'member.left',
  'members.end': 'member.left',
};

/** What of an activity's words is told: ids and the day; names, figures and texts stay here (R-webhooks-8). */
const TOLD = ['itemId', 'actId', 'day', 'recordId', 'userId', 'responsible', 'deputy'];

/** The least id of version 7 of an hour before: ids are made by machines whose clocks may differ. */
const FIRST_ID = sql`(
  lpad(to_hex(((extract(epoch from looked.read_from) - 3600) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** Duties `duty` of events `event` that everybody in the company sees. */
const SEEN_BY_ALL = sql`(event_duties duty
  join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
    and event.visibility = 'company')`;

/**
 * What happened in the company of a row `looked` since `looked.read_from`, as rows of `event_key` (the row that has it),
 * `event`, `data` and `at`. Each part reads the company's newest rows by an index. Nothing of a complaint is among them
 * (R-webhooks-8); a free company is told what its activity shows: no notes, of a day the newest status (R-activity-4).
 */
export const HAPPENED: RawBuilder<unknown> = sql.join(
  [selectRecords(), selectWaiting(), selectActivity(), selectEvents(), selectDutyRecords(), selectDutyChecks()],
  sql` union all `,
);

/** Statuses and notes; what was approved is told by the activity. */
function selectRecords() {
  return sql`
    select 'status_records/' || record.id as event_key,
      case record.status when 'NOTE' then 'note.added' else 'status.recorded' end as event,
      jsonb_build_object('itemId', record.compliance_item_id, 'day', ${isoDay('record')}, 'recordId', record.id) as data,
      record.created_at as at
    from status_records record
    where record.workspace_id = looked.workspace_id and record.created_at > looked.read_from
      and record.checked_by is null and (record.status <> 'NOTE' or record.counterpart is null)
      and (looked.plan = 'premium' or (${IS_NEWEST_STATUS}))`;
}

/** Records of items that wait; those that wait again are told by the activity. */
function selectWaiting() {
  return sql`
    select 'checks/' || queue.id, 'check.waiting',
      jsonb_build_object('itemId', queue.compliance_item_id, 'day', ${isoDay('queue')}, 'recordId', queue.id),
      queue.made_at
    from checks queue
    where queue.workspace_id = looked.workspace_id and queue.outcome is null and queue.made_at > looked.read_from
      and queue.duty_id is null and queue.again_of is null`;
}

function selectActivity() {
  const kinds = Object.keys(TOLD_AS);
  const events = Object.values(TOLD_AS);
  return sql`
    select 'activity/' || done.id, told.event,
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(done.about) where key = any(${TOLD}::text[])),
      done.at
    from activity done join unnest(${kinds}::text[], ${events}::text[]) as told (what, event) on told.what = done.what
    where done.workspace_id = looked.workspace_id and done.at > looked.read_from`;
}

function selectEvents() {
  return sql`
    select 'events/' || event.id, 'event.recorded', jsonb_build_object('eventId', event.id), event.created_at
    from events event
    where event.workspace_id = looked.workspace_id and event.id > ${FIRST_ID} and event.created_at > looked.read_from
      and event.visibility = 'company'`;
}

/** Records of duties, and what takes one back; those that were approved are told as checks. */
function selectDutyRecords() {
  return sql`
    select 'event_duty_records/' || record.id,
      case when record.takes_back is null then 'duty.recorded' else 'status.taken_back' end,
      ${dataOfDuty(sql`coalesce(record.takes_back, record.id)`)}, record.created_at
    from event_duty_records record
      join ${SEEN_BY_ALL} on (duty.workspace_id, duty.id) = (record.workspace_id, record.duty_id)
    where record.workspace_id = looked.workspace_id and record.id > ${FIRST_ID}
      and record.created_at > looked.read_from and record.checked_by is null`;
}

/** Records of duties that wait for a check, or were approved or returned; a company has few. */
function selectDutyChecks() {
  return sql`
    select 'checks/' || queue.id || coalesce('/' || queue.outcome, ''),
      case queue.outcome when 'approved' then 'check.approved' when 'returned' then 'check.returned'
        else 'check.waiting' end,
      ${dataOfDuty(sql`queue.id`)}, coalesce(queue.decided_at, queue.made_at)
    from checks queue
      join ${SEEN_BY_ALL} on (duty.workspace_id, duty.id) = (queue.workspace_id, queue.duty_id)
    where queue.workspace_id = looked.workspace_id and queue.duty_id is not null
      and (queue.outcome is null and queue.made_at > looked.read_from
        or queue.outcome in ('approved', 'returned') and queue.decided_at > looked.read_from)`;
}

function dataOfDuty(recordId: RawBuilder<unknown>) {
  return sql`jsonb_build_object('eventId', event.id, 'dutyId', duty.id, 'recordId', ${recordId})`;
}

function isoDay(table: string) {
  return sql`to_char(${sql.ref(`${table}.day`)}, 'YYYY-MM-DD"T00:00:00.000Z"')`;
}
