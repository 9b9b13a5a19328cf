import { type Kysely, sql } from 'kysely';

/**
 * Passwords that the server made up and printed: whether their user is asked for another, or can do nothing before. Links
 * by which the first administrator chooses one instead; each start may add one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column password_change text check (password_change in ('asked', 'required'));
    create table set_up_links (
      token_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      expires_at timestamptz not null
    );
    create index set_up_links_by_user on set_up_links (user_id);
  `.execute(db);
}
