import { type Kysely, sql } from 'kysely';

/**
 * Entries of the audit log say with which session and request something was done. Addresses are personal data, which an
 * append-only table could never forget, so they stand beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_log add column session_id uuid, add column request_id uuid;

    create table audit_origins (
      entry_id uuid primary key references audit_log,
      address text not null check (length(address) <= 64),
      noted_at timestamptz not null default now()
    );
    comment on table audit_origins is 'from where an entry of the audit log came; kept for 180 days';
    create index audit_origins_oldest on audit_origins (noted_at);
  `.execute(db);
}
