import { type Kysely, sql } from 'kysely';

/**
 * An occurrence of an obligation for which a company has several registration numbers has a line for each
 * (R-registrations-16). A record says which number it was about, or none when it was about all. The entry of the day
 * carries its lines, so that whoever writes under the entry's lock sees the latest of them, and `current_status` stays
 * what every reader goes by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table status_entries add column lines jsonb,
      add constraint status_entries_lines check (lines <> '{}');
    comment on column status_entries.lines is
      'the status of each registration number, since when, and what waits or came back; null: all are what the entry is';
    create index status_entries_with_lines on status_entries (workspace_id) where lines is not null;

    alter table status_records add column registration_id uuid,
      add constraint status_records_registration foreign key (registration_id, workspace_id)
        references registrations (id, workspace_id);
    create index status_records_by_registration on status_records (workspace_id, registration_id)
      where registration_id is not null;
    comment on column status_records.registration_id is 'the number that it was about; null: all of them';

    -- Hardly any record is about one number, so that a reading of many shouldn't look for one of each.
    create function find_number(workspace uuid, registration uuid) returns text stable cost 1 language plpgsql as $$
      begin
        return (select number from registrations where workspace_id = workspace and id = registration);
      end
    $$;

    alter table checks add column registration_id uuid,
      add constraint checks_registration foreign key (registration_id, workspace_id)
        references registrations (id, workspace_id);
    create index checks_by_registration on checks (workspace_id, registration_id) where registration_id is not null;
    drop index checks_waiting_of_day;
    create unique index checks_waiting_of_day on checks (workspace_id, compliance_item_id, day, registration_id)
      nulls not distinct where outcome is null;

    -- What an entry, or one of its lines, no longer says waits for nobody.
    create or replace function replace_check() returns trigger language plpgsql as $$
      begin
        update checks set outcome = 'replaced'
        where workspace_id = old.workspace_id and outcome is null
          and id in (
            select (old.checking ->> '_id')::uuid
            union all select (value #>> '{checking,_id}')::uuid from jsonb_each(old.lines)
            except select (new.checking ->> '_id')::uuid
            except select (value #>> '{checking,_id}')::uuid from jsonb_each(new.lines));
        return null;
      end
    $$;
    drop trigger replaced on status_entries;
    create trigger replaced after update on status_entries for each row
      when ((old.checking is not null and (old.checking ->> '_id') is distinct from (new.checking ->> '_id'))
        or (old.lines is not null and old.lines is distinct from new.lines))
      execute function replace_check();
  `.execute(db);
}
