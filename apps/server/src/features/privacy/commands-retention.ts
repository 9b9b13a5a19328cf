import { deleteOldTokens } from '../../identity/tokens/commands.ts';
import { deleteOldMailLog } from '../../platform/mail/mail-log.ts';
import { deleteOldMail } from '../../platform/mail/outbox.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { deleteOldContactMessages } from '../contact/commands.ts';
import { BYTES_DAYS, deleteOldEvidence, STAGED_HOURS } from '../evidence/commands-remove.ts';
import { deleteOldFilingLinks } from '../filing-links/commands-retention.ts';
import { deleteOldHandovers } from '../handovers/commands-retention.ts';
import { deleteOldDrafts, deleteOldInvitations } from '../invitations/commands-retention.ts';
import { deleteOldJobPostings } from '../job-postings/commands.ts';
import { FROZEN_DAYS } from '../members/commands-clean-up.ts';
import { deleteOldMessages } from '../messages/commands-retention.ts';
import { deleteOldPayerOffers } from '../payers/commands-retention.ts';
import { deleteOldCalls } from '../webhooks/commands-deliver.ts';

/** The job that deletes what is old. */
export const RETENTION_JOB = 'delete-old-data';

/** A kind of data with the time it is kept; the job that ends it, or null where nothing does. */
export interface Kept {
  readonly what: string;
  readonly tables: readonly string[];
  readonly howLong: string;
  readonly why: string;
  readonly job: string | null;
  readonly deleteOld?: (db: Db) => Promise<void>;
}

const ENQUIRY_DAYS = 365;
const POSTING_DAYS = 180;
const LOCAL_MAIL_DAYS = 30;
const INVITATION_DAYS = 30;

const DRAFT_DAYS = 90;
const WEBHOOK_CALL_DAYS = 30;
const MESSAGE_DAYS = 400;
const TOKEN_DAYS = 30;
const FILING_LINK_DAYS = 30;

