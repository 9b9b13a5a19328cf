import { type Kysely, sql } from 'kysely';

/** Workspaces, the people and the company in them, their sessions and codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;

    create table workspaces (
      id uuid primary key,
      created_at timestamptz not null default now()
    );

    create table users (
      id uuid primary key,
      workspace_id uuid not null references workspaces,
      first_name text not null,
      last_name text not null,
      primary_email text not null check (primary_email = lower(primary_email)),
      personal_phone text not null,
      password_hash text not null,
      role text not null default 'user' check (role in ('user', 'premium', 'admin')),
      status text not null check (status in ('pending', 'active', 'suspended')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index users_by_workspace on users (workspace_id);
    create index users_newest on users (created_at desc, id desc);
    create index users_search on users
      using gin ((first_name || ' ' || last_name || ' ' || primary_email) gin_trgm_ops);
    create index users_pending_by_email on users (primary_email) where status = 'pending';

    -- A pending sign-up blocks nobody, so only confirmed people are unique.
    create unique index users_primary_email_key on users (primary_email) where status <> 'pending';
    create unique index users_personal_phone_key on users (personal_phone)
      where status <> 'pending' and personal_phone <> '';

    create table companies (
      workspace_id uuid primary key references workspaces on delete cascade,
      id uuid not null unique,
      company_name text not null,
      employee_count integer not null check (employee_count >= 1),
      company_phone text not null default '',
      company_email text not null default '' check (company_email = lower(company_email)),
      designation text not null check (designation in ('HR', 'COO', 'CEO', 'Owner', 'Manager', 'Other')),
      industry text not null default '',
      company_website text not null default '',
      city text not null,
      state text not null,
      state_since timestamptz not null default now(),
      country text not null,
      confirmed boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index companies_company_email_key on companies (company_email)
      where confirmed and company_email <> '';
    create unique index companies_company_phone_key on companies (company_phone)
      where confirmed and company_phone <> '';
    comment on column companies.confirmed is 'false until one of its users has confirmed their sign-up';

    create table company_states (
      workspace_id uuid not null references companies on delete cascade,
      state text not null,
      added_at timestamptz not null default now(),
      primary key (workspace_id, state)
    );

    create table sessions (
      token_hash bytea primary key,
      id uuid not null unique,
      user_id uuid not null references users on delete cascade,
      impersonator_id uuid references users on delete cascade,
      device text not null default '',
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sessions_by_user on sessions (user_id);
    create index sessions_by_impersonator on sessions (impersonator_id);
    create index sessions_by_expiry on sessions (expires_at);
    comment on column sessions.expires_at is 'the absolute end; disuse ends a session earlier';

    create table one_time_codes (
      purpose text not null check (purpose in ('registration', 'login', 'password-reset', 'email-change')),
      user_id uuid not null references users on delete cascade,
      email text not null check (email = lower(email)),
      code_hash text not null,
      step_hash bytea,
      wrong_tries smallint not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (user_id, purpose)
    );
    create index one_time_codes_by_email on one_time_codes (email, purpose);
    create index one_time_codes_by_expiry on one_time_codes (expires_at);
    comment on column one_time_codes.step_hash is 'SHA-256 of the cookie that the password or sign-up step set';

    create table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_by_expiry on rate_limits (expire);
  `.execute(db);
}
