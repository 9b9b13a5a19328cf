import { type Kysely, sql } from 'kysely';

/**
 * Companies whose events can't be sealed, such as one whose chain was tampered with. The rounds leave them out, so that the
 * others are sealed, and try them again now and then (R-activity-18).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unsealed_companies (
      workspace_id uuid primary key references workspaces on delete cascade,
      since timestamptz not null default now(),
      tried_at timestamptz not null default now()
    );
    comment on table unsealed_companies is 'companies that the rounds of the sealing leave out, as sealing them failed';
  `.execute(db);
}
