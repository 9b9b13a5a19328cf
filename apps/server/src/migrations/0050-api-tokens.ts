import { type Kysely, sql } from 'kysely';

/**
 * API tokens: a person's, for one company. They end by the database itself with the membership and with a lower role,
 * whatever changed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_tokens (
      workspace_id uuid not null,
      user_id uuid not null,
      id uuid not null unique,
      token_hash bytea not null constraint api_tokens_token unique,
      name text not null check (name <> ''),
      scopes text[] not null check (scopes <> '{}'),
      told_days smallint,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, user_id) references memberships on delete cascade,
      constraint api_tokens_a_year check (expires_at <= created_at + interval '367 days')
    );
    create index api_tokens_by_user on api_tokens (user_id, workspace_id);
    create index api_tokens_by_expiry on api_tokens (expires_at);
    comment on column api_tokens.told_days is 'how many days before its end mail told of it last; null: not yet';
    comment on column api_tokens.last_used_at is 'to the minute';

    create table api_token_policies (
      workspace_id uuid primary key references workspaces on delete cascade,
      allowed boolean not null,
      changed_at timestamptz not null default now()
    );
    comment on table api_token_policies is 'whether a company allows API tokens; without a row it does';

    create function end_tokens_with_role() returns trigger language plpgsql as $$
      begin
        delete from api_tokens where workspace_id = new.workspace_id and user_id = new.user_id;
        return null;
      end
    $$;
    create trigger end_tokens after update of role on memberships
      for each row when (
        array_position(array['owner', 'manager', 'member', 'viewer'], new.role)
          > array_position(array['owner', 'manager', 'member', 'viewer'], old.role))
      execute function end_tokens_with_role();
  `.execute(db);
}
