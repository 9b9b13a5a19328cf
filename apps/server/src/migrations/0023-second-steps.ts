import { type Kysely, sql } from 'kysely';

/**
 * A step counts the wrong tries of callers without its cookie apart. Recovery codes have the day they were made; those
 * there are count as made today.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table passkey_steps add column wrong_tries_by_address smallint not null default 0;
    alter table recovery_codes add column created_at timestamptz not null default now();
    comment on column passkey_steps.wrong_tries_by_address is
      'of callers without the cookie, from the address that took the password step';
  `.execute(db);
}
