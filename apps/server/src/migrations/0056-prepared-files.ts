import { type Kysely, sql } from 'kysely';

/**
 * Files that are made for somebody by a job: long exports, packs, whole companies. They end with the membership of who
 * asked for them, with a lower role and with another scope, whatever changed it; the bytes go with the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prepared_files (
      workspace_id uuid not null,
      id uuid not null,
      kind text not null check (kind in ('export', 'pack', 'company')),
      wanted jsonb not null check (jsonb_typeof(wanted) = 'object'),
      name text not null check (name <> ''),
      asked_by uuid not null,
      impersonator_id uuid,
      asked_at timestamptz not null default now(),
      state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
      tries integer not null default 0 check (tries >= 0),
      held_until timestamptz,
      done integer not null default 0 check (done >= 0),
      total integer check (total >= 0),
      file_id uuid references files on delete set null,
      size bigint check (size >= 0),
      fault text,
      ended_at timestamptz,
      primary key (workspace_id, id),
      constraint prepared_files_end check ((state in ('ready', 'failed')) = (ended_at is not null)),
      foreign key (workspace_id, asked_by) references memberships on delete cascade
    );
    create unique index prepared_files_one_at_a_time on prepared_files (workspace_id, kind)
      where kind <> 'export' and state in ('waiting', 'making');
    create index prepared_files_to_make on prepared_files (asked_at) where state in ('waiting', 'making');
    create index prepared_files_by_end on prepared_files (ended_at) where ended_at is not null;
    create index prepared_files_by_file on prepared_files (file_id);
    create index prepared_files_of_member on prepared_files (workspace_id, asked_by);
    comment on column prepared_files.wanted is 'what was asked for, as the maker of its kind reads it';
    comment on column prepared_files.impersonator_id is 'the administrator who really asked, as an opaque id';
    comment on column prepared_files.held_until is 'until when the instance that makes it has it, or when it is tried again';

    create table file_addresses (
      workspace_id uuid not null,
      token_hash bytea not null constraint file_addresses_token unique check (length(token_hash) = 32),
      prepared_file_id uuid not null,
      user_id uuid not null,
      made_at timestamptz not null default now(),
      begun_at timestamptz,
      finished_at timestamptz,
      primary key (workspace_id, token_hash),
      foreign key (workspace_id, prepared_file_id) references prepared_files on delete cascade,
      foreign key (workspace_id, user_id) references memberships on delete cascade
    );
    create index file_addresses_of_file on file_addresses (workspace_id, prepared_file_id);
    create index file_addresses_of_member on file_addresses (workspace_id, user_id);
    comment on column file_addresses.begun_at is 'since when it is fetched: from then on only the rest of it is given';

    create function remove_prepared_file() returns trigger language plpgsql as $$
      begin
        update files set removed_at = now() where id = old.file_id and removed_at is null;
        return null;
      end
    $$;
    create trigger remove_file after delete on prepared_files
      for each row when (old.file_id is not null) execute function remove_prepared_file();

    create function end_prepared_files() returns trigger language plpgsql as $$
      begin
        delete from prepared_files where workspace_id = new.workspace_id and asked_by = new.user_id;
        delete from file_addresses where workspace_id = new.workspace_id and user_id = new.user_id;
        return null;
      end
    $$;
    create trigger end_prepared_files after update of role, acts, from_day, to_day on memberships
      for each row when (
        (old.acts, old.from_day, old.to_day) is distinct from (new.acts, new.from_day, new.to_day)
        or array_position(array['owner', 'manager', 'member', 'viewer'], new.role)
          > array_position(array['owner', 'manager', 'member', 'viewer'], old.role))
      execute function end_prepared_files();

    create trigger announce after update of state on prepared_files
      for each row when (new.state in ('ready', 'failed')) execute function announce_workspace_change('tracker');
  `.execute(db);
}
