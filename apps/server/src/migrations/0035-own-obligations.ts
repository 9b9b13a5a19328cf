import { type Kysely, sql } from 'kysely';

/** The subject of the catalogue's version. */
const CATALOGUE = "'00000000-0000-0000-0000-000000000000'";

/**
 * Acts and items of a company's own stand beside those of the catalogue, so that what is recorded about an item leads to
 * one table. A change of them is announced to their company and raises its version, not the catalogue's: the triggers
 * look at each row, where they looked at each statement before. The renewal of a registration is such an item.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table compliance_items
      add column workspace_id uuid references workspaces on delete cascade,
      add column registration_id uuid,
      add constraint compliance_items_registration foreign key (workspace_id, registration_id)
        references registrations on delete cascade,
      add constraint compliance_items_own check (
        (workspace_id is null or (catalogue_key is null and access_level = 'free' and registration is null))
        and (registration_id is null or workspace_id is not null));
    create index compliance_items_of_catalogue on compliance_items (sr_no, id) where workspace_id is null;
    create index compliance_items_own on compliance_items (workspace_id, sr_no, id) where workspace_id is not null;
    create unique index compliance_items_renewal on compliance_items (workspace_id, registration_id);
    comment on column compliance_items.workspace_id is 'whose own it is; null: of the catalogue';
    comment on column compliance_items.registration_id is 'the registration whose renewal it is';

    alter table acts
      add column workspace_id uuid references workspaces on delete cascade,
      add constraint acts_own check (workspace_id is null or catalogue_key is null);
    create index acts_of_catalogue on acts (name, id) where workspace_id is null;
    create unique index acts_own on acts (workspace_id, lower(name)) where workspace_id is not null;
    comment on column acts.workspace_id is 'whose own it is; null: of the catalogue';

    create function announce_own_or_catalogue() returns trigger language plpgsql as $$
      declare
        owner uuid;
        what text;
        done text;
      begin
        if tg_table_name = 'compliance_values' then
          select workspace_id into owner from compliance_items
            where id = coalesce(new.compliance_item_id, old.compliance_item_id);
          -- Values that go with their item are announced with it.
          if not found then
            return null;
          end if;
        else
          owner := coalesce(new.workspace_id, old.workspace_id);
        end if;
        what := coalesce('registrations ' || owner, 'catalogue');
        if current_setting('anupalan.announced', true) is distinct from what then
          done := set_config('anupalan.announced', what, true);
          if owner is null then
            perform pg_notify('catalogue', '');
            done := raise_version(${sql.raw(CATALOGUE)});
          else
            perform pg_notify('live', json_build_object('kind', 'registrations', 'workspace', owner)::text);
            done := raise_version(owner);
          end if;
        end if;
        return null;
      end
    $$;
  `.execute(db);
  for (const table of ['acts', 'compliance_items', 'compliance_values']) {
    await sql`
      drop trigger announce on ${sql.table(table)};
      create trigger announce after insert or update or delete on ${sql.table(table)}
        for each row execute function announce_own_or_catalogue();
      create trigger announce_emptied after truncate on ${sql.table(table)}
        for each statement execute function announce_catalogue_change()`.execute(db);
  }
}
