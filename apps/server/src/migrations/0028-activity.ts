import { type Kysely, sql } from 'kysely';

/**
 * What the people of a company did. Rows are added and never changed; they go with their company alone. Who did
 * something is a bare id, which an erasure empties of meaning. Status records aren't told of a second time: whoever
 * reads the activity finds them by their time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activity (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      at timestamptz not null default clock_timestamp(),
      by uuid,
      impersonator uuid,
      what text not null check (what ~ '^[a-z-]+\\.[a-z-]+$'),
      about jsonb not null check (jsonb_typeof(about) = 'object'),
      primary key (workspace_id, id)
    );
    comment on column activity.impersonator is 'the administrator who really acted, while impersonating';
    create index activity_newest on activity (workspace_id, at desc, id desc);
    create index activity_by_person on activity (by);
    create index status_records_newest on status_records (workspace_id, created_at desc, id desc);

    create function refuse_change_of_activity() returns trigger language plpgsql as $$
      begin
        -- What is deleted with its company goes after it.
        if tg_op = 'DELETE' and not exists (select from workspaces where id = old.workspace_id) then
          return old;
        end if;
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end
    $$;
    create trigger append_only before update or delete on activity
      for each row execute function refuse_change_of_activity();
    create trigger append_only_truncate before truncate on activity
      for each statement execute function refuse_change();
  `.execute(db);
}
