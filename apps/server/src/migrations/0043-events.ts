import { type Kysely, sql } from 'kysely';

/**
 * Events of a company, and the duties that they open. The kinds and duties of the catalogue are replaced with each
 * edition; an event keeps copies of what it was opened with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addKinds(db);
  await addEvents(db);
  await addDuties(db);
}

async function addKinds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_kinds (
      key text primary key,
      position integer not null,
      edition text not null,
      definition jsonb not null
    );
    comment on table event_kinds is 'kinds of events, as the edition has them';

    create table event_duty_rules (
      key text primary key,
      position integer not null,
      kind text not null references event_kinds,
      act text,
      definition jsonb not null
    );
    create index event_duty_rules_by_kind on event_duty_rules (kind, position);
    comment on table event_duty_rules is 'the duties that events of a kind open, as the edition has them';
    comment on column event_duty_rules.act is 'the key of its act in the catalogue; null where it rests on none';
  `.execute(db);
}

async function addEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      kind text not null,
      edition text not null,
      definition jsonb not null,
      visibility text not null check (visibility in ('company', 'named')),
      state text not null,
      establishment_id uuid,
      label text not null check (label <> ''),
      happened_at timestamptz not null,
      number integer check (number >= 0),
      later_days jsonb not null default '{}',
      named uuid[] not null default '{}',
      recorded_by uuid not null,
      closed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, establishment_id) references establishments on delete set null (establishment_id),
      constraint events_named check (visibility = 'named' or named = '{}')
    );
    create index events_newest on events (workspace_id, happened_at desc, id desc);
    create index events_by_establishment on events (workspace_id, establishment_id);
    comment on column events.definition is 'its kind as it was when the event was recorded';
    comment on column events.named is 'who sees it besides its recorder: users'' ids, which stay when they are erased';
    comment on column events.recorded_by is 'a user''s id, which stays when the user is erased';
    comment on column events.later_days is 'the later days that are known: moments in UTC, by their keys';
    create trigger announce after insert or update or delete on events
      for each row execute function announce_workspace_change('events');
    create trigger version_emptied after truncate on events
      for each statement execute function announce_emptied_table();
  `.execute(db);
}

async function addDuties(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_duties (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      event_id uuid not null,
      position integer not null,
      title text not null,
      act_id uuid,
      act text,
      condition text,
      definition jsonb not null,
      standing text not null check (standing in ('open', 'offered', 'declined', 'below')),
      due_day date,
      due_at timestamptz,
      recorded text check (recorded in ('done', 'not-done', 'not-to-do', 'on-hold', 'not-applicable', 'pending')),
      primary key (workspace_id, id),
      foreign key (workspace_id, event_id) references events on delete cascade,
      constraint event_duties_due check (due_day is not null or due_at is null),
      constraint event_duties_recorded check (recorded is null or standing = 'open')
    );
    create index event_duties_of_event on event_duties (workspace_id, event_id, position);
    create index event_duties_open on event_duties (workspace_id, due_day, id)
      where standing = 'open' and (recorded is null or recorded not in ('done', 'not-to-do', 'not-applicable'));
    comment on column event_duties.definition is 'the duty as the law stood when the event was recorded';
    comment on column event_duties.act_id is 'an act''s id, which stays when the act is deleted';
    comment on column event_duties.act is 'the name of the act as it was';
    comment on column event_duties.condition is 'what must be true for it to open: of the law, or an open question';
    comment on column event_duties.recorded is 'the status that was recorded last';
    create trigger announce after insert or update or delete on event_duties
      for each row execute function announce_workspace_change('events');

    create table event_duty_records (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      duty_id uuid not null,
      status text not null
        check (status in ('done', 'not-done', 'not-to-do', 'on-hold', 'not-applicable', 'pending')),
      note text not null,
      updated_by uuid not null,
      impersonator_id uuid,
      created_at timestamptz not null,
      primary key (workspace_id, id),
      foreign key (workspace_id, duty_id) references event_duties on delete cascade
    );
    create index event_duty_records_of_duty on event_duty_records (workspace_id, duty_id, id);
    create trigger append_only before update or delete on event_duty_records
      for each row execute function refuse_change_of_activity();
    create trigger append_only_truncate before truncate on event_duty_records
      for each statement execute function refuse_change();
    comment on table event_duty_records is 'what was recorded about duties; people are opaque ids, which erasing keeps';
  `.execute(db);
}
