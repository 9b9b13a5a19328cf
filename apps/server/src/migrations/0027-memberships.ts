import { type Kysely, sql } from 'kysely';

/** An id of version 7, as the server makes them; PostgreSQL makes none before its version 18. */
const NEW_ID = `encode(set_bit(set_bit(overlay(
  uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6
), 52, 1), 53, 1), 'hex')::uuid`;

/**
 * People are members of companies: one person of many, with a role in each; a workspace has one owner, always. Who was a
 * workspace's administrator or premium user, else its oldest user, owns it from here on, the others are managers and get
 * an empty workspace of their own.
 *
 * What the session of every call reads of a company stands in the membership: the company's id, the plan and since when
 * it is frozen are copies there. The plan of a workspace is worked out. All this is done by triggers alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table memberships (
      workspace_id uuid not null references workspaces on delete cascade,
      user_id uuid not null references users on delete cascade,
      id uuid not null unique,
      role text not null check (role in ('owner', 'manager', 'member', 'viewer')),
      company_id uuid,
      plan text not null default 'free' check (plan in ('free', 'premium')),
      frozen_from timestamptz,
      since timestamptz not null default now(),
      until date,
      acts uuid[],
      from_day date,
      to_day date,
      primary key (workspace_id, user_id),
      constraint memberships_scope_of_viewers check (
        role = 'viewer' or (until is null and acts is null and from_day is null and to_day is null)),
      constraint memberships_days check (from_day <= to_day)
    );
    create index memberships_by_user on memberships (user_id);
    create unique index memberships_owner on memberships (workspace_id) where role = 'owner';
    comment on column memberships.company_id is 'the confirmed company of the workspace: a copy, kept by triggers alone';
    comment on column memberships.plan is 'that of the workspace: a copy, kept by triggers alone';
    comment on column memberships.frozen_from is 'that of the workspace: a copy, kept by triggers alone';
    comment on column memberships.until is 'the last day of a viewer, in UTC';

    alter table workspaces
      add column payer_id uuid references users on delete set null,
      add column plan text not null default 'free' check (plan in ('free', 'premium')),
      add column frozen_from timestamptz;
    create index workspaces_by_payer on workspaces (payer_id) where payer_id is not null;
    create index workspaces_frozen on workspaces (frozen_from) where frozen_from is not null;
    comment on column workspaces.payer_id is 'the member whose plan counts; null: the owner';
    comment on column workspaces.plan is 'the plan of who pays, kept by triggers alone';
    comment on column workspaces.frozen_from is
      'there while there is no owner: nothing is written from then on, and it goes after 90 days';

    insert into memberships (workspace_id, user_id, id, role, company_id, since)
      select users.workspace_id, users.id, ${sql.raw(NEW_ID)},
        case row_number() over (partition by users.workspace_id order by
          users.role = 'admin' desc, users.role = 'premium' desc, users.status = 'active' desc,
          users.created_at, users.id) when 1 then 'owner' else 'manager' end,
        companies.id, users.created_at
      from users left join companies on companies.workspace_id = users.workspace_id and confirmed;
    with alone as materialized (
      select id as user_id, created_at, ${sql.raw(NEW_ID)} as workspace_id from users
      where not exists (select from memberships where user_id = users.id and role = 'owner')
    ), made as (
      insert into workspaces (id, created_at) select workspace_id, created_at from alone
    )
    insert into memberships (workspace_id, user_id, id, role, since)
      select workspace_id, user_id, ${sql.raw(NEW_ID)}, 'owner', created_at from alone;
    update workspaces set plan = 'premium'
      where id in (
        select memberships.workspace_id from memberships join users on users.id = user_id
        where memberships.role = 'owner' and users.role <> 'user');
    update memberships set plan = 'premium' from workspaces
      where workspaces.id = memberships.workspace_id and workspaces.plan = 'premium';
    update workspaces set frozen_from = now()
      where not exists (select from memberships where workspace_id = workspaces.id);

    drop trigger announce on users;
    alter table users drop column workspace_id;
  `.execute(db);
  await announceMembers(db);
  await keepPlans(db);
  await requireOwners(db);
}

/** Announcements name the workspaces of a person by their memberships, and who left one hears no more of it. */
async function announceMembers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function announce_user_change() returns trigger language plpgsql as $$
      declare
        member record;
      begin
        -- Of who comes or goes, the triggers of memberships tell the workspaces.
        if tg_op <> 'UPDATE' then
          perform pg_notify('live', json_build_object(
            'kind', 'users', 'workspace', null, 'user', coalesce(new.id, old.id))::text);
          return null;
        end if;
        for member in select workspace_id from memberships where user_id = new.id loop
          perform pg_notify('live', json_build_object(
            'kind', 'users', 'workspace', member.workspace_id, 'user', new.id)::text);
          perform raise_version(member.workspace_id);
        end loop;
        return null;
      end
    $$;
    create trigger announce after insert or delete or update of
      first_name, last_name, primary_email, personal_phone, role, status on users
      for each row execute function announce_user_change();

    create function announce_membership() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          perform pg_notify('live', json_build_object(
            'kind', 'members', 'workspace', old.workspace_id, 'user', old.user_id, 'left', true)::text);
          perform raise_version(old.workspace_id);
        else
          perform pg_notify('live', json_build_object(
            'kind', 'members', 'workspace', new.workspace_id, 'user', new.user_id)::text);
          perform raise_version(new.workspace_id);
        end if;
        return null;
      end
    $$;
    create trigger announce after insert or delete or update of
      workspace_id, role, until, acts, from_day, to_day, company_id on memberships
      for each row execute function announce_membership();
    create trigger version_emptied after truncate on memberships
      for each statement execute function announce_emptied_table();

    -- What a workspace is decides what its people see. Of a plan that changes with the payer's role they hear as of a user.
    create or replace function follow_workspace() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if (old.payer_id, old.frozen_from) is distinct from (new.payer_id, new.frozen_from) then
            perform pg_notify('live', json_build_object('kind', 'members', 'workspace', new.id)::text);
          end if;
          perform raise_version(new.id);
          return null;
        end if;
        -- This waits for nobody either: of somebody who is just stamping a slot, that slot may stay behind, two numbers
        -- that say nothing.
        delete from versions where subject_id = old.id and slot in (
          select slot from versions where subject_id = old.id for update skip locked);
        return null;
      end
    $$;

    create function copy_to_membership() returns trigger language plpgsql as $$
      begin
        new.company_id := (select id from companies where workspace_id = new.workspace_id and confirmed);
        select plan, frozen_from into new.plan, new.frozen_from from workspaces where id = new.workspace_id;
        -- Of a workspace that the same statement makes nothing is known yet; its plan comes with the owner.
        new.plan := coalesce(new.plan, 'free');
        return new;
      end
    $$;
    create trigger copies before insert on memberships
      for each row execute function copy_to_membership();
    create function hand_on_plan() returns trigger language plpgsql as $$
      begin
        update memberships set plan = new.plan, frozen_from = new.frozen_from where workspace_id = new.id;
        return null;
      end
    $$;
    create trigger memberships after update on workspaces
      for each row when ((old.plan, old.frozen_from) is distinct from (new.plan, new.frozen_from))
      execute function hand_on_plan();
    create function hand_on_company() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          update memberships set company_id = null where workspace_id = old.workspace_id;
        else
          update memberships set company_id = case when new.confirmed then new.id end
          where workspace_id = new.workspace_id;
        end if;
        return null;
      end
    $$;
    create trigger memberships after insert or delete or update of id, confirmed on companies
      for each row execute function hand_on_company();
  `.execute(db);
}

/** The plan of a workspace follows who pays for it, and what that person's plan is. */
async function keepPlans(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The lock lets a change of the payer's role and one of who pays come one after the other.
    create function plan_of_payer(payer uuid) returns text language sql volatile as $$
      select case role when 'user' then 'free' else 'premium' end from users where id = payer for share
    $$;

    create function follow_role() returns trigger language plpgsql as $$
      declare
        new_plan text := case new.role when 'user' then 'free' else 'premium' end;
      begin
        update workspaces set plan = new_plan
        where plan <> new_plan and (
          payer_id = new.id
          or payer_id is null
            and id in (select workspace_id from memberships where user_id = new.id and role = 'owner'));
        return null;
      end
    $$;
    create trigger plan after update of role on users
      for each row when (old.role is distinct from new.role) execute function follow_role();

    create function follow_owner() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          update workspaces set payer_id = null where id = old.workspace_id and payer_id = old.user_id;
        elsif new.role = 'owner' then
          update workspaces set plan = plan_of_payer(new.user_id) where id = new.workspace_id and payer_id is null;
        end if;
        return null;
      end
    $$;
    create trigger plan after insert or delete or update of role on memberships
      for each row execute function follow_owner();

    -- While nobody pays, because there is no owner, the plan stays what it was.
    create function follow_payer() returns trigger language plpgsql as $$
      begin
        new.plan := coalesce(
          plan_of_payer(coalesce(
            new.payer_id, (select user_id from memberships where workspace_id = new.id and role = 'owner'))),
          new.plan);
        return new;
      end
    $$;
    create trigger plan before update of payer_id on workspaces
      for each row when (old.payer_id is distinct from new.payer_id) execute function follow_payer();
  `.execute(db);
}

/** Two owners are refused at once by an index; none, by these triggers at the end of the transaction. */
async function requireOwners(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function require_owner() returns trigger language plpgsql as $$
      declare
        changed uuid;
      begin
        if tg_table_name = 'workspaces' then
          changed := new.id;
        elsif tg_op = 'DELETE' then
          changed := old.workspace_id;
        else
          changed := new.workspace_id;
        end if;
        if exists (
          select from workspaces where id = changed and (frozen_from is null) <> exists (
            select from memberships where workspace_id = changed and role = 'owner')
        ) then
          raise 'a workspace has an owner, or is frozen'
            using errcode = 'check_violation', constraint = 'workspaces_owner';
        end if;
        return null;
      end
    $$;
    create constraint trigger owner after insert or update of frozen_from on workspaces
      deferrable initially deferred for each row execute function require_owner();
    create constraint trigger owner after insert or delete or update of role, workspace_id on memberships
      deferrable initially deferred for each row execute function require_owner();
  `.execute(db);
}
