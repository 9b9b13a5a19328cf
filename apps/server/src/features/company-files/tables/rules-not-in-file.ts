import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { CompanyTable } from './company-tables.ts';

const SECRET = 'Digests of secrets, which lead nowhere in another installation.';
const COPIES = 'Copies that are made again from what is in the file.';
const COUNTED = 'Counted again from the rows that are taken in.';
const SENT = 'What this installation sent; another one did not.';

/**
 * The tables with rows of a company that its file has not, and why (R-company-files-2). A test holds both lists against
 * the database: each table with a `workspace_id` is in one of them.
 */
export const NOT_IN_COMPANY_FILE = {
  memberships: 'The people are in a part of their own, as drafts: who they are to the company, without an account.',
  invitations: 'Invitations into this installation; whoever accepted is among the people.',
  invited_sign_ups: 'Accounts that are about to be made here.',
  handovers: 'Offers between people of this installation.',
  payer_offers: 'Offers between people of this installation.',
  orders: 'What somebody bought of this installation, which is theirs.',
  api_tokens: SECRET,
  calendar_feeds: SECRET,
  filing_links: SECRET,
  webhooks: 'Addresses with a secret each; they would tell somebody else’s system of another installation.',
  webhook_calls: SENT,
  messages: SENT,
  prepared_files: COPIES,
  file_addresses: SECRET,
  files: 'The bytes of evidence are files of their own; all other files are copies, or nobody’s of the company.',
  status_tallies: COUNTED,
  evidence_tallies: COUNTED,
  seals: 'The chain is in proof/activity.jsonl, to be verified; another installation begins its own.',
  sealed_events: 'The chain is in proof/activity.jsonl, to be verified; another installation begins its own.',
  displaced_rows: 'Rows that reached into other companies, for the operator alone.',
  unsealed_companies: 'How sealing goes in this installation.',
  imported_companies: 'Where the company came from before; the activity says it.',
  imported_people: 'Among the people of the file.',
  imported_authors: 'In the columns of what they are authors of.',
} as const satisfies Partial<Record<Exclude<keyof DB, CompanyTable>, string>>;
