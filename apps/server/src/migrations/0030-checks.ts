import { type Kysely, sql } from 'kysely';

/**
 * Who is responsible, deputy and checker, by company, act and item; who is away; and the records that wait for a check.
 *
 * A record that waits is a row of `checks` and of nothing else, so that whoever reads entries and records never takes it
 * for done. The day's entry carries what it says (`checking`), because that is read with every list. Once approved, it
 * is a record like any other. Rows of `checks` stay as the story of what was approved, returned and recorded anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addAway(db);
  await addAssignments(db);
  await addChecks(db);
  await releaseWhoLeaves(db);
}

async function addAway(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column away_from date, add column away_to date,
      add constraint users_away check ((away_from is null) = (away_to is null) and away_from <= away_to);
    create trigger announce_away after update of away_from, away_to on users
      for each row execute function announce_user_change();
  `.execute(db);
}

async function addAssignments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table assignments (
      workspace_id uuid not null references workspaces on delete cascade,
      compliance_item_id uuid references compliance_items on delete cascade,
      act_id uuid references acts on delete cascade,
      responsible_id uuid,
      deputy_id uuid,
      checker_id uuid,
      evidence_required boolean,
      responsible_taken_away boolean not null default false,
      checker_gone boolean not null default false,
      unchecked_by uuid,
      constraint assignments_scope unique nulls not distinct (workspace_id, compliance_item_id, act_id),
      constraint assignments_one_scope check (compliance_item_id is null or act_id is null),
      constraint assignments_default check (not responsible_taken_away
        or (responsible_id is null and compliance_item_id is null and act_id is null)),
      constraint assignments_checker check (not checker_gone or checker_id is null),
      constraint assignments_responsible foreign key (workspace_id, responsible_id)
        references memberships (workspace_id, user_id) on delete set null (responsible_id),
      constraint assignments_deputy foreign key (workspace_id, deputy_id)
        references memberships (workspace_id, user_id) on delete set null (deputy_id),
      constraint assignments_checked_by foreign key (workspace_id, checker_id)
        references memberships (workspace_id, user_id) on delete set null (checker_id)
    );
    create index assignments_by_responsible on assignments (workspace_id, responsible_id);
    create index assignments_by_deputy on assignments (workspace_id, deputy_id);
    create index assignments_by_checker on assignments (workspace_id, checker_id);
    create index assignments_by_item on assignments (compliance_item_id) where compliance_item_id is not null;
    create index assignments_by_act on assignments (act_id) where act_id is not null;
    comment on table assignments is 'who is responsible, deputy and checker: of an item, an act, or with neither the company';
    comment on column assignments.responsible_taken_away is 'of the company: nobody, where it would be the owner';
    comment on column assignments.checker_gone is 'its checker left or was made a viewer: the owner stands in';
    comment on column assignments.unchecked_by is 'who took the checker away, unless they owned the company: an opaque id';
    create trigger announce after insert or update or delete on assignments
      for each row execute function announce_workspace_change('tracker');
    create trigger version_emptied after truncate on assignments
      for each statement execute function announce_emptied_table();
  `.execute(db);
}

async function addChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table status_records
      add column responsible_id uuid, add column deputy_id uuid, add column checker_id uuid,
      add column no_evidence_reason text,
      add column checked_by uuid, add column checked_at timestamptz,
      add column check_note text, add column check_instead text,
      add constraint status_records_checked check ((checked_by is null) = (checked_at is null)
        and (checked_by is null or check_note is not null)),
      add constraint status_records_not_checked_by_author check (
        checked_by is null
        or (checked_by is distinct from updated_by and checked_by is distinct from impersonator_id));
    comment on column status_records.responsible_id is 'the assignment that counted, as opaque ids';

    create table checks (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      day date not null,
      status text not null check (status in ('done', 'not-to-do', 'not-applicable')),
      note text not null,
      no_evidence_reason text,
      made_at timestamptz not null,
      author_id uuid not null,
      impersonator_id uuid,
      in_name_of uuid not null,
      responsible_id uuid,
      deputy_id uuid,
      checker_id uuid,
      waits_for uuid,
      reason text check (reason in ('own', 'changed', 'gone')),
      outcome text check (outcome in ('approved', 'returned', 'replaced', 'taken-back')),
      decided_at timestamptz,
      decided_by uuid,
      decider_impersonator_id uuid,
      decision text,
      stands_in text check (stands_in in ('away', 'own', 'changed', 'gone')),
      primary key (workspace_id, id),
      constraint nobody_checks_themselves check (
        not (array[author_id, impersonator_id, in_name_of] && array[decided_by, decider_impersonator_id])),
      constraint checks_wait_for_somebody check ((waits_for is null) = (reason is not null)),
      constraint checks_decided check (coalesce(outcome in ('approved', 'returned'), false) = (decided_by is not null)
        and (decided_by is null) = (decided_at is null))
    );
    create unique index checks_waiting_of_day on checks (workspace_id, compliance_item_id, day) where outcome is null;
    create index checks_waiting on checks (workspace_id, made_at, id) where outcome is null;
    create index checks_of_day on checks (workspace_id, compliance_item_id, day);
    create index checks_by_item on checks (compliance_item_id);
    comment on table checks is
      'records that wait for a check, or were approved, returned or replaced; people are opaque ids, which erasing keeps';
    comment on column checks.in_name_of is 'whose view it was recorded in: the author, or whom an administrator named';
    comment on column checks.waits_for is 'the checker; null for the owner, or else a manager, for the reason beside it';
    create trigger announce after insert or update or delete on checks
      for each row execute function announce_workspace_change('tracker');

    alter table status_entries add column checking jsonb;
    comment on column status_entries.checking is
      'the newest record as long as it waits for its check, or came back from it: what the row of checks says';
    -- Whatever is recorded for a day after it takes the place of what waits.
    create function replace_check() returns trigger language plpgsql as $$
      begin
        update checks set outcome = 'replaced'
        where workspace_id = old.workspace_id and id = (old.checking ->> '_id')::uuid and outcome is null;
        return null;
      end
    $$;
    create trigger replaced after update on status_entries for each row
      when (old.checking is not null and (old.checking ->> '_id') is distinct from (new.checking ->> '_id'))
      execute function replace_check();
  `.execute(db);
}

/** Who leaves a company, or is made a viewer, is responsible, deputy and checker of nothing there (R-checks-5). */
async function releaseWhoLeaves(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function release_assignments() returns trigger language plpgsql as $$
      begin
        update assignments set
          responsible_id = nullif(responsible_id, old.user_id),
          deputy_id = nullif(deputy_id, old.user_id),
          checker_id = nullif(checker_id, old.user_id),
          checker_gone = checker_gone or checker_id is not distinct from old.user_id
        where workspace_id = old.workspace_id and old.user_id in (responsible_id, deputy_id, checker_id);
        update checks set waits_for = null, reason = 'gone'
        where workspace_id = old.workspace_id and waits_for = old.user_id and outcome is null;
        return old;
      end
    $$;
    -- Before the row goes: the foreign keys would have emptied the columns after it.
    create trigger release_who_leaves before delete on memberships
      for each row execute function release_assignments();
    create trigger release_viewer after update of role on memberships for each row
      when (new.role = 'viewer' and old.role <> 'viewer') execute function release_assignments();
  `.execute(db);
}
