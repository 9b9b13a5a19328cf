import { type SqlBool, sql } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { NOT_HELD, type NotExported } from './rules-not-held.ts';
import { type Exported, isOfUser, isOfWorkspace, isSeen, isWhole, ofSeenEvent, workspacesOf } from './rules-whose.ts';

/**
 * Every table of the database: what of it a person is given (R-users-30), or the reason why nothing is. A test holds it
 * against the database, so a new table is decided here before it ships.
 */
export const HELD: Readonly<Record<keyof DB, Exported | NotExported>> = {
  users: {
    part: 'account',
    what: 'Your name, addresses, role and status.',
    isOf: ({ userId }) => sql<SqlBool>`id = ${userId}`,
    hidden: ['password_hash', 'search_text'],
  },
  workspaces: {
    part: 'workspace',
    what: 'What you share with the others of each company.',
    isOf: (person) => sql<SqlBool>`id in ${workspacesOf(person)}`,
    workspace: 'id',
    hidden: ['id'],
  },
  companies: { part: 'company', what: 'The companies that you are in.', isOf: isOfWorkspace },
  company_states: {
    part: 'companyStates',
    what: 'Their other states.',
    isOf: isOfWorkspace,
    key: 'workspace_id::text || state',
  },
  memberships: { part: 'memberships', what: 'What you are in each company, and since when.', isOf: isOfUser },
  establishments: { part: 'establishments', what: 'The establishments of your companies.', isOf: isOfWorkspace },
  facts: { part: 'facts', what: 'What your companies said of themselves.', isOf: isOfWorkspace },
  exclusions: {
    part: 'exclusions',
    what: 'Obligations of which your companies said that they do not apply to them.',
    isOf: isOfWorkspace,
    key: 'workspace_id::text || compliance_item_id',
  },
  company_days: {
    part: 'companyDays',
    what: 'The days by which your companies want to be done.',
    isOf: isOfWorkspace,
    key: "workspace_id::text || compliance_item_id || ' ' || day",
  },
  holidays: { part: 'holidays', what: 'Days off of your companies.', isOf: isOfWorkspace },
  met_extensions: {
    part: 'metExtensions',
    what: 'Extensions whose condition your companies said that they meet.',
    isOf: isOfWorkspace,
    key: "workspace_id::text || ' ' || extension_id",
  },
  invitations: {
    part: 'invitations',
    what: 'Invitations to your confirmed address, and those that you sent, without the addresses of others.',
    isOf: ({ userId, email }) => sql<SqlBool>`(email = ${email} or invited_by = ${userId})`,
    hidden: ['token_hash', 'former_hash', 'email'],
  },
  invitation_drafts: {
    part: 'invitationDrafts',
    what: 'Companies that noted your confirmed address to invite you.',
    isOf: ({ email }) => sql<SqlBool>`email = ${email}`,
  },
  handovers: {
    part: 'handovers',
    what: 'Companies that were offered to you, or by you.',
    isOf: ({ userId }) => sql<SqlBool>`(user_id = ${userId} or offered_by = ${userId})`,
  },
  payer_offers: {
    part: 'payerOffers',
    what: 'Companies that you were asked to pay for, or asked somebody to pay for.',
    isOf: ({ userId }) => sql<SqlBool>`(user_id = ${userId} or asked_by = ${userId})`,
    key: 'workspace_id',
  },
  sessions: {
    part: 'sessions',
    what: 'Where your account is signed in, administrators in your name included.',
    isOf: isOfUser,
    hidden: ['token_hash', 'last_used_on'],
  },
  api_tokens: {
    part: 'apiTokens',
    what: 'Your API tokens, without their texts.',
    isOf: isOfUser,
    hidden: ['token_hash', 'told_days'],
  },
  api_token_policies: { notExported: 'Whether a company allows API tokens.' },
  calendar_feeds: {
    part: 'calendarFeeds',
    what: 'Private addresses of calendars that you made, without the addresses.',
    isOf: isOfUser,
    hidden: ['token_hash'],
  },
  one_time_codes: {
    part: 'codes',
    what: 'Codes that were mailed to you and not used yet, without the codes.',
    isOf: isOfUser,
    key: 'created_at',
    hidden: ['code_hash', 'step_hash', 'address_hash'],
  },
  email_changes: {
    part: 'emailChanges',
    what: 'Changes of your e-mail address that you asked for.',
    isOf: isOfUser,
    hidden: ['stop_hash', 'undo_hash', 'password_hash'],
  },
  known_browsers: {
    part: 'knownBrowsers',
    what: 'Browsers that signed in to your account.',
    isOf: isOfUser,
    key: 'token_hash',
    hidden: ['token_hash'],
  },
  messages: { part: 'messages', what: 'What was sent to you, and what waits.', isOf: isOfUser },
  mail_log: { part: 'mailLog', what: 'Codes, notices and receipts that were mailed to you.', isOf: isOfUser },
  message_preferences: {
    part: 'messagePreferences',
    what: 'What you chose to be told.',
    isOf: isOfUser,
    key: 'user_id',
  },
  message_defaults: {
    part: 'messageDefaults',
    what: 'What the people of your companies are told who chose nothing.',
    isOf: isOfWorkspace,
    key: 'workspace_id',
  },
  unreachable_addresses: {
    part: 'unreachableAddresses',
    what: 'Your address, where it refused our mail.',
    isOf: isOfUser,
    key: 'user_id',
  },
  passkeys: { part: 'passkeys', what: 'Your passkeys, without their keys.', isOf: isOfUser, hidden: ['public_key'] },
  activity: {
    part: 'activity',
    what: 'What you did in companies, and what was done in your name.',
    isOf: ({ userId }) => sql<SqlBool>`(by = ${userId} or impersonator = ${userId})`,
  },
  status_entries: { part: 'statuses', what: 'Statuses that you recorded.', isOf: isOfUser },
  status_records: {
    part: 'statusHistory',
    what: 'Your changes of statuses and your notes.',
    isOf: ({ userId }) => sql<SqlBool>`updated_by = ${userId}`,
  },
  checks: {
    part: 'checks',
    what: 'What you recorded that had to be checked, what you checked, and what waited again because of you.',
    // Of a duty as long as its event is seen.
    isOf: (person) =>
      sql<SqlBool>`${person.userId}::uuid = any(array[author_id, impersonator_id, in_name_of, decided_by] || changed_by)
        and (duty_id is null or ${ofSeenEvent(person)})`,
  },
  events: {
    part: 'events',
    what: 'What happened in your companies, as far as you see it.',
    isOf: (person) => sql<SqlBool>`id in (select event.id from events event where ${isSeen(person)})`,
    hidden: ['definition'],
  },
  event_duties: {
    part: 'eventDuties',
    what: 'The duties that this opened.',
    isOf: (person) => sql<SqlBool>`(workspace_id, event_id) in (
      select event.workspace_id, event.id from events event where ${isSeen(person)})`,
    // What the free plan locks is in there.
    hidden: ['definition', 'checking'],
  },
  event_duty_records: {
    part: 'eventDutyRecords',
    what: 'What you recorded about such duties.',
    isOf: (person) => sql<SqlBool>`updated_by = ${person.userId} and ${ofSeenEvent(person)}`,
  },
  evidence: {
    part: 'evidence',
    what: 'Files that you added, without their bytes.',
    // Of a duty as long as its event is seen.
    isOf: (person) => sql<SqlBool>`by = ${person.userId}
      and (subject_kind is distinct from 'duty' or ${ofSeenEvent(person, 'subject_id')})`,
    hidden: ['file_id', 'said', 'sha256'],
  },
  custom_reminders: { part: 'reminders', what: 'Reminders that you set.', isOf: isOfUser },
  payment_dates: { part: 'paymentDates', what: 'Payments that you recorded.', isOf: isOfUser },
  submission_dates: { part: 'submissionDates', what: 'Submissions that you recorded.', isOf: isOfUser },
  orders: { part: 'orders', what: 'Your purchases.', isOf: isOfUser, hidden: ['payment_session_id'] },
  receipts: {
    part: 'receipts',
    what: 'The receipts of your purchases.',
    isOf: ({ userId }) => sql<SqlBool>`order_id in (select id from orders where user_id = ${userId})`,
    key: 'number',
  },
  subscriptions: { part: 'subscriptions', what: 'The periods of Premium that you bought.', isOf: isOfUser },
  subscription_reminders: {
    part: 'renewalReminders',
    what: 'When we reminded you of a renewal.',
    isOf: ({ userId }) => sql<SqlBool>`subscription_id in (select id from subscriptions where user_id = ${userId})`,
    key: 'sent_at',
  },
  ledger: { part: 'ledger', what: 'Every change of your plan and of money.', isOf: isOfUser },
  contact_messages: {
    part: 'contactMessages',
    what: 'What you wrote to us from your confirmed address.',
    isOf: ({ email }) => sql<SqlBool>`email = ${email}`,
  },
  job_postings: {
    part: 'jobPostings',
    what: 'Job openings posted from your confirmed address.',
    isOf: ({ email }) => sql<SqlBool>`contact_email = ${email}`,
  },
  job_posting_files: {
    part: 'jobPostingFiles',
    what: 'The names of the files that came with them; ask us for the files.',
    isOf: ({ email }) => sql<SqlBool>`job_posting_id in (select id from job_postings where contact_email = ${email})`,
    hidden: ['file_id'],
  },
  audit_log: {
    part: 'auditLog',
    what: 'What was done by you, in your name, and to your account.',
    isOf: ({ userId }) => sql<SqlBool>`(actor_id = ${userId} or impersonator_id = ${userId} or subject_id = ${userId})`,
  },
  audit_origins: {
    part: 'auditLogAddresses',
    what: 'From where you did what the audit log has of you.',
    isOf: ({ userId }) =>
      sql<SqlBool>`entry_id in (select id from audit_log where coalesce(impersonator_id, actor_id) = ${userId})`,
    key: 'entry_id',
  },
  acts: {
    part: 'ownActs',
    what: 'The acts that your company made for obligations of its own.',
    isOf: isOfWorkspace,
  },
  compliance_items: {
    part: 'ownObligations',
    what: "Your company's own obligations, and the renewals of its registrations.",
    isOf: isOfWorkspace,
  },
  compliance_values: {
    part: 'ownObligationValues',
    what: 'What the columns of the table say of those.',
    // What the free plan locks stays locked here, too.
    isOf: (person) => sql<SqlBool>`(compliance_item_id, compliance_field_id) in (
      select item.id, field.id from memberships m
        join compliance_items item on item.workspace_id = m.workspace_id
        join compliance_fields field on field.access_level = 'free' or m.plan = 'premium'
      where ${isWhole(person)})`,
    key: "compliance_item_id || ' ' || compliance_field_id",
  },
  registrations: { part: 'registrations', what: "Your company's registrations and licences.", isOf: isOfWorkspace },
  devices: {
    part: 'devices',
    what: 'Browsers that pushes go to, without their keys.',
    isOf: isOfUser,
    hidden: ['endpoint', 'p256dh', 'auth'],
  },
  webhooks: {
    part: 'webhooks',
    what: 'The webhooks that you made, without their secrets.',
    isOf: ({ userId }) => sql<SqlBool>`made_by = ${userId}`,
    hidden: ['secret', 'former_secret'],
  },
  imported_people: {
    part: 'importedNames',
    what: 'Your name in companies that came as a file from elsewhere.',
    isOf: ({ email }) => sql<SqlBool>`email = ${email}`,
  },
  ...NOT_HELD,
};

/** The parts of the file, in order, with their tables. */
export const PARTS = Object.entries(HELD).flatMap(([table, held]) => ('part' in held ? [{ table, ...held }] : []));
