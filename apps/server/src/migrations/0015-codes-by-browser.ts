import { type Kysely, sql } from 'kysely';

/**
 * A code belongs to the browser that asked for it, and an account knows the browsers that signed in to it. Codes asked
 * for without a cookie, whose address nobody noted, end; all others go on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from one_time_codes where step_hash is null;
    alter table one_time_codes
      drop constraint one_time_codes_pkey,
      alter column step_hash set not null,
      add column address_hash bytea,
      add column by_address boolean not null default false,
      add column wrong_tries_by_address smallint not null default 0,
      add column known boolean not null default false,
      add primary key (user_id, purpose, step_hash);
    create unique index one_time_codes_newest_of_address on one_time_codes (user_id, purpose, address_hash)
      where by_address;
    comment on column one_time_codes.step_hash is
      'SHA-256 of the cookie that asking set; of the session, for a new e-mail address';
    comment on column one_time_codes.address_hash is 'SHA-256 of the address the code was asked for from';
    comment on column one_time_codes.by_address is 'whether a call without the cookie may use it from that address';
    comment on column one_time_codes.known is 'whether a browser asked for it that had signed in to the account';

    create table known_browsers (
      token_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      keeps_cookies boolean not null,
      created_at timestamptz not null default now(),
      last_sign_in_at timestamptz not null default now()
    );
    create index known_browsers_by_user on known_browsers (user_id, last_sign_in_at);
    create index known_browsers_by_last_sign_in on known_browsers (last_sign_in_at);
    comment on column known_browsers.keeps_cookies is 'false until it brought back a cookie that it was given';
    comment on table known_browsers is 'browsers that signed in to an account; none of them is let in by that';
  `.execute(db);
}
