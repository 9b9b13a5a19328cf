import { type Kysely, sql } from 'kysely';

/** The subject of the catalogue's version, as SQL. */
const CATALOGUE = "'00000000-0000-0000-0000-000000000000'";

/** The tables that a workspace's version must change with and that are never emptied by the server. */
const EMPTIED_BY_OWNERS = [
  ...['companies', 'company_states', 'users', 'workspaces', 'status_entries', 'status_records'],
  ...['custom_reminders', 'payment_dates', 'submission_dates'],
];

/**
 * A workspace, and the catalogue, have a version, which is another one after every transaction that changed something
 * of it: so an answer that was made of a version may be given again as long as the version is there. The triggers that
 * announce a change raise it; a new table of a workspace joins by the line of that trigger.
 *
 * A version is made of rows, its slots: a transaction stamps one that nobody holds, or adds one. So nobody waits here
 * for anybody, and nothing locks each other up, whatever a transaction changes in whatever order. Stamps are random, so
 * that no version comes a second time, not even after the database was set back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table versions (
      subject_id uuid not null,
      slot integer not null,
      stamp bigint not null,
      primary key (subject_id, slot)
    ) with (fillfactor = 50);
    comment on table versions is 'stamps that change with what a workspace has, or the catalogue: kept by triggers alone';
    comment on column versions.subject_id is
      'a workspace, or zeros for the catalogue; a foreign key would wait for whoever is deleting the workspace';

    create function raise_version(subject uuid) returns boolean language plpgsql as $$
      begin
        update versions set stamp = (random() * 9e18)::bigint
        where subject_id = subject and slot = (
          select slot from versions where subject_id = subject limit 1 for update skip locked);
        if not found then
          -- What is deleted with a workspace is announced after it is gone, and gone it needs no version.
          insert into versions
            select subject, (random() * 2e9)::integer, (random() * 9e18)::bigint
            where subject = ${sql.raw(CATALOGUE)} or exists (select from workspaces where id = subject)
            on conflict (subject_id, slot) do update set stamp = excluded.stamp;
        end if;
        return true;
      end
    $$;

    -- Whether a transaction has said this before, the last thing it said: rows of the same kind cost next to nothing.
    create or replace function announce_workspace_change() returns trigger language plpgsql as $$
      declare
        changed uuid := coalesce(new.workspace_id, old.workspace_id);
        what text := tg_argv[0] || ' ' || changed;
        done text;
      begin
        if current_setting('anupalan.announced', true) is distinct from what then
          done := set_config('anupalan.announced', what, true);
          perform pg_notify('live', json_build_object('kind', tg_argv[0], 'workspace', changed)::text);
          done := raise_version(changed);
        end if;
        if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
          done := raise_version(old.workspace_id);
        end if;
        return null;
      end
    $$;

    create or replace function announce_user_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('live', json_build_object(
          'kind', 'users',
          'workspace', coalesce(new.workspace_id, old.workspace_id),
          'user', coalesce(new.id, old.id))::text);
        perform raise_version(coalesce(new.workspace_id, old.workspace_id));
        if tg_op = 'UPDATE' and old.workspace_id <> new.workspace_id then
          perform raise_version(old.workspace_id);
        end if;
        return null;
      end
    $$;

    create or replace function announce_catalogue_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('catalogue', '');
        perform raise_version(${sql.raw(CATALOGUE)});
        return null;
      end
    $$;

    create function follow_workspace() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
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
    create trigger version after update or delete on workspaces
      for each row execute function follow_workspace();

    -- Whoever empties a table has changed it for all workspaces: the catalogue's version is in each of their answers.
    create function announce_emptied_table() returns trigger language plpgsql as $$
      begin
        perform raise_version(${sql.raw(CATALOGUE)});
        return null;
      end
    $$;
  `.execute(db);
  for (const table of EMPTIED_BY_OWNERS) {
    await sql`create trigger version_emptied after truncate on ${sql.table(table)}
      for each statement execute function announce_emptied_table()`.execute(db);
  }
}
