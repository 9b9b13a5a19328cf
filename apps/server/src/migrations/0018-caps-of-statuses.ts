import { type Kysely, sql } from 'kysely';

/**
 * A workspace has at most 10,000 status entries of an item and 200,000 in all (R-statuses-15). Its entries are counted
 * in up to 16 rows, one for each connection that writes, so that people of one workspace don't wait for each other. Near
 * a cap they do, under a lock, and count what the others have committed: never are a thousand entries of a workspace on
 * their way at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table status_tallies (
      workspace_id uuid not null references workspaces on delete cascade,
      shard smallint not null,
      entries integer not null,
      primary key (workspace_id, shard)
    );
    comment on table status_tallies is 'how many status entries a workspace has: parts of a sum, kept by triggers alone';
    insert into status_tallies select workspace_id, 0, count(*) from status_entries group by workspace_id;

    create function count_status_entries(workspace uuid) returns bigint language sql volatile as $$
      select sum(entries) from status_tallies where workspace_id = workspace
    $$;
    create function count_status_entries(workspace uuid, item uuid) returns bigint language sql volatile as $$
      select count(*) from (
        select from status_entries where workspace_id = workspace and compliance_item_id = item limit 10001) counted
    $$;
    create function add_to_status_tally(workspace uuid, item uuid, added bigint) returns void language plpgsql as $$
      declare
        in_all bigint;
        of_item bigint := 0;
      begin
        insert into status_tallies as tally values (workspace, pg_backend_pid() & 15, added)
          on conflict (workspace_id, shard) do update set entries = tally.entries + excluded.entries;
        in_all := count_status_entries(workspace);
        if in_all <= 9000 then
          return;
        end if;
        of_item := count_status_entries(workspace, item);
        if in_all > 199000 or of_item > 9000 then
          perform pg_advisory_xact_lock(hashtextextended('status_tallies ' || workspace, 0));
          in_all := count_status_entries(workspace);
          of_item := count_status_entries(workspace, item);
        end if;
        if of_item > 10000 then
          raise 'too many status entries' using errcode = 'check_violation', constraint = 'status_entries_an_item';
        elsif in_all > 200000 then
          raise 'too many status entries' using errcode = 'check_violation', constraint = 'status_entries_a_workspace';
        end if;
      end
    $$;
    create function take_from_status_tally(workspace uuid, removed bigint) returns void language sql as $$
      update status_tallies set entries = entries - removed
      where workspace_id = workspace
        and shard = (select min(shard) from status_tallies where workspace_id = workspace)
    $$;

    create function tally_added_entries() returns trigger language plpgsql as $$
      begin
        perform add_to_status_tally(workspace_id, compliance_item_id, entries) from (
          select workspace_id, compliance_item_id, count(*) as entries from added group by 1, 2 order by 1, 2) grown;
        return null;
      end
    $$;
    create function tally_removed_entries() returns trigger language plpgsql as $$
      begin
        perform take_from_status_tally(workspace_id, entries) from (
          select workspace_id, count(*) as entries from removed group by 1 order by 1) shrunk;
        return null;
      end
    $$;
    create function tally_moved_entry() returns trigger language plpgsql as $$
      begin
        perform take_from_status_tally(old.workspace_id, 1);
        perform add_to_status_tally(new.workspace_id, new.compliance_item_id, 1);
        return null;
      end
    $$;
    create function tally_no_entries() returns trigger language plpgsql as $$
      begin
        delete from status_tallies;
        return null;
      end
    $$;
    create trigger tally_added after insert on status_entries referencing new table as added
      for each statement execute function tally_added_entries();
    create trigger tally_removed after delete on status_entries referencing old table as removed
      for each statement execute function tally_removed_entries();
    create trigger tally_moved after update on status_entries for each row
      when ((old.workspace_id, old.compliance_item_id) is distinct from (new.workspace_id, new.compliance_item_id))
      execute function tally_moved_entry();
    create trigger tally_truncated after truncate on status_entries
      for each statement execute function tally_no_entries();
  `.execute(db);
}
