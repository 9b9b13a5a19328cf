import { type Kysely, sql } from 'kysely';

/**
 * Links in mails by which somebody says that an occurrence is filed. A mail has one for an occurrence, and that of the
 * newest mail that was sent counts. `standing` is a digest of all that a person is when it is mailed, so that it dies with any change of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table filing_links (
      workspace_id uuid not null references workspaces on delete cascade,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      day date not null,
      user_id uuid not null,
      message_id uuid not null,
      token_hash bytea not null constraint filing_links_token unique,
      standing bytea not null,
      made_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null default clock_timestamp() + interval '7 days',
      used_at timestamptz,
      primary key (workspace_id, compliance_item_id, day, user_id, message_id),
      foreign key (workspace_id, user_id) references memberships on delete cascade
    );
    create index filing_links_by_item on filing_links (compliance_item_id);
    create index filing_links_by_member on filing_links (workspace_id, user_id);
    create index filing_links_by_end on filing_links (expires_at);
    comment on column filing_links.day is 'the nominal day of the occurrence';
    comment on column filing_links.message_id is 'the message that it stands in, which may be gone';
    comment on column filing_links.standing is
      'a digest of the password''s hash, address, status, role and membership of the person when it was mailed';

    create table filing_link_policies (
      workspace_id uuid primary key references workspaces on delete cascade,
      allowed boolean not null
    );
    comment on table filing_link_policies is
      'whether a company lets its people file from mails, where it said so; without a word it does';
  `.execute(db);
}
