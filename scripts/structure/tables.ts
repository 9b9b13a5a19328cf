import { type Check, isTest, type Source, withoutComments } from './sources.ts';

/** The part of the server that writes each table; all others ask it to. */
const WRITERS: Readonly<Record<string, string>> = {
  activity: 'activity',
  acts: 'acts',
  api_token_policies: 'identity',
  api_tokens: 'identity',
  approved_figures: 'status-history',
  assignments: 'assignments',
  audit_log: 'identity',
  audit_origins: 'identity',
  calendar_feeds: 'calendar-feeds',
  catalogue_keys: 'catalogue',
  checks: 'status-history',
  companies: 'companies',
  company_days: 'due-days',
  company_states: 'companies',
  compliance_fields: 'compliance-fields',
  compliance_items: 'compliance-items',
  compliance_values: 'compliance-items',
  conditions: 'catalogue',
  contact_messages: 'contact',
  custom_reminders: 'reminders',
  devices: 'devices',
  displaced_rows: 'company-files',
  email_changes: 'users',
  establishments: 'applicability',
  event_duties: 'events',
  event_duty_records: 'events',
  event_duty_rules: 'events',
  event_kinds: 'events',
  events: 'events',
  evidence: 'evidence',
  evidence_tallies: 'evidence',
  exclusions: 'applicability',
  extensions: 'due-days',
  facts: 'applicability',
  file_faults: 'platform',
  file_parts: 'platform',
  file_addresses: 'prepared-files',
  files: 'platform',
  filing_link_policies: 'filing-links',
  filing_links: 'filing-links',
  handovers: 'handovers',
  holidays: 'due-days',
  hr_documents: 'hr-documents',
  imported_authors: 'company-files',
  imported_companies: 'company-files',
  imported_people: 'company-files',
  inherited_evidence: 'evidence',
  instance_keys: 'platform',
  invitation_drafts: 'invitations',
  invitations: 'invitations',
  invited_sign_ups: 'invitations',
  item_tallies: 'status-history',
  job_posting_files: 'job-postings',
  job_postings: 'job-postings',
  known_browsers: 'identity',
  law_changes: 'law-changes',
  law_rows: 'law',
  ledger: 'subscriptions',
  local_payments: 'payments',
  mail_log: 'platform',
  memberships: 'members',
  merged_items: 'compliance-items',
  message_defaults: 'messages',
  message_preferences: 'messages',
  messages: 'messages',
  met_extensions: 'due-days',
  one_time_codes: 'identity',
  orders: 'payments',
  outgoing_mail: 'platform',
  passkey_steps: 'identity',
  passkeys: 'passkeys',
  payer_offers: 'payers',
  payment_dates: 'payment-dates',
  planned_hours: 'digests',
  rate_limits: 'platform',
  receipt_counter: 'payments',
  receipts: 'payments',
  recovery_codes: 'passkeys',
  prepared_files: 'prepared-files',
  registrations: 'registrations',
  sealed_events: 'activity',
  sealing: 'activity',
  seals: 'activity',
  unsealed_companies: 'activity',
  sessions: 'identity',
  set_up_links: 'users',
  status_entries: 'status-history',
  status_records: 'status-history',
  status_tallies: 'status-history',
  submission_dates: 'submission-dates',
  subscription_reminders: 'subscriptions',
  subscriptions: 'subscriptions',
  unreachable_addresses: 'messages',
  user_tallies: 'users',
  users: 'users',
  versions: 'tracker',
  webhook_calls: 'webhooks',
  webhooks: 'webhooks',
  workspaces: 'members',
};

const SERVER = 'apps/server/src/';

/**
 * The writes in code, by Kysely and in plain SQL: `updateTable('users')`, `insert into users`, `update users u set`.
 */
const WRITES =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|delete\s+from|merge\s+into)\s+"?(\w+)|\bupdate\s+"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi;

/** A table that stands in a variable can't be looked up. */
const WRITES_UNNAMED =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s]|\b(?:insert\s+into|delete\s+from|merge\s+into|update)\s+\$\{/i;

/**
 * The frame of the tracker's nouns, which each names its own table to it; and those that whole companies come in by, and
 * are cleaned by.
 */
const FRAMES = [
  'apps/server/src/features/tracker/commands.ts',
  'apps/server/src/features/company-files/commands-rows.ts',
  'apps/server/src/features/company-files/stored/commands-clean.ts',
];

/** One table has one writer, so that the rules about its rows are held in one place. */
export const checkWriters: Check = (sources) => sources.filter(isWriter).flatMap(checkWriter);

function isWriter({ file }: Source): boolean {
  return file.startsWith(SERVER) && !file.startsWith(`${SERVER}migrations/`) && !isTest(file);
}

function checkWriter({ file, text }: Source): string[] {
  const part = partOf(file);
  const code = withoutComments(text);
  const written = [...code.matchAll(WRITES)].map(([, built, changed, updated]) => built ?? changed ?? updated ?? '');
  return [
    ...(WRITES_UNNAMED.test(code) && !FRAMES.includes(file)
      ? [`${file}: a table is written that the code doesn't name`]
      : []),
    ...[...new Set(written)]
      .filter((table) => WRITERS[table] !== part)
      .map((table) => `${file}: ${table} is written by ${WRITERS[table] ?? 'nobody yet'}, not by ${part}`),
  ];
}

/** The part of the server that a file belongs to: a feature by its noun, else the folder. */
function partOf(file: string): string {
  const [folder = '', noun = ''] = file.slice(SERVER.length).split('/');
  return folder === 'features' ? noun : folder;
}
