import { type Kysely, sql } from 'kysely';

/**
 * Invitations into companies, and what waits for somebody's yes: taking a company over, and paying for it. What ends with
 * a membership ends by the database itself, whatever ended that: leaving, removal, another role, erasing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      email text not null check (email = lower(email)),
      role text not null check (role in ('manager', 'member', 'viewer')),
      until date,
      acts uuid[],
      from_day date,
      to_day date,
      invited_by uuid not null,
      status text not null default 'open' check (status in ('open', 'accepted', 'revoked', 'ended')),
      token_hash bytea not null constraint invitations_token unique,
      former_hash bytea,
      renewals smallint not null default 0,
      created_at timestamptz not null default now(),
      sent_at timestamptz not null default now(),
      expires_at timestamptz not null,
      closed_at timestamptz,
      primary key (workspace_id, id),
      constraint invitations_scope_of_viewers check (case role
        when 'viewer' then until is not null
        else until is null and acts is null and from_day is null and to_day is null end),
      constraint invitations_days check (from_day <= to_day),
      constraint invitations_closed check ((status = 'open') = (closed_at is null))
    );
    create unique index invitations_open on invitations (workspace_id, email) where status = 'open';
    create index invitations_by_email on invitations (email);
    create index invitations_by_former_token on invitations (former_hash) where former_hash is not null;
    create index invitations_by_end on invitations (coalesce(closed_at, expires_at));
    comment on column invitations.until is 'the last day of a viewer, in UTC';
    comment on column invitations.invited_by is 'the member whose invitation it is; a bare id, which erasing keeps';
    comment on column invitations.former_hash is 'the digest of the link before the newest, so that it can say so';
    comment on column invitations.renewals is 'how often the invited had another link mailed';
    create trigger announce after insert or update or delete on invitations
      for each row execute function announce_workspace_change('members');

    create table invited_sign_ups (
      workspace_id uuid not null,
      invitation_id uuid not null,
      user_id uuid not null unique references users on delete cascade,
      primary key (workspace_id, invitation_id, user_id),
      foreign key (workspace_id, invitation_id) references invitations on delete cascade
    );
    comment on table invited_sign_ups is 'sign-ups that wait for their code and accept an invitation with it';

    create table handovers (
      workspace_id uuid not null constraint handovers_one_a_company unique references workspaces on delete cascade,
      user_id uuid not null,
      id uuid not null unique,
      offered_by uuid not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (workspace_id, user_id),
      foreign key (workspace_id, user_id) references memberships on delete cascade
    );
    create index handovers_by_user on handovers (user_id);
    comment on column handovers.user_id is 'the member who may take the company over';
    comment on column handovers.offered_by is 'the owner; a bare id, which erasing keeps';
    create trigger announce after insert or update or delete on handovers
      for each row execute function announce_workspace_change('members');

    create table payer_offers (
      workspace_id uuid not null constraint payer_offers_one_a_company unique references workspaces on delete cascade,
      user_id uuid not null,
      asked_by uuid not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (workspace_id, user_id),
      foreign key (workspace_id, user_id) references memberships on delete cascade
    );
    create index payer_offers_by_user on payer_offers (user_id);
    comment on column payer_offers.user_id is 'the member who may pay for the company';
    create trigger announce after insert or update or delete on payer_offers
      for each row execute function announce_workspace_change('members');

    create trigger version_emptied after truncate on invitations
      for each statement execute function announce_emptied_table();
    create trigger version_emptied after truncate on handovers
      for each statement execute function announce_emptied_table();
    create trigger version_emptied after truncate on payer_offers
      for each statement execute function announce_emptied_table();

    -- Who manages a company no more has invited nobody into it, and a viewer neither takes it over nor pays for it.
    create function end_with_membership() returns trigger language plpgsql as $$
      begin
        update invitations set status = 'ended', closed_at = now()
        where workspace_id = old.workspace_id and invited_by = old.user_id and status = 'open';
        if tg_op = 'DELETE' then
          -- A reminder speaks to its owner alone: nobody else could ever acknowledge or delete it.
          delete from custom_reminders where workspace_id = old.workspace_id and user_id = old.user_id;
        elsif new.role = 'viewer' then
          delete from handovers where workspace_id = old.workspace_id and user_id = old.user_id;
          delete from payer_offers where workspace_id = old.workspace_id and user_id = old.user_id;
          update workspaces set payer_id = null where id = old.workspace_id and payer_id = old.user_id;
        end if;
        return null;
      end
    $$;
    create trigger end_with_membership after delete on memberships
      for each row execute function end_with_membership();
    create trigger end_with_role after update of role on memberships
      for each row when (new.role in ('member', 'viewer')) execute function end_with_membership();

    -- Who is erased is no longer in what others wrote to them.
    create function forget_invited() returns trigger language plpgsql as $$
      begin
        delete from invitations where email = old.primary_email;
        return null;
      end
    $$;
    create trigger forget_invited after delete on users
      for each row when (old.status <> 'pending') execute function forget_invited();
  `.execute(db);
}