/** What is kept for how long (R-users-33): the job follows it, and docs/topics/retention.md is compared with it. */
export const RETENTION: readonly Kept[] = [
  {
    what: 'Accounts, companies and what they recorded',
    tables: [
      ...['users', 'workspaces', 'memberships', 'companies', 'company_states', 'status_entries', 'status_records'],
      ...['registrations', 'acts', 'compliance_items', 'compliance_values'],
      ...['custom_reminders', 'payment_dates', 'submission_dates', 'activity'],
      ...['seals', 'sealed_events', 'unsealed_companies'],
      ...['establishments', 'facts', 'exclusions', 'assignments', 'checks', 'approved_figures'],
      ...['company_days', 'holidays', 'met_extensions', 'filing_link_policies'],
      ...['events', 'event_duties', 'event_duty_records', 'webhooks'],
      ...['evidence', 'inherited_evidence', 'evidence_tallies'],
      ...['imported_companies', 'imported_people', 'imported_authors', 'displaced_rows'],
    ],
    howLong: 'until the account is erased',
    why: 'The service consists of it.',
    job: null,
  },
  {
    what: 'Files that nobody attached to anything, and the bytes of files that were removed',
    tables: ['evidence'],
    howLong: `${STAGED_HOURS} hours, and ${BYTES_DAYS} days, then until the next night`,
    why: 'A form can be finished, and a mistake mended; name and hash of a removed file stay.',
    job: RETENTION_JOB,
    deleteOld: deleteOldEvidence,
  },
  {
    what: 'Memberships of viewers',
    tables: ['memberships'],
    howLong: 'until their last day',
    why: 'They read for a time, such as an audit.',
    job: 'clean-up-members',
  },
  {
    what: 'Companies whose owner was erased',
    tables: ['workspaces', 'companies'],
    howLong: `${FROZEN_DAYS} days, in which their people read and take what they need`,
    why: 'A successor may be found; without one nobody answers for them.',
    job: 'clean-up-members',
  },
  {
    what: 'Sign-ups that nobody confirmed',
    tables: ['users', 'workspaces', 'memberships', 'companies'],
    howLong: '7 days',
    why: 'A second try within days finds its form again.',
    job: 'clean-up-accounts',
  },
  {
    what: 'Addresses that an import named, of people whom nobody has invited yet',
    tables: ['invitation_drafts'],
    howLong: `${DRAFT_DAYS} days`,
    why: 'Who imports many companies invites their people bit by bit.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldDrafts(db, DRAFT_DAYS),
  },
  {
    what: 'Invitations into companies, with the address that is invited',
    tables: ['invitations', 'invited_sign_ups'],
    howLong: `7 days, and ${INVITATION_DAYS} days after they were accepted, withdrawn or out of time`,
    why: 'A link says what became of it, and a new one can be asked for.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldInvitations(db, INVITATION_DAYS),
  },
  {
    what: 'Offers to take a company over, or to pay for it',
    tables: ['handovers', 'payer_offers'],
    howLong: '14 days, then until the next night; longer while a company has no owner',
    why: 'Somebody has to say yes.',
    job: RETENTION_JOB,
    deleteOld: async (db) => {
      await deleteOldHandovers(db);
      await deleteOldPayerOffers(db);
    },
  },
  {
    what: 'Sessions',
    tables: ['sessions'],
    howLong: '30 days from the last use, 90 in all; impersonations 1 hour',
    why: 'People stay signed in on their own devices.',
    job: 'clean-up-accounts',
  },
  {
    what: 'API tokens, and whether a company allows them',
    tables: ['api_tokens', 'api_token_policies'],
    howLong: `a year at most, and ${TOKEN_DAYS} days after that`,
    why: 'Who wonders why a program stopped finds the token that ended.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldTokens(db, TOKEN_DAYS),
  },
  {
    what: 'Calendar addresses',
    tables: ['calendar_feeds'],
    howLong: 'until they are deleted, or the membership ends, or the account is suspended or erased',
    why: 'A calendar reads what is due by them.',
    job: null,
  },
  {
    what: 'Links in mails that record what is filed',
    tables: ['filing_links'],
    howLong: `7 days, and ${FILING_LINK_DAYS} days after they were used or out of time`,
    why: 'A link says what became of it.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldFilingLinks(db, FILING_LINK_DAYS),
  },
  {
    what: 'Codes',
    tables: ['one_time_codes'],
    howLong: '10 minutes, then until the next night',
    why: 'Somebody who types an old one hears that it is old.',
    job: 'clean-up-accounts',
  },
  {
    what: 'Passkeys and recovery codes',
    tables: ['passkeys', 'recovery_codes'],
    howLong: 'until they are removed or used',
    why: 'They are how somebody signs in.',
    job: null,
  },
  {
    what: 'Sign-ins under way',
    tables: ['passkey_steps'],
    howLong: '30 minutes, then until the next night',
    why: 'A passkey may be asked for again.',
    job: 'clean-up-accounts',
  },
  {
    what: 'Browsers that an account knows',
    tables: ['known_browsers'],
    howLong: '400 days from the last sign-in',
    why: 'What strangers try does not close an account to them.',
    job: 'clean-up-accounts',
  },
  {
    what: 'Changes of an e-mail address',
    tables: ['email_changes'],
    howLong: '7 days, in which the old address can undo one, then until the next night',
    why: 'Whoever takes over an account can be put out again.',
    job: 'clean-up-accounts',
  },
  {
    what: 'Counts against guessing and flooding',
    tables: ['rate_limits'],
    howLong: 'up to a day, then until the next night',
    why: 'They hold attackers off. They are digests and name nobody.',
    job: 'clean-up-accounts',
  },
  {
    what: 'Contact messages',
    tables: ['contact_messages'],
    howLong: `${ENQUIRY_DAYS} days`,
    why: 'A conversation may go on for months.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldContactMessages(db, ENQUIRY_DAYS),
  },
  {
    what: 'Job postings with their files',
    tables: ['job_postings', 'job_posting_files'],
    howLong: `${POSTING_DAYS} days`,
    why: 'By then an opening is filled or gone.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldJobPostings(db, POSTING_DAYS),
  },
  {
    what: 'Files, as long as what they belong to; what is left of uploads that broke off',
    tables: ['files', 'file_parts', 'file_faults'],
    howLong: 'minutes after what they belong to went; 24 hours',
    why: 'Bytes are taken away by a job, so that deleting takes no longer than its rows.',
    job: 'remove-files',
  },
  {
    what: 'Mail that waits, with what was sent of it',
    tables: [],
    howLong: 'about a day of tries, and a day after',
    why: 'A mail server that is away does not lose mail.',
    job: 'pg-boss',
  },
  {
    what: 'Messages: to whom, when, of what kind, and what became of them',
    tables: ['messages'],
    howLong: `${MESSAGE_DAYS} days`,
    why: 'A message is made once; its person sees what was sent.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldMessages(db, MESSAGE_DAYS),
  },
  {
    what: 'What became of codes, notices and receipts that were mailed',
    tables: ['mail_log'],
    howLong: `${MESSAGE_DAYS} days`,
    why: 'Its person sees what was sent, and administrators what could not be. Of strangers it has no address.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldMailLog(db, MESSAGE_DAYS),
  },
  {
    what: 'What somebody wants to be told, and whether their address takes mail',
    tables: ['message_preferences', 'message_defaults', 'unreachable_addresses'],
    howLong: 'until the account or the company is erased, or another address takes mail',
    why: 'Mail that nobody wants or gets is not sent.',
    job: null,
  },
  {
    what: 'The local mailbox, on machines that send no mail',
    tables: ['outgoing_mail'],
    howLong: `${LOCAL_MAIL_DAYS} days`,
    why: 'It is for trying things out.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldMail(db, LOCAL_MAIL_DAYS),
  },
  {
    what: 'Browsers that pushes go to',
    tables: ['devices'],
    howLong: 'until they are removed, or their push service says that they are gone',
    why: 'Somebody asked to be told there.',
    job: null,
  },
  {
    what: 'Files that somebody had made, with the addresses they are fetched from',
    tables: ['prepared_files', 'file_addresses'],
    howLong: '24 hours after they are ready, or until who asked for them leaves the company, or its Premium ends',
    why: 'They are copies, which the company has in the service.',
    job: 'delete-prepared-files',
  },
  {
    what: 'Calls of webhooks, with the beginning of the answer',
    tables: ['webhook_calls'],
    howLong: `${WEBHOOK_CALL_DAYS} days`,
    why: 'Whoever keeps the other end sees what went wrong, and has it sent again.',
    job: RETENTION_JOB,
    deleteOld: (db) => deleteOldCalls(db, WEBHOOK_CALL_DAYS),
  },
  {
    what: 'Orders, periods, receipts, the ledger',
    tables: ['orders', 'subscriptions', 'subscription_reminders', 'receipts', 'ledger'],
    howLong: 'for good',
    why: 'Books are kept eight years (Companies Act 2013, section 128); after an erasure they have bare ids.',
    job: null,
  },
  {
    what: 'Addresses beside the audit log',
    tables: ['audit_origins'],
    howLong: '180 days',
    why: 'CERT-In asks for logs of 180 days; misuse is cleared up within them.',
    job: 'clean-up-accounts',
  },
  {
    what: 'The audit log',
    tables: ['audit_log'],
    howLong: 'for good',
    why: 'It proves what was done, is append-only, and has no personal data but ids, which an erasure empties of meaning.',
    job: null,
  },
];
