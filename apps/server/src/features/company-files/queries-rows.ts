import { can } from '@anupalan/domain/permissions';
import { type RawBuilder, sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { IS_NEWEST_STATUS } from '../activity/queries.ts';
import { seeEvents } from '../events/see-events.ts';
import { seeEvidence } from '../proof/see-evidence.ts';
import { AUTHORS, type CompanyTable } from './tables/company-tables.ts';

/** Which rows of a table leave, besides that they are the company's, and what of them is left out. */
interface Chosen {
  /** The name that the condition knows the table by. */
  readonly as?: string;
  readonly where: (session: Session) => RawBuilder<unknown>;
}

/** The duties whose event the asker sees: of a complaint nothing leaves for who isn't named at it (R-company-files-4). */
const seenDuties = (session: Session) => sql`(
  select duty.id from event_duties duty
    join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
  where duty.workspace_id = ${session.workspaceId} and ${seeEvents(session)})`;

/** Whether somebody reads more than the newest of each occurrence and duty. */
export const readsAll = (session: Session) => can(actorOf(session), 'status-history.read');

/** The newest record of each duty: one that was taken back only where nothing else was recorded. */
export const newestOfDuties = ({ workspaceId }: Session) => sql`(
  select distinct on (record.duty_id) record.id from event_duty_records record
  where record.workspace_id = ${workspaceId} and record.takes_back is null
  order by record.duty_id, exists (
      select from event_duty_records note
      where (note.workspace_id, note.takes_back) = (record.workspace_id, record.id)),
    record.created_at desc, record.id desc)`;

/** Checks of what is seen, on the free plan of what waits or came back, which alone is told there. */
const seenChecks = (session: Session) => sql`(
  select id from checks where workspace_id = ${session.workspaceId}
    and (duty_id is null or duty_id in ${seenDuties(session)})
    and (${readsAll(session)} or outcome is null or outcome = 'returned'))`;

const CHOSEN: Partial<Record<CompanyTable, Chosen>> = {
  compliance_values: {
    where: ({ workspaceId, plan }) => sql`own.compliance_item_id in (
        select id from compliance_items where workspace_id = ${workspaceId})
      and (${plan} = 'premium' or own.compliance_field_id in (
        select id from compliance_fields where access_level = 'free'))`,
  },
  status_records: { as: 'record', where: (session) => (readsAll(session) ? sql`true` : IS_NEWEST_STATUS) },
  // A reminder speaks to whoever set it.
  custom_reminders: { where: ({ userId }) => sql`own.user_id = ${userId}` },
  events: { as: 'event', where: seeEvents },
  event_duties: { where: (session) => sql`own.id in ${seenDuties(session)}` },
  event_duty_records: {
    where: (session) => sql`own.duty_id in ${seenDuties(session)} and (${readsAll(session)}
      or coalesce(own.takes_back, own.id) in ${newestOfDuties(session)})`,
  },
  checks: { where: (session) => sql`own.id in ${seenChecks(session)}` },
  approved_figures: { where: (session) => sql`own.record_id in ${seenChecks(session)}` },
  evidence: { as: 'file', where: (session) => sql`file.subject_id is not null and ${seeEvidence(session)}` },
  inherited_evidence: {
    where: (session) => sql`exists (
      select from evidence file
      where (file.workspace_id, file.id) = (own.workspace_id, own.evidence_id)
        and file.subject_id is not null and ${seeEvidence(session)})`,
  },
};

/** What is said of a check, without its words. */
const withoutWords = (said: RawBuilder<unknown>) => sql`(${said} || jsonb_build_object('note', '')
  || case when ${said} ? 'reason' then jsonb_build_object('reason', '') else '{}' end)`;

/** Words that the free plan doesn't show (R-activity-4); a check has a note, be it empty. */
const NOTES: Partial<Record<CompanyTable, RawBuilder<unknown>>> = {
  status_records: sql`jsonb_build_object('note', '', 'check_note', case when record.checked_by is not null then '' end)`,
  event_duty_records: sql`jsonb_build_object('note', '', 'check_note', case when own.checked_by is not null then '' end)`,
  status_entries: sql`jsonb_build_object('checking', ${withoutWords(sql`own.checking`)}, 'lines', (
    select jsonb_object_agg(key, line || case when line ? 'checking'
      then jsonb_build_object('checking', ${withoutWords(sql`(line -> 'checking')`)}) else '{}' end)
    from jsonb_each(own.lines) as lines (key, line)))`,
  event_duties: sql`jsonb_build_object('checking', ${withoutWords(sql`own.checking`)})`,
  checks: sql`jsonb_build_object('note', '', 'decision', case when own.decision is not null then '' end)`,
};

/** The rows of a table that leave, each as one JSON `row` with all of its columns, in the order of their keys. */
export function selectRows(table: CompanyTable, session: Session): RawBuilder<unknown> {
  const { as = 'own', where = () => sql`true` } = CHOSEN[table] ?? {};
  const own = sql.ref(as);
  const { author, impersonator } = AUTHORS[table] ?? {};
  const authors = author
    ? sql`left join imported_authors brought
        on brought.workspace_id = ${own}.workspace_id and brought.source = ${table} and brought.row_id = ${own}.id`
    : sql``;
  const parts = [
    sql`to_jsonb(${own})`,
    ...(author ? [sql`jsonb_build_object(${author}::text, coalesce(${own}.${sql.ref(author)}, brought.author))`] : []),
    ...(impersonator
      ? [
          sql`jsonb_build_object(${impersonator}::text,
            coalesce(${own}.${sql.ref(impersonator)}, brought.impersonator))`,
        ]
      : []),
    ...(NOTES[table] && !readsAll(session) ? [NOTES[table]] : []),
  ];
  return sql`
    select ${sql.join(parts, sql` || `)} as row from ${sql.table(table)} ${own} ${authors}
    where ${isOfCompany(table, as, session)} and ${where(session)}
    order by ${sql.join(
      (KEYS[table] ?? ['id']).map((name) => sql`${own}.${sql.ref(name)}`),
      sql`, `,
    )}`;
}

function isOfCompany(table: CompanyTable, as: string, { workspaceId }: Session): RawBuilder<unknown> {
  if (table === 'compliance_values') return sql`true`;
  return sql`${sql.ref(as)}.${sql.ref(table === 'workspaces' ? 'id' : 'workspace_id')} = ${workspaceId}`;
}

/** The columns by which the rows of a company are ordered; `id` unless named. */
const KEYS: Partial<Record<CompanyTable, readonly string[]>> = {
  company_states: ['state'],
  compliance_values: ['compliance_item_id', 'compliance_field_id'],
  exclusions: ['compliance_item_id'],
  company_days: ['compliance_item_id', 'day'],
  met_extensions: ['extension_id'],
  message_defaults: ['workspace_id'],
  filing_link_policies: ['workspace_id'],
  api_token_policies: ['workspace_id'],
  assignments: ['compliance_item_id', 'act_id'],
  approved_figures: ['thing_id', 'record_id'],
  inherited_evidence: ['record_id', 'evidence_id'],
};
