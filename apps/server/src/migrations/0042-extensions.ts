import { type Kysely, sql } from 'kysely';

/**
 * New days for single occurrences of the catalogue's items, which administrators publish for all whom they cover. They
 * are a part of the catalogue: one announcement and one version for everybody, however many companies they reach. What a
 * company has of them is its word that it meets a condition.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table extensions (
      id uuid primary key,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      day date not null,
      new_day date not null,
      states text[] not null default '{}',
      condition text check (condition <> ''),
      authority text not null check (authority <> ''),
      link text not null check (link <> ''),
      published_by uuid not null,
      published_at timestamptz not null default now(),
      taken_back_by uuid,
      taken_back_at timestamptz,
      check ((taken_back_by is null) = (taken_back_at is null))
    );
    create unique index extensions_once on extensions (compliance_item_id, day, states) where taken_back_at is null;
    create index extensions_by_item on extensions (compliance_item_id);
    create index extensions_newest on extensions (published_at, id);
    comment on column extensions.day is 'the nominal day of the occurrence';
    comment on column extensions.states is 'in order; none is all';
    comment on column extensions.condition is 'what a company has to meet; null is nothing';
    comment on column extensions.published_by is 'a user''s id, which stays when the user is erased';
    -- Row by row: deleting a company's own item looks here for extensions, of which it has none.
    create trigger announce after insert or update or delete on extensions
      for each row execute function announce_catalogue_change();
    create trigger announce_emptied after truncate on extensions
      for each statement execute function announce_catalogue_change();

    create table met_extensions (
      workspace_id uuid not null references workspaces on delete cascade,
      extension_id uuid not null references extensions on delete cascade,
      met_by uuid not null,
      met_at timestamptz not null default now(),
      primary key (workspace_id, extension_id)
    );
    create index met_extensions_by_extension on met_extensions (extension_id);
    comment on table met_extensions is 'extensions whose condition a company says that it meets';
    create trigger announce after insert or update or delete on met_extensions
      for each row execute function announce_workspace_change('tracker');
    create trigger version_emptied after truncate on met_extensions
      for each statement execute function announce_emptied_table();

    -- On-time figures ask for the day of filing, which few records have.
    create index status_records_filed on status_records (workspace_id, compliance_item_id, day)
      where filing is not null;
  `.execute(db);
}
