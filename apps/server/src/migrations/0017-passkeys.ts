import { type Kysely, sql } from 'kysely';

/** Passkeys as the second step of signing in, and the codes for who lost theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    );
    create index passkeys_by_user on passkeys (user_id);
    comment on column passkeys.counter is 'of signatures, as the authenticator counts them; 0 where it does not count';

    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    );
    comment on column recovery_codes.code_hash is 'SHA-256: 120 random bits need no slow hash';

    create table passkey_steps (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('add', 'sign-in')),
      browser_hash bytea not null,
      address_hash bytea,
      challenge text,
      challenge_until timestamptz not null,
      wrong_tries smallint not null default 0,
      expires_at timestamptz not null,
      unique (user_id, purpose, browser_hash)
    );
    create index passkey_steps_by_expiry on passkey_steps (expires_at);
    comment on column passkey_steps.browser_hash is 'SHA-256 of the cookie of the password step, or of the session that adds a passkey';
    comment on column passkey_steps.address_hash is 'SHA-256 of the address that took the password step, for callers without cookies';
    comment on column passkey_steps.challenge is 'null once it was answered';
  `.execute(db);
}
