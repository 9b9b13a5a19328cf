import { type RawBuilder, sql } from 'kysely';
import type { JsonObject } from './canonical-json.ts';

/** A row that is an event, as its source selects it. */
export interface SourceRow {
  readonly source: string;
  readonly workspace_id: string;
  readonly id: string;
  /** Microseconds in UTC: `2026-11-15T08:30:00.123456Z`. */
  readonly at: string;
  readonly by: string | null;
  readonly impersonator: string | null;
  /** Whether it came from a company's file, which says who did it and when (R-company-files-8). */
  readonly imported: boolean;
  /** Ids and days. */
  readonly of: JsonObject;
  /** What is hashed with a salt. */
  readonly content: JsonObject;
}

/** An id in what an activity is about, as SQL: null where it is none. */
const ID_OF = (name: string) =>
  `case when is_input_of('uuid', about ->> '${name}') then (about ->> '${name}')::uuid end`;

const MOMENT = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const ASSIGNED = `nullif(jsonb_strip_nulls(jsonb_build_object(
  'responsible', record.responsible_id, 'deputy', record.deputy_id, 'checker', record.checker_id)), '{}')`;

const CHECK = `case when record.checked_by is not null then jsonb_strip_nulls(jsonb_build_object(
  'by', record.checked_by, 'at', ${MOMENT('record.checked_at')}, 'note', nullif(record.check_note, ''),
  'instead', record.check_instead)) end`;

/** What a document of evidence `file` names: the day on which it was paid or filed, a number, an amount. */
const DOCUMENT = `nullif(jsonb_strip_nulls(jsonb_build_object(
  'day', file.document_day, 'number', file.number, 'amount', file.amount_paise / 100.0)), '{}')`;

/** Evidence `file` that isn't at a duty of a restricted event. */
const IS_OPEN = `(subject_kind <> 'duty' or exists (
  select from event_duties duty
    join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
  where (duty.workspace_id, duty.id) = (file.workspace_id, file.subject_id) and event.visibility <> 'named'))`;

/**
 * The rows that are sealed, by their source (docs/topics/proof.md). What is selected of a row when it is sealed is
 * selected the same way when a file is made, so a content that anybody altered has another hash then.
 *
 * Of a restricted event the activity has *restricted record*, and its duties are nobody else's business (R-events-21).
 */
const SOURCES: readonly string[] = [
  `select 'activity' as source, workspace_id, id, at as moment, by, impersonator, written_in, imported,
     jsonb_build_object('item', about -> 'itemId', 'day', left(about ->> 'day', 10), 'record', about -> 'recordId') as of,
     jsonb_build_object('what', what, 'about', about, 'note', case what when 'status-history.change-note' then (
       select record.note from status_records record
       where (record.workspace_id, record.id) = (activity.workspace_id, ${ID_OF('recordId')})) end,
       'document', case what when 'evidence.describe' then (
         select ${DOCUMENT} from evidence file
         where (file.workspace_id, file.id) = (activity.workspace_id, ${ID_OF('evidenceId')})) end) as content
   from activity`,
  `select 'status', record.workspace_id, record.id, record.created_at, record.updated_by, record.impersonator_id,
     record.written_in, record.imported,
     jsonb_build_object('item', record.compliance_item_id, 'day', record.day, 'registration', record.registration_id,
       'record', case record.status when 'NOTE' then record.counterpart end),
     jsonb_build_object('status', record.status, 'note', record.note, 'filing', record.filing,
       'noEvidenceReason', record.no_evidence_reason, 'assigned', ${ASSIGNED}, 'check', ${CHECK})
   from status_records record`,
  `select 'duty', record.workspace_id, record.id, record.created_at, record.updated_by, record.impersonator_id,
     record.written_in, record.imported,
     jsonb_build_object('duty', record.duty_id, 'record', record.takes_back),
     jsonb_build_object('status', record.status, 'note', record.note, 'filing', record.filing,
       'noEvidenceReason', record.no_evidence_reason, 'assigned', ${ASSIGNED}, 'check', ${CHECK})
   from event_duty_records record
     join event_duties duty on (duty.workspace_id, duty.id) = (record.workspace_id, record.duty_id)
     join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
   where event.visibility <> 'named'`,
  `select 'payment', workspace_id, id, created_at, user_id, null::uuid, written_in, imported,
     jsonb_build_object('item', compliance_item_id, 'day', day),
     jsonb_build_object('amount', amount_paise / 100.0, 'description', description)
   from payment_dates`,
  `select 'submission', workspace_id, id, created_at, user_id, null::uuid, written_in, imported,
     jsonb_build_object('item', compliance_item_id, 'day', day),
     jsonb_build_object('description', description)
   from submission_dates`,
  `select 'evidence', workspace_id, id, attached_at, by, impersonator, written_in, imported,
     jsonb_build_object('item', item_id, 'day', day, 'subject', subject_id, 'replaces', replaces),
     jsonb_build_object('subjectKind', subject_kind, 'name', name, 'sha256', encode(sha256, 'hex'), 'size', size,
       'mediaType', media_type, 'document', ${DOCUMENT})
   from evidence file where subject_id is not null and ${IS_OPEN}`,
  `select 'evidence-removal', workspace_id, id, removed_at, removed_by, removed_impersonator, written_in,
     removal_imported,
     jsonb_build_object('item', item_id, 'day', day, 'subject', subject_id),
     jsonb_build_object('reason', removed_reason)
   from evidence file where subject_id is not null and removed_at is not null and ${IS_OPEN}`,
];

/** A text as a value of a type, as SQL; null where it is none, as what somebody altered may be. */
export function readAs(
  text: RawBuilder<unknown>,
  type: 'uuid' | 'date' | 'timestamptz' | 'jsonb',
): RawBuilder<unknown> {
  return sql`case when is_input_of(${sql.lit(type)}, ${text}) then (${text})::${sql.raw(type)} end`;
}

/** All rows that are events, as a table `event` that a statement narrows. */
export const EVENTS: RawBuilder<unknown> = sql`(${sql.raw(SOURCES.join('\nunion all '))}) event`;

/** The columns of a {@link SourceRow} of {@link EVENTS}. */
export const EVENT_COLUMNS: RawBuilder<unknown> = sql.raw(
  `event.source, event.workspace_id, event.id, ${MOMENT('event.moment')} as at, event.by, event.impersonator,
   event.imported, event.of, event.content`,
);
