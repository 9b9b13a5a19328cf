import { type Kysely, sql } from 'kysely';

/** Acts, the fields of the compliance table and the obligations: one catalogue that every workspace reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table acts (
      id uuid primary key,
      catalogue_key text unique,
      name text not null,
      state text not null,
      min_employees integer not null default 0 check (min_employees >= 0),
      max_employees integer not null default 0,
      description text not null,
      edited_at timestamptz,
      created_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (max_employees = 0 or max_employees >= min_employees)
    );
    create index acts_by_author on acts (created_by);
    comment on column acts.max_employees is '0 is unlimited';
    comment on column acts.edited_at is 'when an administrator last edited it; newer catalogue editions then leave it alone';

    create table compliance_fields (
      id uuid primary key,
      catalogue_key text unique,
      name text not null,
      description text not null default '',
      access_level text not null default 'free' check (access_level in ('free', 'premium')),
      position integer not null,
      required boolean not null default false,
      edited_at timestamptz,
      created_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index compliance_fields_by_author on compliance_fields (created_by);

    create table compliance_items (
      id uuid primary key,
      catalogue_key text unique,
      act_id uuid not null references acts on delete restrict,
      sr_no integer not null,
      title text not null,
      description text not null default '',
      state text not null,
      min_employees integer not null default 0 check (min_employees >= 0),
      max_employees integer not null default 0,
      access_level text not null default 'free' check (access_level in ('free', 'premium')),
      due_date date,
      frequency text not null check (frequency in
        ('never', 'once', 'daily', 'weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly', '2-years')),
      due_date_description text not null default '',
      reminder_days integer[] not null default '{7,3,1}',
      source text,
      confidence text check (confidence in ('high', 'medium', 'low')),
      notes text,
      checked_on date,
      edited_at timestamptz,
      created_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (max_employees = 0 or max_employees >= min_employees),
      check ((frequency = 'never') = (due_date is null)),
      check (num_nulls(source, confidence, notes, checked_on) in (0, 4))
    );
    create index compliance_items_by_act on compliance_items (act_id);
    create index compliance_items_by_author on compliance_items (created_by);

    create table compliance_values (
      compliance_item_id uuid not null references compliance_items on delete cascade,
      compliance_field_id uuid not null references compliance_fields on delete cascade,
      text text not null,
      is_link boolean not null default false,
      primary key (compliance_item_id, compliance_field_id)
    );
    create index compliance_values_by_field on compliance_values (compliance_field_id);

    create table catalogue_keys (
      kind text not null check (kind in ('act', 'field', 'item')),
      key text not null,
      loaded_at timestamptz not null default now(),
      primary key (kind, key)
    );
    comment on table catalogue_keys is 'every key ever loaded, so that what an administrator deleted does not come back';

    -- Instances keep the catalogue in memory and drop it when told.
    create function announce_catalogue_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('catalogue', '');
        return null;
      end
    $$;
    create trigger announce after insert or update or delete or truncate on acts
      for each statement execute function announce_catalogue_change();
    create trigger announce after insert or update or delete or truncate on compliance_fields
      for each statement execute function announce_catalogue_change();
    create trigger announce after insert or update or delete or truncate on compliance_items
      for each statement execute function announce_catalogue_change();
    create trigger announce after insert or update or delete or truncate on compliance_values
      for each statement execute function announce_catalogue_change();
  `.execute(db);
}
