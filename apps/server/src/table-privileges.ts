import type { DB } from './platform/postgres/database-schema.ts';
import type { TablePrivileges } from './platform/postgres/grant-privileges.ts';

const EVERYTHING = ['select', 'insert', 'update', 'delete'] as const;

/** For books that are only ever added to: what is written stays as it is, also for who takes the server over. */
const APPEND = ['select', 'insert'] as const;

/** For what may change and never goes. */
const KEEP = ['select', 'insert', 'update'] as const;

/**
 * What the running server may do with each table, and no more: it owns none, so it can't alter or drop one, nor take a
 * trigger off. A new table has an entry here before it works.
 */
export const TABLE_PRIVILEGES: TablePrivileges<keyof DB> = {
  activity: APPEND,
  acts: EVERYTHING,
  api_token_policies: KEEP,
  api_tokens: EVERYTHING,
  approved_figures: KEEP,
  assignments: EVERYTHING,
  audit_log: APPEND,
  audit_origins: EVERYTHING,
  calendar_feeds: EVERYTHING,
  catalogue_keys: KEEP,
  checks: KEEP,
  companies: EVERYTHING,
  company_days: EVERYTHING,
  company_states: EVERYTHING,
  compliance_fields: EVERYTHING,
  compliance_items: EVERYTHING,
  compliance_values: EVERYTHING,
  conditions: EVERYTHING,
  contact_messages: EVERYTHING,
  custom_reminders: EVERYTHING,
  email_changes: EVERYTHING,
  establishments: EVERYTHING,
  event_duties: KEEP,
  event_duty_records: APPEND,
  event_duty_rules: EVERYTHING,
  event_kinds: EVERYTHING,
  events: KEEP,
  exclusions: EVERYTHING,
  extensions: EVERYTHING,
  facts: EVERYTHING,
  filing_link_policies: EVERYTHING,
  filing_links: EVERYTHING,
  handovers: EVERYTHING,
  holidays: EVERYTHING,
  hr_documents: EVERYTHING,
  invitations: EVERYTHING,
  invited_sign_ups: EVERYTHING,
  item_tallies: EVERYTHING,
  job_posting_files: EVERYTHING,
  job_postings: EVERYTHING,
  known_browsers: EVERYTHING,
  law_changes: EVERYTHING,
  law_rows: EVERYTHING,
  ledger: APPEND,
  local_payments: KEEP,
  memberships: EVERYTHING,
  merged_items: EVERYTHING,
  met_extensions: EVERYTHING,
  one_time_codes: EVERYTHING,
  orders: KEEP,
  outgoing_mail: EVERYTHING,
  passkey_steps: EVERYTHING,
  passkeys: EVERYTHING,
  payer_offers: EVERYTHING,
  payment_dates: EVERYTHING,
  rate_limits: EVERYTHING,
  receipt_counter: ['select', 'update'],
  receipts: APPEND,
  recovery_codes: EVERYTHING,
  registrations: EVERYTHING,
  sessions: EVERYTHING,
  set_up_links: EVERYTHING,
  status_entries: EVERYTHING,
  status_records: EVERYTHING,
  status_tallies: EVERYTHING,
  submission_dates: EVERYTHING,
  subscription_reminders: KEEP,
  subscriptions: KEEP,
  user_tallies: EVERYTHING,
  users: EVERYTHING,
  versions: EVERYTHING,
  workspaces: EVERYTHING,
};
