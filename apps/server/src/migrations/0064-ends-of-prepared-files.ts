import { type Kysely, sql } from 'kysely';

/**
 * Files that were made for somebody end with what allowed them, whatever changed it (R-exports-6): with the Premium of the
 * company, as they may have notes and older records, and with the impersonation that asked for them. An unfinished
 * download is gone on with a few times, and what a try wrote that broke off is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table prepared_files add column writing uuid;
    comment on column prepared_files.writing is
      'the file that is being written, or was when it broke off: no foreign key, as nobody may read it';

    alter table file_addresses
      add column impersonator_id uuid,
      add column resumes integer not null default 0 check (resumes >= 0);
    comment on column file_addresses.impersonator_id is 'the administrator who really asked, as an opaque id';
    comment on column file_addresses.resumes is 'how often it was gone on with';

    drop trigger remove_file on prepared_files;
    create or replace function remove_prepared_file() returns trigger language plpgsql as $$
      begin
        update files set removed_at = now() where id in (old.file_id, old.writing) and removed_at is null;
        return null;
      end
    $$;
    create trigger remove_file after delete on prepared_files
      for each row when (coalesce(old.file_id, old.writing) is not null) execute function remove_prepared_file();

    create or replace function hand_on_plan() returns trigger language plpgsql as $$
      begin
        update memberships set plan = new.plan, frozen_from = new.frozen_from where workspace_id = new.id;
        if old.plan = 'premium' and new.plan = 'free' then
          delete from prepared_files where workspace_id = new.id;
        end if;
        return null;
      end
    $$;

    create function end_impersonated_files() returns trigger language plpgsql as $$
      begin
        -- The same administrator may act in that name on another device.
        if exists (
          select from sessions
          where user_id = old.user_id and impersonator_id = old.impersonator_id and expires_at > now()) then
          return null;
        end if;
        delete from prepared_files where asked_by = old.user_id and impersonator_id = old.impersonator_id;
        delete from file_addresses where user_id = old.user_id and impersonator_id = old.impersonator_id;
        return null;
      end
    $$;
    create trigger end_impersonated_files after delete on sessions
      for each row when (old.impersonator_id is not null) execute function end_impersonated_files();
    create index prepared_files_of_impersonator on prepared_files (impersonator_id) where impersonator_id is not null;
    create index file_addresses_of_impersonator on file_addresses (impersonator_id) where impersonator_id is not null;
  `.execute(db);
}
