import type { DB } from '../../platform/postgres/database-schema.ts';

const CATALOGUE = 'The catalogue, which is the same for everybody; who wrote it is in the audit log.';

/** A table of which nobody is given anything, and why. */
export interface NotExported {
  readonly notExported: string;
}

/** The tables that are in nobody's file (R-users-30). */
export const NOT_HELD = {
  event_kinds: { notExported: CATALOGUE },
  event_duty_rules: { notExported: CATALOGUE },
  approved_figures: {
    notExported: 'What checkers approved, by bare ids; records and payments are in parts of their own.',
  },
  assignments: { notExported: 'Who is responsible for what in a company, which its people see; by bare ids.' },
  compliance_fields: { notExported: CATALOGUE },
  catalogue_keys: { notExported: CATALOGUE },
  conditions: { notExported: CATALOGUE },
  merged_items: { notExported: CATALOGUE },
  extensions: { notExported: CATALOGUE },
  law_rows: { notExported: CATALOGUE },
  law_changes: { notExported: CATALOGUE },
  hr_documents: { notExported: 'Documents that all customers share; who added one is in the audit log.' },
  outgoing_mail: { notExported: 'The mailbox of a machine that sends no mail, for trying things out.' },
  local_payments: { notExported: 'What the stand-in for a payment provider knows: orders by their numbers alone.' },
  prepared_files: { notExported: 'Files that you had made within the last day, which are copies.' },
  file_addresses: { notExported: 'Digests of addresses that hold for a minute.' },
  evidence_tallies: { notExported: 'How many bytes of files a company has.' },
  inherited_evidence: { notExported: 'Which records stand on which of the files that are told.' },
  files: { notExported: 'Sizes and hashes of files; whose they are is in the parts of what they belong to.' },
  file_faults: { notExported: 'Which files the last check missed, by their ids.' },
  file_parts: { notExported: 'The bytes of files, which a JSON file is no place for.' },
  imported_authors: { notExported: 'Who wrote what in a company that came from elsewhere, by bare ids.' },
  displaced_rows: { notExported: 'Rows that reached into other companies, for the operator alone.' },
  imported_companies: { notExported: 'From where companies came.' },
  filing_links: { notExported: 'Digests of links that were mailed to you; they go within weeks.' },
  filing_link_policies: { notExported: 'Whether a company files from mails, which its people see.' },
  set_up_links: { notExported: 'The one-time link of the first administrator, of which only a digest is kept.' },
  instance_keys: { notExported: 'Secrets of this installation, which sign links in mails.' },
  invited_sign_ups: { notExported: 'Sign-ups with an invitation that wait for their code; they go with it.' },
  recovery_codes: { notExported: 'Digests of your recovery codes; your profile shows how many are left.' },
  passkey_steps: { notExported: 'Digests of a sign-in under way; they go the next night.' },
  rate_limits: { notExported: 'Counts under digests, from which nobody can be told; they go within days.' },
  planned_hours: { notExported: 'Hours whose digests were made.' },
  receipt_counter: { notExported: 'The number of the last receipt.' },
  item_tallies: { notExported: 'How many statuses all companies have of an item.' },
  status_tallies: { notExported: 'How many statuses a company has.' },
  user_tallies: { notExported: 'How many users there are.' },
  seals: { notExported: 'Hashes of what was done in a company, signed.' },
  sealed_events: { notExported: 'Hashes of what was done in a company, with bare ids; the rest is the activity.' },
  unsealed_companies: { notExported: 'Companies that the sealing leaves out for now.' },
  sealing: { notExported: 'How far the sealing of all companies has come.' },
  webhook_calls: { notExported: 'The log of calls of webhooks, which the managers of a company see: ids alone.' },
  versions: { notExported: 'Random numbers that change when something of a company or a person does.' },
} as const satisfies Partial<Record<keyof DB, NotExported>>;
