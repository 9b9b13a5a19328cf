import { type Kysely, sql } from 'kysely';
import { generate, PostgresDialect, RawExpressionNode } from 'kysely-codegen';
import type { DB } from '../database-schema.ts';

const REQUIREMENT = "import('@anupalan/domain/applicability').Requirement";
const REACH = "import('@anupalan/domain/applicability').ApplicabilityRule";
const EVENT_KIND = "import('@anupalan/domain/events/event-kind').EventKind";
const DUTY_RULE = "import('@anupalan/domain/events/event-kind').DutyRule";

/** Columns whose check constraints allow only words that the domain names. */
const WORDS = {
  'acts.state': new RawExpressionNode("import('@anupalan/domain/states').StateOrAll"),
  'companies.designation': new RawExpressionNode("'HR' | 'COO' | 'CEO' | 'Owner' | 'Manager' | 'Other'"),
  'companies.state': new RawExpressionNode("import('@anupalan/domain/states').StateOrAll"),
  'company_states.state': new RawExpressionNode("import('@anupalan/domain/states').StateOrAll"),
  'compliance_fields.access_level': new RawExpressionNode("Generated<'free' | 'premium'>"),
  'compliance_items.access_level': new RawExpressionNode("Generated<'free' | 'premium'>"),
  'compliance_items.confidence': new RawExpressionNode("'high' | 'medium' | 'low' | null"),
  'compliance_items.basis': new RawExpressionNode("'statutory' | 'company' | null"),
  'compliance_items.below_limit': new RawExpressionNode(`ColumnType<${REQUIREMENT} | null, string | null | undefined>`),
  'compliance_items.conditions': new RawExpressionNode(`ColumnType<${REQUIREMENT}[], string | undefined, string>`),
  'compliance_items.exceptions': new RawExpressionNode(
    "ColumnType<import('@anupalan/domain/due-days/exceptions').ScheduleException[], string | undefined, string>",
  ),
  'compliance_items.holiday_rule': new RawExpressionNode("'next-working-day' | null"),
  'compliance_items.level': new RawExpressionNode("'company' | 'state' | 'establishment' | null"),
  'compliance_items.period': new RawExpressionNode("'previous-month' | 'quarter' | 'half-year' | 'year' | null"),
  'compliance_items.frequency': new RawExpressionNode("import('@anupalan/domain/recurrence').Frequency"),
  'compliance_items.registration': new RawExpressionNode(
    "import('@anupalan/domain/registrations/kinds').RegistrationKind | null",
  ),
  'compliance_items.state': new RawExpressionNode("import('@anupalan/domain/states').StateOrAll"),
  'calendar_feeds.kind': new RawExpressionNode("'person' | 'company'"),
  'conditions.definition': new RawExpressionNode("ColumnType<import('@anupalan/domain/conditions').Condition, string>"),
  'checks.outcome': new RawExpressionNode("'approved' | 'returned' | 'replaced' | 'taken-back' | null"),
  'checks.reason': new RawExpressionNode("import('@anupalan/domain/assignments').WaitingReason | null"),
  'checks.status': new RawExpressionNode("import('@anupalan/domain/assignments').CheckedStatus"),
  'contact_messages.subject': new RawExpressionNode(
    "'general' | 'support' | 'billing' | 'feedback' | 'partnership' | 'plan-change'",
  ),
  'establishments.state': new RawExpressionNode("import('@anupalan/domain/states').StateOrAll | null"),
  'event_duties.definition': new RawExpressionNode(`ColumnType<${DUTY_RULE}, string>`),
  'event_duties.recorded': new RawExpressionNode("import('@anupalan/domain/statuses').Status | null"),
  'event_duties.standing': new RawExpressionNode("import('@anupalan/domain/events/duty').Standing"),
  'event_duty_records.check_instead': new RawExpressionNode(
    "'away' | import('@anupalan/domain/assignments').WaitingReason | null",
  ),
  'event_duty_records.status': new RawExpressionNode("import('@anupalan/domain/statuses').RecordStatus"),
  'event_duty_rules.definition': new RawExpressionNode(`ColumnType<${DUTY_RULE}, string>`),
  'event_kinds.definition': new RawExpressionNode(`ColumnType<${EVENT_KIND}, string>`),
  'events.definition': new RawExpressionNode(`ColumnType<${EVENT_KIND}, string>`),
  'events.later_days': new RawExpressionNode('ColumnType<Record<string, string>, string | undefined, string>'),
  'events.state': new RawExpressionNode("import('@anupalan/domain/states').StateOrAll"),
  'events.visibility': new RawExpressionNode("import('@anupalan/domain/events/event-kind').Visibility"),
  'extensions.states': new RawExpressionNode("Generated<import('@anupalan/domain/states').State[]>"),
  'file_faults.fault': new RawExpressionNode("import('../files/store/file-kinds.ts').FileFault"),
  'files.also_in': new RawExpressionNode("import('../files/store/file-kinds.ts').PlaceName | null"),
  'files.place': new RawExpressionNode("import('../files/store/file-kinds.ts').PlaceName"),
  'files.purpose': new RawExpressionNode("import('../files/store/file-kinds.ts').FilePurpose"),
  'files.verdict': new RawExpressionNode("import('../files/store/file-kinds.ts').Verdict"),
  'hr_documents.file_type': new RawExpressionNode("'pdf' | 'doc' | 'docx' | 'csv' | 'xlsx'"),
  'invitations.role': new RawExpressionNode("import('@anupalan/domain/members').GivenRole"),
  'invitations.status': new RawExpressionNode("Generated<'open' | 'accepted' | 'revoked' | 'ended'>"),
  'job_posting_files.file_type': new RawExpressionNode("'pdf' | 'doc' | 'docx'"),
  'memberships.plan': new RawExpressionNode("Generated<import('@anupalan/domain/members').CompanyPlan>"),
  'memberships.role': new RawExpressionNode("import('@anupalan/domain/members').MemberRole"),
  'one_time_codes.purpose': new RawExpressionNode("'registration' | 'login' | 'password-reset' | 'email-change'"),
  'law_changes.about': new RawExpressionNode("import('@anupalan/domain/law/law-changes').LawSubject"),
  'law_changes.change': new RawExpressionNode("import('@anupalan/domain/law/law-changes').LawChangeKind"),
  'law_changes.reach_now': new RawExpressionNode(`ColumnType<${REACH} | null, string | null | undefined>`),
  'law_changes.reach_was': new RawExpressionNode(`ColumnType<${REACH} | null, string | null | undefined>`),
  'law_changes.state': new RawExpressionNode("import('@anupalan/domain/states').StateOrAll"),
  'law_rows.definition': new RawExpressionNode('ColumnType<unknown, string>'),
  'law_rows.kind': new RawExpressionNode("'professional-tax' | 'welfare-fund' | 'holiday' | 'late-cost' | 'code-rule'"),
  'ledger.kind': new RawExpressionNode("import('@anupalan/domain/ledger').LedgerKind"),
  'local_payments.status': new RawExpressionNode("Generated<'ACTIVE' | 'PAID' | 'FAILED'>"),
  'orders.provider': new RawExpressionNode("'cashfree' | 'local'"),
  'orders.status': new RawExpressionNode("Generated<'created' | 'active' | 'paid' | 'failed' | 'refunded'>"),
  'prepared_files.kind': new RawExpressionNode("'export' | 'pack' | 'company'"),
  'prepared_files.state': new RawExpressionNode("Generated<'waiting' | 'making' | 'ready' | 'failed'>"),
  'registrations.kind': new RawExpressionNode("import('@anupalan/domain/registrations/kinds').RegistrationKind"),
  'registrations.state': new RawExpressionNode("import('@anupalan/domain/states').StateOrAll | null"),
  'status_entries.current_status': new RawExpressionNode("import('@anupalan/domain/statuses').Status"),
  'status_records.status': new RawExpressionNode("import('@anupalan/domain/statuses').RecordStatus"),
  'users.password_change': new RawExpressionNode("'asked' | 'required' | null"),
  'users.role': new RawExpressionNode("Generated<import('@anupalan/domain/plans').Role>"),
  'users.status': new RawExpressionNode("'active' | 'pending' | 'suspended'"),
  'workspaces.plan': new RawExpressionNode("Generated<import('@anupalan/domain/members').CompanyPlan>"),
};

const WORKSPACE_ID = "import('./workspace-id.ts').WorkspaceId";

/** The types of the tables as they are, for `database-schema.ts`. */
export async function generateDatabaseSchema(db: Kysely<DB>): Promise<string> {
  return await generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
    defaultSchemas: ['public'],
    includePattern: 'public.*',
    excludePattern: 'kysely_*',
    typeMapping: { int8: 'number', date: 'string' },
    overrides: { columns: { ...WORDS, ...(await listWorkspaceIds(db)) } },
    print: false,
  });
}

/** The columns that name a workspace, in whatever table; a new workspace's id is any text, and read back it is branded. */
async function listWorkspaceIds(db: Kysely<DB>): Promise<Record<string, RawExpressionNode>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name || '.' || column_name as name,
      ${WORKSPACE_ID} || case is_nullable when 'YES' then ' | null' else '' end as type
    from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id'`.execute(db);
  return {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, new RawExpressionNode(type)])),
    'workspaces.id': new RawExpressionNode(`ColumnType<${WORKSPACE_ID}, string, never>`),
  };
}
